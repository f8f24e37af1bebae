package web_test

import (
	"net/http"
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
