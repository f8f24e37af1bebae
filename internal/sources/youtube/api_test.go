package youtube

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

const apiKey = "invented-key"

// official plays the data API from testdata/api/RESOURCE.json; a request without the key, or with it in the address, is
// refused.
func official(t *testing.T, status int) sources.Route {
	t.Helper()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := os.ReadFile("testdata/api/" + r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] + ".json")
		if r.Header.Get("X-Goog-Api-Key") != apiKey || strings.Contains(r.URL.String(), apiKey) || err != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		w.WriteHeader(status)
		if status == http.StatusOK {
			_, _ = w.Write(body)
		} else {
			_, _ = w.Write([]byte(`{"error":{"code":403,"errors":[{"reason":"quotaExceeded"}]}}`))
		}
	})
	routes := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{APIKey: apiKey})
	if len(routes) != 2 || routes[1].ID != "video_site.api" {
		t.Fatalf("routes: %+v", routes)
	}
	return routes[1]
}

func TestOfficialAPI(t *testing.T) {
	r := official(t, http.StatusOK)
	item, err := r.Item(t.Context(), named("aInvented01"))
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.CheckItem(t, content.VideoSite, item)
	sourcestest.Golden(t, "api-item", item)

	account, err := r.Account(t.Context(), sources.AccountSelector{Handle: "inventedcellar"})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.CheckAccount(t, content.VideoSite, account)
	sourcestest.Golden(t, "api-account", account)

	list, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: "inventedcellar"}, Collection: "videos"})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Golden(t, "api-list", list)

	comments, err := r.Comments(t.Context(), sources.CommentsRequest{Link: named("aInvented01").Link, Sort: "latest"})
	if err != nil {
		t.Fatal(err)
	}
	sourcestest.Golden(t, "api-comments", comments)

	found, err := r.Search(t.Context(), sources.SearchRequest{Query: "cellar"})
	if err != nil || len(found.Rows) != 2 || found.Rows[0].ID != "video_site:bInvented02" {
		t.Errorf("search: %+v %v", found, err)
	}
	people, err := r.Accounts(t.Context(), sources.SearchRequest{Query: "cellar"})
	if err != nil || len(people.Rows) != 1 || *people.Rows[0].Followers != 12300 {
		t.Errorf("accounts: %+v %v", people, err)
	}
}

func TestOfficialAPIRefuses(t *testing.T) {
	r := official(t, http.StatusForbidden)
	_, err := r.Item(t.Context(), named("aInvented01"))
	if !apierror.Is(err, apierror.CodeRouteDegraded) || strings.Contains(err.Error(), apiKey) {
		t.Errorf("%v", err)
	}
	if _, err := r.Account(t.Context(), sources.AccountSelector{URL: "https://www.youtube.com/c/Invented"}); !apierror.Is(err, apierror.CodeUnsupportedObject) {
		t.Errorf("%v", err)
	}
}

func TestISODuration(t *testing.T) {
	for s, want := range map[string]int64{"PT3M4S": 184000, "P1DT2H": 93600000, "PT1H0M1S": 3601000, "PT0S": 0, "": 0, "soon": 0, "P0D": 0} {
		got := isoDuration(s)
		if want == 0 && got != nil || want != 0 && (got == nil || *got != want) {
			t.Errorf("%q: %v, want %d", s, got, want)
		}
	}
}
