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
	page, other := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}, unread{}
	next, err := s.results(ctx, r, onlyVideos, func(v gjson.Result) {
		e := readRow(scan.ReadString(v.Raw), content.KindVideo)
		if other.note(e.unread); e.row != nil {
			page.Rows = append(page.Rows, *e.row)
		}
	})
	if err != nil {
		return nil, err
	}
	page.Next = next
	return page, check(page, other)
}

// accounts reads one page of channels.
func (s *site) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	page, other := &sources.Page[content.AccountRow]{Rows: []content.AccountRow{}}, unread{}
	next, err := s.results(ctx, r, onlyChannels, func(v gjson.Result) {
		row, name := accountRow(v)
		if other.note(name); row != nil {
			page.Rows = append(page.Rows, *row)
		}
	})
	if err != nil {
		return nil, err
	}
	page.Next = next
	return page, check(page, other)
}

// results fetches one page, calls each for its elements, and returns the token of the next page.
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

// readResults walks through the sections of results on a first or later page.
func readResults(doc answer, each func(gjson.Result)) (next string, err error) {
	results := scan.FindOpen(doc.top["contents"].Raw, "sectionListRenderer")
	if !results.Exists() {
		results = scan.OpenOf(doc.continued())
	}
	if !results.Exists() {
		return "", sources.Missing("sectionListRenderer")
	}
	section, rest := results.Find("itemSectionRenderer"), ""
	if !section.Exists() {
		return continuation(findContinuation(results.Find)), nil
	}
	for ; section.Exists(); section = scan.FindOpen(rest, "itemSectionRenderer") {
		rest = section.Member("contents").Each(func(v gjson.Result) bool {
			each(v)
			return true
		})
	}
	return continuation(findContinuation(func(name string) scan.Open { return scan.FindOpen(rest, name) })), nil
}

// findContinuation returns the first continuation element, under either of its names.
func findContinuation(find func(name string) scan.Open) scan.Open {
	if old := find("continuationItemRenderer"); old.Exists() {
		return old
	}
	return find("continuationItemViewModel")
}

// accountRow reads a channel; nil for an element of another kind. unread is the name of an element that should be a
// channel but could not be read.
func accountRow(element gjson.Result) (row *content.AccountRow, unread string) {
	name, v := scan.OpenOf(element).SoleMember()
	if name == "lockupViewModel" {
		name = v.Get("contentType").String()
	}
	switch name {
	case "channelRenderer":
		row = oldChannelRow(v)
	case "LOCKUP_CONTENT_TYPE_CHANNEL":
		row = channelLockup(v)
	case "videoRenderer", "LOCKUP_CONTENT_TYPE_VIDEO", "LOCKUP_CONTENT_TYPE_SHORT":
		return nil, ""
	default:
		if isAside(name) {
			return nil, ""
		}
	}
	if row == nil {
		unread = name
	}
	return row, unread
}

// oldChannelRow reads a channel in the format used before 2026.
func oldChannelRow(v scan.Open) *content.AccountRow {
	m := v.Fields("channelId", "title", "navigationEndpoint", "subscriberCountText", "videoCountText")
	handle := handleIn(m["navigationEndpoint"].Get("browseEndpoint.canonicalBaseUrl").String())
	return channelRow(m["channelId"].String(), handle, text(m["title"]), text(m["subscriberCountText"]), text(m["videoCountText"]))
}

// channelLockup reads a channel in the format used since 2026.
func channelLockup(v scan.Open) *content.AccountRow {
	m := v.Fields("metadata", "contentId", "rendererContext")
	meta := scan.OpenOf(m["metadata"]).Member("lockupMetadataViewModel")
	address := m["rendererContext"].Get("commandContext.onTap.innertubeCommand.browseEndpoint.canonicalBaseUrl").String()
	return channelRow(m["contentId"].String(), handleIn(address), text(meta.Get("title")), metadataLines(meta.Get("metadata"))...)
}

// channelRow returns the row of a channel; nil without an id. Its lines are recognised by their text: the platform now
// shows the handle in the former place of followers, and followers in that of the number of videos.
func channelRow(id, handle, name string, lines ...string) *content.AccountRow {
	var followers *int64
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "@"):
			handle = handleIn(line)
		case strings.Contains(line, "subscriber"):
			followers, _ = scan.Count(line)
		}
	}
	account := accountRef(id, handle, name)
	if account == nil {
		return nil
	}
	return &content.AccountRow{AccountRef: *account, Followers: followers}
}
