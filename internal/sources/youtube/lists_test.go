package youtube

import (
	"net/http"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/sourcestest"
)

// TestEndsOfLists: a continuation without a list is the end, another answer is not.
func TestEndsOfLists(t *testing.T) {
	t.Parallel()
	for body, code := range map[string]apierror.Code{
		`{"responseContext":{}}`: "", `{"onResponseReceivedActions":[]}`: "", `{"onResponseReceivedActions":[{"appendContinuationItemsAction":{"continuationItems":[]}}]}`: "",
		`{"other":{}}`: apierror.CodeSourceChanged,
	} {
		page, err := nextPage(read(body), linked, nil)
		want(t, body, err, code)
		if err == nil && (len(page.Rows) != 0 || page.Next != "") {
			t.Errorf("%s: %+v", body, page)
		}
	}
	const list = `"contents":{"playlistVideoListRenderer":{"playlistId":"x"}}`
	for _, tt := range []struct {
		body  string
		total *int64
		code  apierror.Code
	}{{`{` + list + `}`, new(int64(0)), ""}, {`{` + list + `}`, nil, apierror.CodeSourceChanged}, {`{"contents":{"newList":{}}}`, new(int64(0)), apierror.CodeSourceChanged}} {
		want(t, "a playlist: "+tt.body, addPlaylist(&sources.Page[content.ItemSummary]{Total: tt.total}, read(tt.body), linked), tt.code)
	}
	rows := []content.ItemSummary{{ID: "unknown"}, {ID: "none", Stats: content.Stats{Views: new(int64(0))}}, {ID: "most", Stats: content.Stats{Views: new(int64(5))}}}
	if sortByViews(rows); rows[0].ID != "most" || rows[2].ID != "unknown" {
		t.Errorf("by views: %+v", rows)
	}
}

// TestShortsOfEitherName reads a short by the address that it opens, or by the name of its place, and leaves out one without an id.
func TestShortsOfEitherName(t *testing.T) {
	t.Parallel()
	const words = `"overlayMetadata":{"primaryText":{"content":"Short"},"secondaryText":{"content":"1.2K views"}}`
	for body, want := range map[string]string{
		`{"onTap":{"innertubeCommand":{"reelWatchEndpoint":{"videoId":"aInvented01"}}},"entityId":"shorts-shelf-item-bInvented02",` + words + `}`: "video_site:aInvented01",
		`{"entityId":"shorts-shelf-item-bInvented02",` + words + `}`:                                                                              "video_site:bInvented02",
		`{` + words + `}`: "",
	} {
		switch row := readShortsLockup(scan.ReadString(body)); {
		case want == "" && row != nil, want != "" && (row == nil || row.ID != want || *row.Stats.Views != 1200):
			t.Errorf("%s: %+v", body, row)
		}
	}
	if got := handleAmong("\u2068@some.one\u2069 • 317K subscribers"); got != "some.one" {
		t.Errorf("a handle between marks: %q", got)
	}
}

// TestFeedsAmongOthers reads the channel's own entries, with their pictures where they have one, and leaves a feed that fails
// to the list.
func TestFeedsAmongOthers(t *testing.T) {
	t.Parallel()
	entry := func(channel, more string) string {
		return `<entry><yt:videoId>` + someVideo + `</yt:videoId><yt:channelId>` + channel + `</yt:channelId><title>One</title>` + more + `</entry>`
	}
	page := readFeed([]byte(`<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015">`+entry("UCanotheranotheranother1", "")+entry(someChannel, "")+
		entry(someChannel, `<group><thumbnail url="https://i.ytimg.com/a.jpg" width="480" height="360"/></group>`)+`</feed>`), someChannel, tabOf("videos"))
	if page == nil || len(page.Rows) != 2 || len(page.Rows[0].Thumbnails) != 0 || len(page.Rows[1].Thumbnails) != 1 || *page.Rows[1].Thumbnails[0].Height != 360 {
		t.Errorf("%+v", page)
	}
	s := &site{fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), Hosts()...)}
	if page := s.newest(t.Context(), someChannel, tabOf("videos")); page != nil {
		t.Errorf("a feed that fails: %+v", page)
	}
}
