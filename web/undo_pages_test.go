package web_test

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestADeletionIsTakenBackOnEveryPage deletes a reference: until it is gone, every page offers to take it back, the list of references
// once; afterwards none does.
func TestADeletionIsTakenBackOnEveryPage(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A lamp"})
		as := asForm(s.Cookie)
		r := s.Do("POST", at+"/references/"+id+"/delete", nil, as)
		if r.Status != http.StatusSeeOther || r.Header.Get("Location") != at+"/references#changes" {
			t.Fatalf("%d to %s", r.Status, r.Header.Get("Location"))
		}
		flash, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
		testkit.Must(t, err)
		offers := func(path string) int {
			t.Helper()
			body := string(s.Do("GET", path, nil, map[string]string{"Cookie": as["Cookie"] + "; " + flash.Name + "=" + flash.Value}).Body)
			return strings.Count(body, "/stop\"")
		}
		for _, path := range []string{at, at + "/boards", at + "/references", at + "/tags", at, "/docs"} {
			if got := offers(path); got != 1 {
				t.Errorf("%s offers it %d times", path, got)
			}
		}
		s.Clock.Add(11 * time.Second)
		if got := offers(at); got != 0 {
			t.Errorf("afterwards it is offered %d times", got)
		}
	})
}

// TestAnUndoStaysWhereItWasPressed takes deletions back on several pages: each shows that page again, and no address that is not ours.
func TestAnUndoStaysWhereItWasPressed(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at := "/w/" + s.Workspace
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A lamp"})
		as := asForm(s.Cookie)
		deleted := func() string {
			flash, err := http.ParseSetCookie(s.Do("POST", at+"/references/"+id+"/delete", nil, as).Header.Get("Set-Cookie"))
			testkit.Must(t, err)
			return flash.Name + "=" + flash.Value
		}
		for _, pressed := range []string{at + "/boards?sort=name", at + "/references?sort=title", at + "/tags", "/docs"} {
			body := string(s.Do("GET", pressed, nil, map[string]string{"Cookie": as["Cookie"] + "; " + deleted()}).Body)
			_, form, _ := strings.Cut(body, `<form method="post" action="`+at+`/changes/`)
			change, form, _ := strings.Cut(form, "/stop")
			_, next, _ := strings.Cut(form, `name="next" value="`)
			next, _, _ = strings.Cut(next, `"`)
			for next, want := range map[string]string{html.UnescapeString(next): pressed, "https://elsewhere.example/": "/", "//elsewhere.example": "/"} {
				r := s.Do("POST", at+"/changes/"+change+"/stop", url.Values{"next": {next}}.Encode(), as)
				if r.Status != http.StatusSeeOther || r.Header.Get("Location") != want {
					t.Errorf("pressed on %s, which says %q: %d to %s", pressed, next, r.Status, r.Header.Get("Location"))
				}
			}
		}
	})
}
