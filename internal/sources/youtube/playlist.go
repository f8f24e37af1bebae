package youtube

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// isAgeGated reports whether a channel shows an age gate in place of its tabs.
func isAgeGated(doc answer) bool {
	return !doc.top["metadata"].Exists() && scan.FindOpen(doc.raw, "channelAgeGateRenderer").Exists()
}

// playlist reads the list of a channel behind an age gate: everybody may see the playlist of its uploads, newest first.
// Its order is the platform's own, whatever order was asked for.
func (s *site) playlist(ctx context.Context, id string, t tab) (*sources.Page[content.ItemSummary], error) {
	doc, err := s.call(ctx, s.web(), "browse", "account", map[string]any{"browseId": "VL" + t.playlist + id[2:]})
	if err != nil {
		return nil, err
	}
	if err := alertError(doc); err != nil {
		return nil, err
	}
	head := doc.top["header"].Get("playlistHeaderRenderer")
	by := head.Get("ownerText.runs.0")
	account := accountRef(id, handleIn(by.Get("navigationEndpoint.browseEndpoint.canonicalBaseUrl").String()), by.Get("text").String())
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: account}
	if page.Total, page.TotalApproximate = scan.Count(text(head.Get("numVideosText"))); !head.Exists() {
		page.Total = readHeader(doc).items // since 2026
	}
	list := scan.FindOpen(doc.top["contents"].Raw, "playlistVideoListRenderer").Member("contents")
	if !list.Exists() {
		list = scan.FindOpen(doc.continued().Raw, "continuationItems")
	}
	if !list.Exists() { // since 2026
		list = scan.FindOpen(doc.top["contents"].Raw, "itemSectionRenderer").Member("contents")
	}
	if !list.Exists() {
		return nil, missing("playlistVideoListRenderer")
	}
	other := unread{}
	addRows(page, list, t, other)
	return page, other.check(len(page.Rows))
}
