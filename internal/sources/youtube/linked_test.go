package youtube

import (
	"context"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// listOf recognises a link to a list.
func listOf(t *testing.T, address string) sources.ListLink {
	t.Helper()
	l, problem := sources.NewPlatforms(Platform()).RecognizeList(address)
	if problem != nil {
		t.Fatalf("%s: %v", address, problem)
	}
	return l
}

// readAll reads a list to its end, and what its first page says.
func readAll(t *testing.T, read func(context.Context, sources.LinkedListRequest) (*sources.Page[content.ItemSummary], error), l sources.ListLink) (rows []content.ItemSummary, head *sources.Page[content.ItemSummary]) {
	t.Helper()
	r := sources.LinkedListRequest{List: l}
	for range 20 {
		page, err := read(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if head == nil {
			head = page
		}
		for n := range page.Rows {
			sourcestest.CheckRow(t, content.VideoSite, &page.Rows[n])
		}
		if rows = append(rows, page.Rows...); page.Next == "" {
			return rows, head
		}
		r.Token = page.Next
	}
	t.Fatal("the list does not end")
	return nil, nil
}

func TestPlaylist(t *testing.T) {
	r, _ := play(t)
	rows, head := readAll(t, r.Playlist, listOf(t, "https://m.youtube.com/playlist?list="+simulator.PlaylistMade+"&si=abc"))
	authors := map[string]bool{}
	for _, row := range rows {
		if row.Author == nil || row.DurationMs == nil {
			t.Fatalf("%+v", row)
		}
		authors[row.Author.ID] = true
	}
	if len(rows) != 62 || len(authors) != 3 || head.Account != nil || head.Title == nil || *head.Title != "Slow suppers" || head.Total == nil || *head.Total != 62 || head.TotalApproximate {
		t.Errorf("%d rows by %d, of %v, title %v", len(rows), len(authors), head.Total, head.Title)
	}
	empty, _ := readAll(t, r.Playlist, listOf(t, "https://www.youtube.com/playlist?list="+simulator.PlaylistEmpty))
	if len(empty) != 0 {
		t.Errorf("an empty playlist: %d rows", len(empty))
	}
	for id, code := range map[string]apierror.Code{"PLSimulatedMissing0001": apierror.CodeNotFound, simulator.PlaylistPrivate: apierror.CodeUnavailablePrivate,
		simulator.PlaylistWalled: apierror.CodeRouteDegraded, simulator.PlaylistRedrawn: apierror.CodeSourceChanged} {
		if _, err := r.Playlist(t.Context(), sources.LinkedListRequest{List: playlistLink(id)}); !apierror.Is(err, code) {
			t.Errorf("%s: %v, want %s", id, err, code)
		}
	}
}

func TestHashtag(t *testing.T) {
	r, _ := play(t)
	rows, head := readAll(t, r.Hashtag, listOf(t, "https://www.youtube.com/hashtag/Supper"))
	kinds := map[content.Kind]int{}
	for _, row := range rows {
		kinds[row.Kind]++
	}
	if len(rows) < 60 || kinds[content.KindShort] == 0 || kinds[content.KindVideo] == 0 || head.Title == nil || *head.Title != "#supper" || head.Total == nil || !head.TotalApproximate {
		t.Errorf("%d rows, %v, of %v, title %v", len(rows), kinds, head.Total, head.Title)
	}
	if rows, _ := readAll(t, r.Hashtag, listOf(t, "https://www.youtube.com/hashtag/nobodyusesthis")); len(rows) != 0 {
		t.Errorf("an unused hashtag: %d rows", len(rows))
	}
}

// TestHashtagParams: the message of a long word, and of one in another script, holds the word whole.
func TestHashtagParams(t *testing.T) {
	if got := hashtagParams("cats"); got != "6gUKCgRjYXRzEAAYAQ%3D%3D" {
		t.Error(got)
	}
}

// TestPlaylistShapes reads a playlist in the layout before 2026, and one whose continuation stands behind the list.
func TestPlaylistShapes(t *testing.T) {
	row := `{"playlistVideoRenderer":{"videoId":"aaaaaaaaaaa","title":{"runs":[{"text":"One"}]},"lengthText":{"simpleText":"1:01"},
		"shortBylineText":{"runs":[{"text":"Somebody","navigationEndpoint":{"browseEndpoint":{"browseId":"UCaaaaaaaaaaaaaaaaaaaaaa","canonicalBaseUrl":"/@somebody"}}}]},
		"videoInfo":{"runs":[{"text":"1.2K views"},{"text":" • "},{"text":"3 years ago"}]}}}`
	more := `{"continuationItemRenderer":{"continuationEndpoint":{"continuationCommand":{"token":"more"}}}}`
	wrap := func(list, behind string) string {
		return `{"responseContext":{},"header":{"playlistHeaderRenderer":{"title":{"simpleText":"Old"},"numVideosText":{"runs":[{"text":"1,234"},{"text":" videos"}]}}},
			"alerts":[{"alertRenderer":{"type":"INFO","text":{"simpleText":"Unavailable videos are hidden"}}}],
			"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"content":{"sectionListRenderer":{"contents":[{"itemSectionRenderer":{"contents":[` + list + `]}}` + behind + `]}}}}]}}}`
	}
	for name, body := range map[string]string{
		"within": wrap(`{"playlistVideoListRenderer":{"contents":[`+row+`,`+more+`]}}`, ""),
		"behind": wrap(`{"playlistVideoListRenderer":{"contents":[`+row+`]}}`, `,`+more),
	} {
		doc, _ := readAnswer(body)
		page := &sources.Page[content.ItemSummary]{}
		page.Total, page.TotalApproximate = playlistTotal(doc)
		if err := addPlaylist(page, doc, linked); err != nil || alertError(doc, "list") != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(page.Rows) != 1 || page.Next != "more" || *page.Total != 1234 || page.Rows[0].Author == nil || *page.Rows[0].Author.Handle != "somebody" || *page.Rows[0].Stats.Views != 1200 {
			t.Errorf("%s: %+v", name, page)
		}
	}
	doc, _ := readAnswer(wrap(`{"playlistVideoListRenderer":{"playlistId":"x"}}`, ""))
	if err := addPlaylist(&sources.Page[content.ItemSummary]{Total: new(int64(5))}, doc, linked); !apierror.Is(err, apierror.CodeSourceChanged) {
		t.Errorf("a list without its rows: %v", err)
	}
}

func TestRecognizeList(t *testing.T) {
	set := sources.NewPlatforms(Platform())
	for address, id := range map[string]string{
		"https://www.youtube.com/playlist?list=PLFs4vir_WsTwEd-nJgVJCZPNL3HALHHpF":          "PLFs4vir_WsTwEd-nJgVJCZPNL3HALHHpF",
		"https://youtu.be/playlist?list=UULFbfnHqxXs_K3kvaH-WlNlig":                         "UULFbfnHqxXs_K3kvaH-WlNlig",
		"https://music.youtube.com/playlist?list=OLAK5uy_kmtfKZMYCWqYq3pQhmJNLvhOPEVuc":     "OLAK5uy_kmtfKZMYCWqYq3pQhmJNLvhOPEVuc",
		"https://www.youtube.com/hashtag/Caf%C3%A9":                                         "café",
		"https://www.youtube.com/embed/videoseries?list=PLFs4vir_WsTwEd-nJgVJCZPNL3HALHHpF": "PLFs4vir_WsTwEd-nJgVJCZPNL3HALHHpF",
	} {
		if l, problem := set.RecognizeList(address); problem != nil || l.ID != id {
			t.Errorf("%s: %+v, %v", address, l, problem)
		}
	}
	for address, reason := range map[string]sources.Reason{
		"https://www.youtube.com/watch?v=aaaaaaaaaaa&list=PLaaaaaaaaaaaaaaaa": sources.ObjectNotSupported, // a video
		"https://www.youtube.com/playlist?list=RDaaaaaaaaaaa":                 sources.ObjectNotSupported, // a mix
		"https://www.youtube.com/playlist?list=WL":                            sources.ObjectNotSupported,
		"https://www.youtube.com/embed/aaaaaaaaaaa?list=PLaaaaaaaaaaaaaaaa":   sources.ObjectNotSupported, // a video
		"https://www.youtube.com/embed/videoseries/x?list=PLaaaaaaaaaaaaaaaa": sources.ObjectNotSupported,
		"https://www.youtube.com/shared/videoseries?list=PLaaaaaaaaaaaaaaaa":  sources.ObjectNotSupported,
		"https://www.youtube.com/hashtag/word/shorts":                         sources.ObjectNotSupported,
		"https://www.youtube.com/hashtag/some.word":                           sources.ObjectNotSupported,
		"https://www.youtube.com/results/word":                                sources.ObjectNotSupported,
		"https://www.youtube.com/@somebody":                                   sources.AccountNotSupported,
		"https://example.com/playlist?list=PLaaaaaaaaaaaaaaaa":                sources.UnsupportedHost,
	} {
		if _, problem := set.RecognizeList(address); problem == nil || problem.Code != apierror.CodeUnsupportedObject || problem.Details["reason"] != reason {
			t.Errorf("%s: %v", address, problem)
		}
	}
}

// TestClock reads lengths as lists tell them.
func TestClock(t *testing.T) {
	for said, seconds := range map[string]int64{"0:06": 6, "36:24": 2184, " 1:02:03 ": 3723, "59:59": 3599, "100:00": 6000, "6": -1, "1:60": -1, "1:2:3:4": -1, "LIVE": -1, "-1:05": -1} {
		if got := clock(said); (got == nil) != (seconds < 0) || got != nil && *got != seconds*1000 {
			t.Errorf("%q: %v", said, got)
		}
	}
}
