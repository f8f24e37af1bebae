package youtube

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// isAgeGated reports whether a channel shows an age gate instead of its tabs.
func isAgeGated(doc answer) bool {
	return !doc.top["metadata"].Exists() && scan.FindOpen(doc.raw, "channelAgeGateRenderer").Exists()
}

// playlist reads the list of an age-gated channel from the playlist of its uploads, which is public and sorted newest
// first. Other sort orders are not available.
func (s *site) playlist(ctx context.Context, id string, t tab) (*sources.Page[content.ItemSummary], error) {
	doc, err := s.call(ctx, s.web(), "browse", "account", map[string]any{"browseId": "VL" + t.playlist + id[2:]})
	if err != nil {
		return nil, err
	}
	if err := alertError(doc, "account"); err != nil {
		return nil, err
	}
	head := doc.top["header"].Get("playlistHeaderRenderer")
	by := head.Get("ownerText.runs.0")
	account := accountRef(id, handleIn(by.Get("navigationEndpoint.browseEndpoint.canonicalBaseUrl").String()), by.Get("text").String())
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: account}
	page.Total, page.TotalApproximate = playlistTotal(doc)
	return page, addPlaylist(page, doc, t)
}

// playlistTotal returns the number of videos in a playlist's header.
func playlistTotal(doc answer) (total *int64, approximate bool) {
	if head := doc.top["header"].Get("playlistHeaderRenderer"); head.Exists() {
		return scan.Count(text(head.Get("numVideosText")))
	}
	return videosIn(doc) // since 2026
}

// addPlaylist reads the rows of a playlist and the token of its next page. It returns source_changed if the answer has
// no list, or a list without rows that is not marked as empty.
func addPlaylist(page *sources.Page[content.ItemSummary], doc answer, t tab) error {
	old := scan.FindOpen(doc.top["contents"].Raw, "playlistVideoListRenderer")
	list := old.Member("contents")
	if !list.Exists() && old.Exists() && page.Total != nil && *page.Total == 0 {
		return nil
	}
	if !list.Exists() {
		list = scan.FindOpen(doc.continued().Raw, "continuationItems")
	}
	if !list.Exists() { // since 2026
		list = scan.FindOpen(doc.top["contents"].Raw, "itemSectionRenderer").Member("contents")
	}
	if !list.Exists() {
		return sources.Missing("playlistVideoListRenderer")
	}
	other := unread{}
	rest := addRows(page, list, t, other)
	if page.Next == "" { // the token may come after the list
		page.Next = continuation(findContinuation(func(name string) scan.Open { return scan.FindOpen(rest, name) }))
	}
	return check(page, other)
}
