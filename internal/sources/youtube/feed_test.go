package youtube

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// counted notes the paths of the requests on their way to a simulated platform.
func counted(t *testing.T) (r sources.Route, s *simulator.Simulator, paths func() []string) {
	s = simulator.New()
	var list []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		list = append(list, r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
		s.ServeHTTP(w, r)
	})
	return Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0], s, func() []string { got := list; list = nil; return got }
}

// TestWhatIsNewComesFromTheFeed reads the newest items with exact times, then the list itself, which begins with the same.
func TestWhatIsNewComesFromTheFeed(t *testing.T) {
	r, s, paths := counted(t)
	list := first(t, r, "lanternkitchen", "videos", "")
	paths()
	ask := sources.ListRequest{Account: sources.AccountSelector{ID: localID(list.Account.ID)}, Collection: "videos", Sort: "latest", Newest: true}
	page, err := r.Items(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	if got := paths(); !slices.Equal(got, []string{"videos.xml"}) || len(page.Rows) == 0 || len(page.Rows) > 15 || page.Account.ID != list.Account.ID {
		t.Errorf("%d rows of %+v by %q", len(page.Rows), page.Account, got)
	}
	for n, row := range page.Rows {
		if row.ID != list.Rows[n].ID || *row.Title != *list.Rows[n].Title || row.PublishedAt == nil || row.Stats.Views == nil || row.DurationMs != nil || row.Tags == nil || row.Mentions == nil {
			t.Errorf("row %d: %+v, in the list %+v", n, row, list.Rows[n])
		}
	}
	ask.Token = page.Next
	if page, err = r.Items(t.Context(), ask); err != nil || len(page.Rows) != len(list.Rows) || page.Next == "" {
		t.Errorf("behind the feed: %+v, %v", page, err)
	}
	paths()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Raise("video_site.feed_missing"))
	ask.Token = ""
	if page, err = r.Items(t.Context(), ask); err != nil || len(page.Rows) != len(list.Rows) || page.Next == behindFeed || len(paths()) != 2 {
		t.Errorf("without a feed: %+v, %v", page, err)
	}
}

// TestFeedsThatSayNothing are left to the list: none is an empty list.
func TestFeedsThatSayNothing(t *testing.T) {
	t.Parallel()
	entry := func(id, channel string) string {
		return `<entry><yt:videoId>` + id + `</yt:videoId><yt:channelId>` + channel + `</yt:channelId><title>One</title></entry>`
	}
	const open = `<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">`
	for name, body := range map[string]string{
		"nothing": "", "a page": "<!DOCTYPE html><html></html>", "no entries": open + `</feed>`, "cut": open + entry(someVideo, someChannel),
		"another channel's": open + entry(someVideo, "UCanotheranotheranother1") + `</feed>`, "no id": open + entry("", someChannel) + `</feed>`,
	} {
		if page := readFeed([]byte(body), someChannel, tabOf("videos")); page != nil {
			t.Errorf("%s: %+v", name, page)
		}
	}
	page := readFeed([]byte(open+strings.Repeat(entry(someVideo, someChannel), 60)+`</feed>`), someChannel, tabOf("videos"))
	if page == nil || len(page.Rows) != maxFeed || page.Rows[0].Stats.Views != nil || page.Rows[0].PublishedAt != nil {
		t.Errorf("%+v", page)
	}
}

func FuzzFeed(f *testing.F) {
	f.Add([]byte(`<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015"><author><name>A</name></author><entry><yt:videoId>aInvented01</yt:videoId>` +
		`<yt:channelId>` + someChannel + `</yt:channelId><title>One</title><published>2026-01-01T00:00:00+00:00</published>` +
		`<media:group xmlns:media="m"><media:thumbnail url="https://i.ytimg.com/a.jpg" width="1"/><media:community><media:statistics views="9"/></media:community></media:group></entry></feed>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page := readFeed(body, someChannel, tabOf("shorts"))
		if page == nil {
			return
		}
		if len(page.Rows) == 0 || len(page.Rows) > maxFeed {
			t.Errorf("%d rows", len(page.Rows))
		}
		for i := range page.Rows {
			page.Rows[i].Finish()
		}
	})
}
