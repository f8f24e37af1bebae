package youtube

import (
	"os"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/sourcestest"
)

// older reads an invented answer in a shape that the platform used before, or uses seldom.
func older(t *testing.T, name string) answer {
	t.Helper()
	b, err := os.ReadFile("testdata/older/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := parseResponse(&sources.Answer{Status: 200, Body: b}, client{}, "")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

const inventedChannel = "UCinventedinventedinvent"

func TestOlderChannels(t *testing.T) {
	for _, name := range []string{"channel-tabbed", "channel-topic", "channel-pronouns"} {
		a, err := readChannel(older(t, name), inventedChannel)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sourcestest.CheckAccount(t, content.VideoSite, a)
		sourcestest.Golden(t, "older-"+name, a)
	}
	if _, err := readChannel(answer{}, inventedChannel); !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("no header at all: %v", err)
	}
}

func TestOlderLists(t *testing.T) {
	for name, tab := range map[string]string{"channel-tabbed": "videos", "list-reels": "shorts"} {
		page, err := (&site{}).firstPage(t.Context(), older(t, name), inventedChannel, tabOf(tab), false)
		if err != nil || len(page.Rows) == 0 {
			t.Errorf("%s: %+v %v", name, page, err)
			continue
		}
		sourcestest.Golden(t, "older-rows-"+name, page)
	}
	page, err := (&site{}).firstPage(t.Context(), older(t, "channel-tabbed"), inventedChannel, tabOf("streams"), false)
	if err != nil || len(page.Rows) != 0 || page.Next != "" {
		t.Errorf("a tab that is not there: %+v %v", page, err)
	}
}

func TestOlderRows(t *testing.T) {
	var rows []content.ItemSummary
	r := scan.ReadString(older(t, "rows").top["rows"].Raw)
	for range r.Array() {
		if row := readRow(r, content.KindVideo).row; row != nil {
			sourcestest.CheckRow(t, content.VideoSite, row)
			rows = append(rows, *row)
		}
	}
	sourcestest.Golden(t, "older-rows", rows)
}

func TestOlderComments(t *testing.T) {
	page := &sources.Page[content.Comment]{Item: &sources.ItemRef{ID: "video_site:aInvented01"}}
	if err := readComments(page, older(t, "comments"), ""); err != nil {
		t.Fatal(err)
	}
	sourcestest.Golden(t, "older-comments", page)
}

func TestOlderNext(t *testing.T) {
	n := readNext(older(t, "next"))
	if n.likes == nil || *n.likes != 2560 || n.owner != inventedChannel || n.handle != "inventedcellar" || !n.closed {
		t.Errorf("%+v", n)
	}
	if n := readNext(answer{}); n.likes != nil || n.token != "" || n.closed {
		t.Errorf("nothing around a video: %+v", n)
	}
}

func TestRepliesToken(t *testing.T) {
	const want = "Eg0SC2FJbnZlbnRlZDAxGAYygwEaUBIaVWd4SW52ZW50ZWRUaHJlYWQwMTRBYUFCQWciAggAKhhVQ2ludmVudGVkaW52ZW50ZWRpbnZlbnQyC2FJbnZlbnRlZDAxQAFICoIBAggBQi9jb21tZW50LXJlcGxpZXMtaXRlbS1VZ3hJbnZlbnRlZFRocmVhZDAxNEFhQUJBZw%3D%3D"
	if got := repliesToken("aInvented01", "UgxInventedThread014AaABAg", inventedChannel); got != want {
		t.Errorf("%s", got)
	}
}

// TestALiveRowHasNoViews reads rows of a playlist that run now, whatever words their viewers are shown with.
func TestALiveRowHasNoViews(t *testing.T) {
	for _, info := range []string{`{"text":"1.2K watching"}`, `{"text":"1.2K views"}`, `{"text":"1.2K"},{"text":" watching"}`} {
		r := scan.ReadString(`[{"playlistVideoRenderer":{"videoId":"a1_B-cD2e3F","title":{"simpleText":"On air"},"videoInfo":{"runs":[` + info + `]},
			"thumbnailOverlays":[{"thumbnailOverlayTimeStatusRenderer":{"style":"LIVE","text":{"simpleText":"LIVE"}}}]}}]`)
		for range r.Array() {
			row := readRow(r, content.KindVideo).row
			if row == nil || !row.Live || row.Stats.Views != nil || row.ViewsApproximate {
				t.Errorf("%s: %+v", info, row)
			}
		}
	}
}
