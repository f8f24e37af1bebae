package web_test

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/web/webtest"
)

// TestUntickedBoxesAreWhatTheyMean edits a watch and an endpoint by forms that lack the boxes which nobody ticked: browsers send none of
// them. The page does what the operation does with null, false and an empty list.
func TestUntickedBoxesAreWhatTheyMean(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		watch := s.Do("POST", "/v1/watches", `{"name":"w","every":"1d","source":{"kind":"account","account":"video_site:@lanternkitchen"},"import":{"tags":["a"]}}`, s.AsKey())
		id, _ := watch.JSON(t)["id"].(string)
		edit := func(boxes ...string) any {
			before := s.Do("GET", "/v1/watches/"+id, nil, s.AsKey()).JSON(t)
			form := append([]string{"name", "w", "every", "1d", "credits", "5", "hold", "10", "profile", "none", "revision", strconv.Itoa(int(before["revision"].(float64)))}, boxes...)
			if status, _, said := send(t, s, "/w/"+s.Workspace+"/watches/"+id, s.AsOwner(), form...); status != 303 {
				t.Errorf("saving with %v: %d %s", boxes, status, said)
			}
			return s.Do("GET", "/v1/watches/"+id, nil, s.AsKey()).JSON(t)["import"]
		}
		want := map[string]any{"mediaProfile": "none", "transcript": false, "mediaHoldDays": 10.0, "tags": []any{}}
		if got := edit("imports", "yes"); !reflect.DeepEqual(got, want) {
			t.Errorf("without the box of the transcript: %v", got)
		}
		if got := edit(); got != nil {
			t.Errorf("without the box of imports: %v", got)
		}

		at := "/v1/workspaces/" + s.Workspace + "/webhooks"
		made := s.Do("POST", at, `{"url":"https://hooks.example.com/x","events":["import.succeeded"]}`, s.AsOwner()).JSON(t)
		hook, _ := made["id"].(string)
		if hook == "" {
			t.Fatalf("the endpoint: %v", made)
		}
		form := []string{"url", "https://hooks.example.com/y", "revision", strconv.Itoa(int(made["revision"].(float64)))}
		if status, _, body := send(t, s, "/w/"+s.Workspace+"/webhooks/"+hook, s.AsOwner(), form...); status != 400 || !strings.Contains(body, "Choose at least one.") {
			t.Errorf("an endpoint without a ticked event: %d", status)
		}
		if r := s.Do("PATCH", at+"/"+hook, map[string]any{"revision": made["revision"], "events": []string{}}, s.AsOwner()); r.Status != 400 {
			t.Errorf("the API answers an empty list with %d", r.Status)
		}
	})
}

// TestPagesImportAsTheAPI asks for the same import through both doors, each time with one thing wrong.
func TestPagesImportAsTheAPI(t *testing.T) {
	s := embedded(t, webtest.Options{Credits: 100})
	link := "https://www.youtube.com/watch?v=aaaaaaaaaaa"
	for _, tt := range []struct{ name, url, profile, hold, says string }{
		{"nothing", link, "full", "365", ""},
		{"no link", "nonsense", "full", "365", "This is not a link"},
		{"a profile that is none", link, "most", "30", ""},
		{"a hold that is too long", link, "full", "366", "Enter a whole number from 1 to 365."},
		{"no hold", link, "full", "0", "Enter a whole number from 1 to 365."},
		{"a hold that is no number", link, "full", "x", "Enter a whole number from 1 to 365."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var hold any = tt.hold
			if n, err := strconv.Atoi(tt.hold); err == nil {
				hold = n
			}
			header := s.AsKey()
			header["Idempotency-Key"] = db.NewID()
			byAPI := s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": tt.url, "mediaProfile": tt.profile, "mediaHoldDays": hold}, header)
			form := []string{"form", db.NewID(), "url", tt.url, "profile", tt.profile, "hold", tt.hold}
			one, _, said := send(t, s, "/w/"+s.Workspace+"/try/import", s.AsOwner(), form...)
			many, _, _ := send(t, s, "/w/"+s.Workspace+"/imports/many", s.AsOwner(), append(form, "links", link, "step", "import")...)
			refused := tt.name != "nothing"
			if (byAPI.Status == 400) != refused || (one == 400) != refused || (many == 400) != (refused && tt.url == link) {
				t.Errorf("the API answers %d, the page of one %d, of many %d", byAPI.Status, one, many)
			}
			if !strings.Contains(said, tt.says) {
				t.Errorf("the page does not say %q", tt.says)
			}
		})
	}
	made, err := s.Store.Imports.List(t.Context(), s.Workspace, imports.Filter{}, db.PageRequest{Limit: 10})
	if err != nil || len(made.Items) != 4 {
		t.Errorf("%d imports, %v", len(made.Items), err)
	}
	for _, i := range made.Items {
		if i.HoldDays != 365 || i.MediaProfile != imports.ProfileFull {
			t.Errorf("%s keeps %s for %d days", i.SourceURL, i.MediaProfile, i.HoldDays)
		}
	}
}
