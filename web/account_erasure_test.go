package web_test

import (
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/erasures"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestAnOwnerErasesAnAccount: an owner gets the receipt of an erasure of their workspace, and the same one while it is under way; a key,
// whatever its scopes, gets none, and neither does what is no account.
func TestAnOwnerErasesAnAccount(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const account = "clip_site:6934411111111111111"
		at := func(id string) string { return "/v1/accounts/" + id + "/data" }
		got := s.Do("DELETE", at(account), nil, s.AsOwner())
		receipt := got.JSON(t)
		if got.Status != 202 || receipt["kind"] != string(erasures.OfAccount) || receipt["digest"] != erasures.Digest(account) || receipt["erasedAt"] != nil {
			t.Fatalf("%d %s", got.Status, got.Body)
		}
		if strings.Contains(string(got.Body), account) {
			t.Errorf("the receipt names the account: %s", got.Body)
		}
		if again := s.Do("DELETE", at(strings.ReplaceAll(account, ":", "%3A")), nil, s.AsOwner()); again.Status != 202 || again.JSON(t)["id"] != receipt["id"] {
			t.Errorf("asked again: %d %s", again.Status, again.Body)
		}
		id, _ := receipt["id"].(string)
		if read := s.Do("GET", "/v1/erasures/"+id, nil, s.AsOwner()); read.Status != 200 || read.JSON(t)["digest"] != erasures.Digest(account) {
			t.Errorf("the receipt: %d %s", read.Status, read.Body)
		}
		for path, want := range map[string]int{at("clip_site:@handle"): 404, at("no_site:1"): 404, at("clip_site"): 404} {
			if r := s.Do("DELETE", path, nil, s.AsOwner()); r.Status != want {
				t.Errorf("%s: %d %s", path, r.Status, r.Body)
			}
		}
		if r := s.Do("DELETE", at(account), nil, s.AsKey()); r.Status != 403 {
			t.Errorf("by a key: %d %s", r.Status, r.Body)
		}
		modelstest.Run(t, s.Store, "UPDATE members SET role = 'editor'")
		if r := s.Do("DELETE", at(account), nil, s.AsOwner()); r.Status != 403 {
			t.Errorf("by an editor: %d %s", r.Status, r.Body)
		}
		if n := modelstest.CountRows(t, s.Store, "erasures"); n != 1 {
			t.Errorf("%d erasures were ordered, want one", n)
		}
	})
}

// TestThePageErasesAnAccount leads from the page of an account over a question that names what goes to the erasure, for owners alone.
func TestThePageErasesAnAccount(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const account = "clip_site:6934411111111111111"
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Channel: &content.AccountRef{ID: account, Name: new("Mira Oven")}})
		at := "/w/" + s.Workspace + "/accounts/" + account
		if page := s.Do("GET", at, nil, s.AsOwner()); !strings.Contains(string(page.Body), `href="`+at+`/erase"`) {
			t.Errorf("%d: the page does not lead to the erasure", page.Status)
		}
		if asked := s.Do("GET", at+"/erase", nil, s.AsOwner()); asked.Status != 200 || !strings.Contains(string(asked.Body), "1 reference with media") ||
			!strings.Contains(string(asked.Body), "<h1 class=\"wrap\">Erase everything of Mira Oven?</h1>") || !strings.Contains(string(asked.Body), `<a href="`+at+`">Mira Oven</a></nav>`) {
			t.Errorf("the question: %d %s", asked.Status, asked.Body)
		}
		form := s.AsOwner()
		form["Content-Type"] = "application/x-www-form-urlencoded"
		if unsure := s.Do("POST", at+"/erase", "", form); unsure.Status != 400 || modelstest.CountRows(t, s.Store, "erasures") != 0 {
			t.Errorf("without the tick: %d %s", unsure.Status, unsure.Body)
		}
		done := s.Do("POST", at+"/erase", "sure=true", form)
		if done.Status != 303 || done.Header.Get("Location") != "/w/"+s.Workspace+"/references" {
			t.Errorf("%d %s %s", done.Status, done.Header.Get("Location"), done.Body)
		}
		var of []string
		testkit.Must(t, s.Store.Read(t.Context()).Table("erasures").Where("workspace_id = ? AND asked_by = ?", s.Workspace, s.OwnerID).Pluck("subject", &of).Error)
		if len(of) != 1 || of[0] != account {
			t.Errorf("ordered: %v", of)
		}
		if wrong := s.Do("GET", "/w/"+s.Workspace+"/accounts/no_site:1/erase", nil, s.AsOwner()); wrong.Status != 404 {
			t.Errorf("of no account: %d", wrong.Status)
		}
		modelstest.Run(t, s.Store, "UPDATE members SET role = 'editor'")
		if page := s.Do("GET", at, nil, s.AsOwner()); page.Status != 200 || strings.Contains(string(page.Body), "/erase") {
			t.Errorf("%d: an editor's page leads to the erasure", page.Status)
		}
	})
}
