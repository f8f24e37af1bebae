package youtube

import (
	"errors"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
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

// TestQuotas names the bucket that is used up and when it begins anew, does not ask it before, and asks the others.
func TestQuotas(t *testing.T) {
	now := time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)
	asked := map[string]int{}
	reason := "quotaExceeded"
	a := &api{key: apiKey, quotas: quotas{now: func() time.Time { return now }}, fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		resource := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		asked[resource]++
		if resource != "search" {
			_, _ = w.Write([]byte(`{"items":[]}`))
			return
		}
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"error":{"code":403,"errors":[{"reason":"` + reason + `"}]}}`))
	}), Hosts()...)}
	find := func() *apierror.Error {
		_, err := a.search(t.Context(), sources.SearchRequest{Query: "x"})
		if !apierror.Is(err, apierror.CodeRouteDegraded) {
			t.Fatalf("%v", err)
		}
		return apierror.From(err)
	}
	for range 2 {
		if f := find(); f.RetryAfter != 12*time.Hour || !strings.Contains(f.Cause.Error(), "searches until 2026-11-24T08:00:00Z") {
			t.Errorf("after %v: %v", f.RetryAfter, f.Cause)
		}
	}
	if _, err := a.get(t.Context(), "videos", "item"); err != nil || asked["search"] != 1 || asked["videos"] != 1 {
		t.Errorf("%v, asked %v", err, asked)
	}
	now = now.Add(12 * time.Hour)
	if reason = "rateLimitExceeded"; find().RetryAfter != time.Minute {
		t.Error("a rate is asked again within a minute")
	}
	if reason = "keyInvalid"; !errors.Is(find().Cause, errKey) || asked["search"] != 3 {
		t.Errorf("asked %v", asked)
	}
	if summer := nextReset(time.Date(2026, 7, 1, 6, 59, 0, 0, time.UTC)); !summer.Equal(time.Date(2026, 7, 1, 7, 0, 0, 0, time.UTC)) {
		t.Errorf("in summer: %v", summer)
	}
}

// TestNewestOfTheOfficialAPI reads rows from the playlist and their counts from the call with a quota of its own; without it the
// counts are unknown, and hidden videos are left out.
func TestNewestOfTheOfficialAPI(t *testing.T) {
	const list = `{"nextPageToken":"next","items":[{"contentDetails":{"videoId":"aInvented01","videoPublishedAt":"2026-11-01T00:00:00Z"},"snippet":{"title":"One","videoOwnerChannelId":"UCinventedinventedinvent"}},
		{"contentDetails":{"videoId":"bInvented02"},"snippet":{"title":"Private video"}}]}`
	for stats, want := range map[string]int64{
		`{"items":[{"id":"aInvented01","statistics":{"viewCount":"70","likeCount":"7"},"contentDetails":{"durationMillis":"9000"}}]}`: 70, "": -1, `{"items":[]}`: -1,
	} {
		var asked []string
		a := &api{key: apiKey, fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
			switch {
			case strings.HasSuffix(r.URL.Path, "/playlistItems"):
				_, _ = w.Write([]byte(list))
			case strings.HasSuffix(r.URL.Path, "/videos:batchGetStats") && stats != "":
				_, _ = w.Write([]byte(stats))
			default:
				w.WriteHeader(http.StatusForbidden)
			}
		}), Hosts()...)}
		page, err := a.items(t.Context(), sources.ListRequest{Known: accountRef("UCinventedinventedinvent", "", "A"), Collection: "videos", Newest: true})
		if err != nil || len(page.Rows) != 1 || page.Next != "next" || page.Rows[0].PublishedAt == nil || len(asked) != 2 {
			t.Fatalf("%+v, %v by %q", page, err, asked)
		}
		row := page.Rows[0]
		if want < 0 && row.Stats.Views != nil || want > 0 && (row.Stats.Views == nil || *row.Stats.Views != want || *row.DurationMs != 9000 || row.Stats.Comments != nil) {
			t.Errorf("%s: %+v", stats, row)
		}
	}
}

func FuzzStats(f *testing.F) {
	f.Add(`{"items":[{"id":"aInvented01","contentDetails":{"videoId":"aInvented01","videoPublishedAt":"2026-11-01T00:00:00Z","durationMillis":"9"},"snippet":{"title":"One"},"statistics":{"viewCount":"7"}}]}`)
	f.Fuzz(func(t *testing.T, body string) {
		doc, ok := scan.Object([]byte(body))
		if !ok {
			return
		}
		var rows []content.ItemSummary
		for v := range scan.Elements(doc.Get("items")) {
			if row := playlistRow(v, content.KindVideo); row != nil {
				rows = append(rows, *row)
			}
		}
		addStats(rows, doc)
		for i := range rows {
			rows[i].Finish()
		}
	})
}
