package youtube

import (
	"context"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// Filters of a search: videos, channels.
const (
	onlyVideos   = "EgIQAQ%3D%3D"
	onlyChannels = "EgIQAg%3D%3D"
)

// search reads one page of videos. Shelves that the platform mixes in ("people also watched") are left out.
func (s *site) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	next, err := s.results(ctx, r, onlyVideos, func(v gjson.Result) {
		if row, _ := readRow(scan.ReadString(v.Raw), content.KindVideo); row != nil {
			page.Rows = append(page.Rows, *row)
		}
	})
	if err != nil {
		return nil, err
	}
	page.Next = next
	return page, nil
}

// accounts reads one page of channels.
func (s *site) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	page := &sources.Page[content.AccountRow]{Rows: []content.AccountRow{}}
	next, err := s.results(ctx, r, onlyChannels, func(v gjson.Result) {
		if row := accountRow(v); row != nil {
			page.Rows = append(page.Rows, *row)
		}
	})
	if err != nil {
		return nil, err
	}
	page.Next = next
	return page, nil
}

// results fetches one page, calls each with its elements, and returns the token of the next one.
func (s *site) results(ctx context.Context, r sources.SearchRequest, filter string, each func(gjson.Result)) (next string, err error) {
	body := map[string]any{"query": r.Query, "params": filter}
	if r.Token != "" {
		body = map[string]any{"continuation": r.Token}
	}
	doc, err := s.call(ctx, s.web(), "search", "", body)
	if err != nil {
		return "", err
	}
	return readResults(doc, each)
}

// readResults walks through the sections of results, on the first page and on later ones.
func readResults(doc answer, each func(gjson.Result)) (next string, err error) {
	results := scan.FindOpen(doc.top["contents"].Raw, "sectionListRenderer")
	if !results.Exists() {
		results = scan.OpenOf(doc.continued())
	}
	if !results.Exists() {
		return "", missing("sectionListRenderer")
	}
	section, rest := results.Find("itemSectionRenderer"), ""
	if !section.Exists() {
		return continuation(results.Find("continuationItemRenderer")), nil
	}
	for ; section.Exists(); section = scan.FindOpen(rest, "itemSectionRenderer") {
		rest = section.Member("contents").Each(func(v gjson.Result) bool {
			each(v)
			return true
		})
	}
	return continuation(scan.FindOpen(rest, "continuationItemRenderer")), nil
}

// accountRow reads a channel; nil for an element of another kind. Its texts are recognised by their words: the platform
// puts the handle where followers stood, and followers where the number of videos stood.
func accountRow(element gjson.Result) *content.AccountRow {
	name, v := scan.OpenOf(element).SoleMember()
	if name != "channelRenderer" {
		return nil
	}
	m := v.Fields("channelId", "title", "navigationEndpoint", "subscriberCountText", "videoCountText")
	handle := handleIn(m["navigationEndpoint"].Get("browseEndpoint.canonicalBaseUrl").String())
	var followers *int64
	for _, field := range []string{"subscriberCountText", "videoCountText"} {
		switch line := text(m[field]); {
		case strings.HasPrefix(line, "@"):
			handle = handleIn(line)
		case strings.Contains(line, "subscriber"):
			followers, _ = scan.Count(line)
		}
	}
	account := accountRef(m["channelId"].String(), handle, text(m["title"]))
	if account == nil {
		return nil
	}
	return &content.AccountRow{AccountRef: *account, Followers: followers}
}
