package youtube

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"net/url"
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// linked describes rows of lists other than a channel's: most are videos, and shorts are marked as such.
var linked = tab{kind: content.KindVideo}

// linkedPlaylist reads one page of a playlist by its link, in the playlist's own order.
func (s *site) linkedPlaylist(ctx context.Context, r sources.LinkedListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Token != "" {
		return s.moreLinked(ctx, r.Token)
	}
	doc, err := s.call(ctx, s.web(), "browse", "list", map[string]any{"browseId": "VL" + r.List.ID})
	if err != nil {
		return nil, err
	}
	if err := alertError(doc, "list"); err != nil {
		return nil, err
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	page.Title = nonBlank(text(scan.First(doc.top["header"].Get("playlistHeaderRenderer.title"), doc.top["metadata"].Get("playlistMetadataRenderer.title"),
		doc.top["header"].Get("pageHeaderRenderer.pageTitle"))))
	page.Total, page.TotalApproximate = playlistTotal(doc)
	return page, addPlaylist(page, doc, linked)
}

// hashtag reads one page of the videos under a hashtag, in the platform's own order.
func (s *site) hashtag(ctx context.Context, r sources.LinkedListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Token != "" {
		return s.moreLinked(ctx, r.Token)
	}
	doc, err := s.call(ctx, s.web(), "browse", "", map[string]any{"browseId": "FEhashtag", "params": hashtagParams(r.List.ID)})
	if err != nil {
		return nil, err
	}
	if err := alertError(doc, "list"); err != nil {
		return nil, err
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	page.Title = nonBlank(text(scan.First(doc.top["header"].Get("hashtagHeaderRenderer.hashtag"), doc.top["header"].Get("pageHeaderRenderer.pageTitle"))))
	page.Total, page.TotalApproximate = videosIn(doc)
	list := scan.FindOpen(doc.top["contents"].Raw, "richGridRenderer").Member("contents")
	if !list.Exists() { // a section says that nothing is shown
		list = scan.FindOpen(doc.top["contents"].Raw, "itemSectionRenderer").Member("contents")
	}
	if !list.Exists() {
		return nil, sources.Missing("richGridRenderer")
	}
	other := unread{}
	addRows(page, list, linked, other)
	return page, check(page, other)
}

// moreLinked reads a later page, which may be a continuation or a full page. A continuation without a list is the end.
func (s *site) moreLinked(ctx context.Context, token string) (*sources.Page[content.ItemSummary], error) {
	doc, err := s.more(ctx, "browse", token)
	if err != nil {
		return nil, err
	}
	if doc.continued().Exists() {
		return nextPage(doc, linked, nil)
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	return page, addPlaylist(page, doc, linked)
}

// hashtagParams returns the request parameter for the page of a hashtag.
func hashtagParams(word string) string {
	about := string(slices.Concat(field(0x0a, word), []byte{0x10, 0, 0x18, 1}))
	message := append(binary.AppendUvarint([]byte{0xea, 0x05}, uint64(len(about))), about...) // field 93
	return url.QueryEscape(base64.URLEncoding.EncodeToString(message))
}

// videosIn returns the number of videos in a header such as "4.5M videos • 1.1M channels".
func videosIn(doc answer) (total *int64, approximate bool) {
	header := doc.top["header"]
	lines := metadataLines(header.Get("pageHeaderRenderer.content.pageHeaderViewModel.metadata"))
	for _, line := range append([]string{text(header.Get("hashtagHeaderRenderer.hashtagInfoText"))}, lines...) {
		for part := range strings.SplitSeq(line, "•") {
			if part = plain(strings.TrimSpace(part)); strings.HasSuffix(part, "video") || strings.HasSuffix(part, "videos") {
				return scan.Count(part)
			}
		}
	}
	return nil, false
}

// withKnownLists adds lists for checking the route: the known channel's uploads, and the known word as a hashtag.
func withKnownLists(k sources.Known) sources.Known {
	if isChannelID(k.Account.ID) {
		list := playlistLink("UU" + k.Account.ID[2:])
		k.Playlist = &list
	}
	if isHashtag(k.Search.Query) {
		list := hashtagLink(k.Search.Query)
		k.Hashtag = &list
	}
	return k
}
