package adlibrary

import (
	"strconv"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// reaches reads the reach of an ad by country and age, which pages and the official API write alike. A null count stays unknown.
func reaches(countries gjson.Result) (list []content.AdReach) {
	for _, country := range countries.Array() {
		for _, row := range country.Get("age_gender_breakdowns").Array() {
			m := row.Map()
			list = append(list, content.AdReach{Country: country.Get("country").String(), Age: m["age_range"].String(),
				Men: scan.Int(m["male"]), Women: scan.Int(m["female"]), Unknown: scan.Int(m["unknown"])})
		}
	}
	return list
}

// shares reads a distribution of the official API; name is the member that each row is about. The API writes shares as
// strings between 0 and 1.
func shares(rows gjson.Result, name string) (list []content.AdShare) {
	for _, row := range rows.Array() {
		m := row.Map()
		share, err := strconv.ParseFloat(m["percentage"].String(), 64)
		if err != nil {
			continue
		}
		s := content.AdShare{Name: m[name].String(), Share: share}
		if g := m["gender"].String(); g == "male" || g == "female" || g == "unknown" {
			s.Gender = &g
		}
		list = append(list, s)
	}
	return list
}

// texts reads a list of texts.
func texts(rows gjson.Result) (list []string) {
	for _, row := range rows.Array() {
		if row.Type == gjson.String && row.Str != "" {
			list = append(list, row.Str)
		}
	}
	return list
}
