package web_test

import (
	"net/http"
	"strings"
	"testing"

	"socialdata/web/webtest"
)

// TestTryOffersNoImportOfWhatIsPrivate looks a private video up: nothing says that all is well with it, and no import is offered, which
// would fail as well.
func TestTryOffersNoImportOfWhatIsPrivate(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		at, link := "/w/"+s.Workspace+"/try", "https://www.youtube.com/watch?v=SimPrivate1"
		offers := func(page string) bool {
			page = mainOf(page)
			return strings.Contains(page, `action="`+at+`/import"`) && strings.Contains(page, `class="state good"`)
		}
		if page := string(s.Do("GET", at+"?url="+link, nil, s.AsOwner()).Body); !offers(page) {
			t.Errorf("before it is looked up: %s", mainOf(page))
		}
		status, _, page := send(t, s, at+"/lookup", s.AsOwner(), "url", link)
		if status != http.StatusUnprocessableEntity || !strings.Contains(page, "unavailable_private") || strings.Contains(page, `action="`+at+`/import"`) || strings.Contains(mainOf(page), `state good`) {
			t.Errorf("%d: %s", status, mainOf(page))
		}
	})
}
