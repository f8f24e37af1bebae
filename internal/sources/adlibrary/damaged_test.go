package adlibrary

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

func TestAdsThatLackAnID(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `null`, `7`, `[]`, `{}`, `{"ad_archive_id":"123456"}`, `{"page_id":"1"}`,
		`{"ad_archive_id":"12345","page_id":"1"}`,
		`{"ad_archive_id":"12345678901234567890123456","page_id":"1"}`, `{"ad_archive_id":"12345x","page_id":"1"}`,
		`{"ad_archive_id":123456.5,"page_id":"1"}`, `{"ad_archive_id":{"a":1},"page_id":"1"}`,
		`{"ad_archive_id":"123456","page_id":null}`,
	} {
		if a, ok := readAdvert(scan.ReadString(body)); ok {
			t.Errorf("%s is an ad: %+v", body, a.ad)
		}
	}
	for _, body := range []string{`{}`, `{"id":"123456"}`, `{"page_id":"1"}`,
		`{"ad_snapshot_url":"https://x/?id=12345","page_id":"1"}`,
		`{"ad_snapshot_url":"%zz","page_id":"1"}`, `{"id":["123456"],"page_id":"1"}`} {
		if a, ok := readOfficial(gjson.Parse(body), ""); ok {
			t.Errorf("%s is an ad of the API: %+v", body, a.ad)
		}
	}
}

// TestDamagedAds keeps what is absent or of a wrong type unknown.
func TestDamagedAds(t *testing.T) {
	t.Parallel()
	bare := content.Ad{ArchiveID: "123456", PageID: "1"}
	with := func(change func(*content.Ad)) content.Ad {
		a := bare
		change(&a)
		return a
	}
	tests := []struct {
		name, members string
		want          content.Ad
	}{
		{"nothing more", `"x":1`, bare},
		{"nulls", `"is_active":null,"start_date":null,"spend":null,"publisher_platform":null,"snapshot":null,"impressions_with_index":null`, bare},
		{"wrong types", `"is_active":"yes","start_date":"soon","spend":7,"publisher_platform":"FACEBOOK","snapshot":[1],"collation_count":"x"`, bare},
		{"a time out of range", `"start_date":-1,"end_date":99999999999999`, bare},
		{"the end of an active ad", `"is_active":true,"end_date":1700000000`,
			with(func(a *content.Ad) { a.Active = new(true) })},
		{"the end of an ad of no known state", `"end_date":1700000000`, bare},
		{"the end of an ad that is over", `"is_active":false,"end_date":1700000000`,
			with(func(a *content.Ad) { a.Active, a.EndedAt = new(false), content.Unix(1700000000) })},
		{"platforms of which some are none", `"publisher_platform":["facebook",7,null,"",{"a":1}]`,
			with(func(a *content.Ad) { a.Platforms = []string{"FACEBOOK"} })},
		{"a count of groups", `"collation_count":0,"collation_id":""`,
			with(func(a *content.Ad) { a.CollationCount = new(int64(0)) })},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			a, ok := readAdvert(scan.ReadString(`{"ad_archive_id":"123456","page_id":1,` + tt.members + `}`))
			if diff := cmp.Diff(tt.want, a.ad); diff != "" || !ok {
				t.Errorf("the ad differs (-want +got): %v\n%s", ok, diff)
			}
		})
	}
}

func TestBracketsOfTheAPI(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{ // "" is not known
		`{"lower_bound":"100","upper_bound":"499"}`: "100-499",
		`{"lower_bound":100,"upper_bound":499}`:     "100-499",
		`{"lower_bound":"1000000"}`:                 ">=1000000",
		`{"upper_bound":"99"}`:                      "",
		`{"lower_bound":null,"upper_bound":"99"}`:   "",
		`{}`: "", `null`: "", `"100-499"`: "", `[100,499]`: "", ``: "",
	} {
		got := ""
		if b := bounds(gjson.Parse(value)); b != nil {
			got = *b
		}
		if got != want {
			t.Errorf("bounds(%s) = %q, want %q", value, got, want)
		}
	}
}

func TestTimesOfTheAPI(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{ // "" is not known
		"2019-05-13T15:30:13+0000": "2019-05-13T15:30:13.000Z",
		"2031-01-02":               "2031-01-02T08:00:00.000Z",
		"2031-07-02":               "2031-07-02T07:00:00.000Z",
		"2031-02-30":               "", "2031": "", "": "", "1700000000": "", "2031-01-02 08:00": "",
	} {
		got := ""
		if at := officialTime(gjson.Result{Type: gjson.String, Str: text}); at != nil {
			got = at.String()
		}
		if got != want {
			t.Errorf("officialTime(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestDamagedPagesOfTheAPI(t *testing.T) {
	t.Parallel()
	const row = `{"id":"123456","page_id":"1"}`
	tests := []struct {
		name, body string
		rows       int // -1 is source_changed
		next       string
	}{
		{"rows of which some are none",
			`{"data":[` + row + `,{},null,7],"paging":{"cursors":{"after":"b"},"next":"https://x"}}`, 1, "b"},
		{"no rows", `{"data":[]}`, 0, ""},
		{"a cursor without a next page", `{"data":[],"paging":{"cursors":{"after":"b"}}}`, 0, ""},
		{"a cursor that does not move", `{"data":[],"paging":{"cursors":{"after":"a"},"next":"https://x"}}`, 0, ""},
		{"no data", `{"paging":{}}`, -1, ""},
		{"data that is null", `{"data":null}`, -1, ""},
		{"data that is an object", `{"data":{"0":` + row + `}}`, -1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			page, err := officialPage(gjson.Parse(tt.body), "", "a")
			if tt.rows < 0 {
				if diff := cmp.Diff(any([]string{"data"}), apierror.From(err).Details["missing"]); diff != "" {
					t.Errorf("%v: missing differs (-want +got):\n%s", err, diff)
				}
				return
			}
			if err != nil || len(page.Rows) != tt.rows || page.Next != tt.next {
				t.Errorf("%v, %+v, want %d rows and next %q", err, page, tt.rows, tt.next)
			}
		})
	}
}

func TestTransparencyOfDamagedRows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, row string
		want      *content.AdTransparency
	}{
		{"nothing", `{}`, nil},
		{"wrong types", `{"eu_total_reach":"x","total_reach_by_location":7,"beneficiary_payers":"x","target_ages":["18"],"target_gender":7}`, nil},
		{"a reach of 0", `{"eu_total_reach":0}`, &content.AdTransparency{EUReach: new(int64(0))}},
		{"65 and older", `{"target_ages":["18","65+"]}`,
			&content.AdTransparency{Targeting: &content.AdTargeting{MinAge: new(int64(18)), MaxAge: new(int64(65))}}},
		{"payers twice and before",
			`{"beneficiary_payers":[{"payer":"A","beneficiary":"B"},{"payer":"A"},{"payer":"Old","current":false}]}`,
			&content.AdTransparency{Payers: []string{"A"}, Beneficiaries: []string{"B"}}},
		{"an unknown gender and a place without a name",
			`{"target_gender":"Other","target_locations":[{"excluded":true},{"name":"Berlin"}]}`,
			&content.AdTransparency{Targeting: &content.AdTargeting{Locations: []content.AdLocation{{Name: "Berlin"}}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, officialTransparency(gjson.Parse(tt.row).Map())); diff != "" {
				t.Errorf("the transparency differs (-want +got):\n%s", diff)
			}
		})
	}
}
