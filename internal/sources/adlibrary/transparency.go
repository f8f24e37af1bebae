package adlibrary

import (
	"reflect"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// readDetails reads what EU and UK law require an ad's details to contain; nil if they contain none of it.
func readDetails(v gjson.Result) *content.AdTransparency {
	eu, uk := v.Get("transparency_by_location.eu_transparency"), v.Get("transparency_by_location.uk_transparency")
	t := &content.AdTransparency{EUReach: scan.Int(eu.Get("eu_total_reach")), UKReach: scan.Int(uk.Get("total_reach"))}
	paid(t, v.Get("aaa_info.payer_beneficiary_data"))
	t.Breakdown = append(reaches(eu.Get("age_country_gender_reach_breakdown")), reaches(uk.Get("age_country_gender_reach_breakdown"))...)
	if audience := scan.First(eu, uk); audience.IsObject() {
		age := audience.Get("age_audience")
		t.Targeting = targeting(scan.Int(age.Get("min")), scan.Int(age.Get("max")), audience.Get("gender_audience"), audience.Get("location_audience"))
	}
	return orNil(t)
}

// officialTransparency reads the same from a row of the official API.
func officialTransparency(n map[string]gjson.Result) *content.AdTransparency {
	t := &content.AdTransparency{EUReach: scan.Int(n["eu_total_reach"])}
	for _, place := range n["total_reach_by_location"].Array() {
		if key := place.Get("key").String(); key == "United Kingdom" || key == "GB" {
			t.UKReach = scan.Int(place.Get("value"))
		}
	}
	paid(t, n["beneficiary_payers"])
	ages := n["target_ages"].Array()
	var youngest, oldest *int64
	if len(ages) == 2 {
		youngest, oldest = age(ages[0]), age(ages[1])
	}
	t.Targeting = targeting(youngest, oldest, n["target_gender"], n["target_locations"])
	t.Breakdown = reaches(n["age_country_gender_reach_breakdown"])
	t.ByAge, t.ByRegion = shares(n["demographic_distribution"], "age"), shares(n["delivery_by_region"], "region")
	t.AudienceSize, t.BRReach, t.Languages = bounds(n["estimated_audience_size"]), scan.Int(n["br_total_reach"]), texts(n["languages"])
	return orNil(t)
}

// age reads an age in years; the highest is written "65+".
func age(v gjson.Result) *int64 { return scan.Digits(strings.TrimSuffix(v.String(), "+")) }

// paid adds payers and beneficiaries, each once; of those that have changed, only the current ones.
func paid(t *content.AdTransparency, list gjson.Result) {
	for _, row := range list.Array() {
		if current := row.Get("current"); current.Type == gjson.False {
			continue
		}
		t.Payers = addOnce(t.Payers, row.Get("payer").String())
		t.Beneficiaries = addOnce(t.Beneficiaries, row.Get("beneficiary").String())
	}
}

func addOnce(list []string, name string) []string {
	if name == "" || slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

func targeting(youngest, oldest *int64, gender, places gjson.Result) *content.AdTargeting {
	t := &content.AdTargeting{MinAge: youngest, MaxAge: oldest}
	if g := strings.ToLower(gender.String()); g == "all" || g == "men" || g == "women" {
		t.Gender = &g
	}
	for _, place := range places.Array() {
		m := place.Map()
		if name := scan.Str(m["name"]); name != nil {
			t.Locations = append(t.Locations, content.AdLocation{Name: *name, Excluded: m["excluded"].Bool()})
		}
	}
	if t.MinAge == nil && t.MaxAge == nil && t.Gender == nil && t.Locations == nil {
		return nil
	}
	return t
}

// orNil returns nil for an empty transparency.
func orNil(t *content.AdTransparency) *content.AdTransparency {
	if reflect.ValueOf(*t).IsZero() {
		return nil
	}
	return t
}

// totalReach returns the ad's reach in the EU, or if it was not shown there, in the UK.
func totalReach(t *content.AdTransparency) *int64 {
	switch {
	case t == nil:
		return nil
	case t.EUReach != nil:
		return t.EUReach
	}
	return t.UKReach
}
