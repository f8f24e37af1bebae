package youtube

import (
	"context"
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// tab is one list of a channel: its request parameter, the last part of its address, its title, the prefix that turns a
// channel's id into the id of a playlist of the same videos, and the kind of its elements.
type tab struct {
	params, path, title, playlist string
	kind                          content.Kind
}

func tabOf(collection string) tab {
	switch collection {
	case "shorts":
		return tab{"EgZzaG9ydHPyBgUKA5oBAA%3D%3D", "shorts", "Shorts", "UUSH", content.KindShort}
	case "streams":
		return tab{"EgdzdHJlYW1z8gYECgJ6AA%3D%3D", "streams", "Live", "UULV", content.KindVideo}
	}
	return tab{"EgZ2aWRlb3PyBgQKAjoA", "videos", "Videos", "UULF", content.KindVideo}
}

// items reads one page of a channel's tab, or of its feed if only new items are requested.
func (s *site) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	t := tabOf(r.Collection)
	if r.Token != "" && r.Token != behindFeed {
		doc, err := s.more(ctx, "browse", r.Token)
		if err != nil {
			return nil, err
		}
		return nextPage(doc, t, r.Known)
	}
	id, err := s.channelID(ctx, r.Account)
	if err != nil {
		return nil, err
	}
	if r.Newest && r.Token == "" {
		if page := s.newest(ctx, id, t); page != nil {
			return page, nil
		}
	}
	doc, err := s.tab(ctx, id, t)
	if err != nil {
		return nil, err
	}
	if isAgeGated(doc) {
		return s.playlist(ctx, id, t)
	}
	return s.firstPage(ctx, doc, id, t, r.Sort == "popular")
}

// firstPage reads the requested tab. If the channel lacks it, the platform answers with another tab, and the list is empty.
func (s *site) firstPage(ctx context.Context, doc answer, id string, t tab, popular bool) (*sources.Page[content.ItemSummary], error) {
	tabs := scan.FindOpen(doc.top["contents"].Raw, "tabs")
	if !tabs.IsArray() {
		return nil, sources.Missing("contents.twoColumnBrowseResultsRenderer.tabs")
	}
	account := listOwner(doc, id)
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: account}
	body := selectedTab(tabs, t)
	if !body.Exists() {
		return page, nil
	}
	if popular {
		if token := popularToken(body); token != "" {
			doc, err := s.more(ctx, "browse", token)
			if err != nil {
				return nil, err
			}
			return nextPage(doc, t, account)
		}
	}
	grid := body.Find("richGridRenderer")
	list := grid.Member("contents")
	if !grid.Exists() { // the layout before 2022
		list = body.Find("gridRenderer").Member("items")
	}
	other := unread{}
	addRows(page, list, t, other)
	if popular && page.Next == "" {
		sortByViews(page.Rows)
	}
	return page, check(page, other)
}

// selectedTab returns t if the page shows it, else the zero Open.
func selectedTab(tabs scan.Open, t tab) scan.Open {
	for r := tabs.Find("tabRenderer"); r.Exists(); r = r.Find("tabRenderer") {
		if !r.Get("selected").Bool() {
			continue
		}
		address := r.Get("endpoint.commandMetadata.webCommandMetadata.url").String()
		if strings.HasSuffix(address, "/"+t.path) || address == "" && text(r.Get("title")) == t.title {
			return r
		}
		break
	}
	return scan.Open{}
}

// popularToken returns the token of the second of the chips Latest, Popular, Oldest; a small channel has none.
func popularToken(body scan.Open) string {
	var tokens []string
	chips := body.Renderer("chipBarViewModel").Get("chips")
	if !chips.Exists() {
		chips = body.Renderer("feedFilterChipBarRenderer").Get("contents")
	}
	for v := range scan.Elements(chips) {
		chip := scan.First(v.Get("chipViewModel"), v.Get("chipCloudChipRenderer"))
		tokens = append(tokens, commandToken(scan.First(chip.Get("tapCommand.innertubeCommand"), chip.Get("navigationEndpoint"))))
	}
	if len(tokens) < 2 {
		return ""
	}
	return tokens[1]
}

// nextPage reads a continuation. Continuations do not name the list's owner, so the caller passes it as account.
func nextPage(doc answer, t tab, account *content.AccountRef) (*sources.Page[content.ItemSummary], error) {
	page, other := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: account}, unread{}
	if !eachContinuation(doc, func(list scan.Open) string { return addRows(page, list, t, other) }) {
		return nil, sources.Missing("continuationItems")
	}
	return page, check(page, other)
}

// eachContinuation calls f with every list of elements in a continuation; f returns the text after the list. It returns
// false if the answer is not a continuation; one without a list is the end.
func eachContinuation(doc answer, f func(list scan.Open) (rest string)) bool {
	rest := doc.continued().Raw
	for list := scan.FindOpen(rest, "continuationItems"); list.Exists(); list = scan.FindOpen(rest, "continuationItems") {
		rest = f(list)
	}
	return rest != "" || doc.continued().Exists() || doc.top["responseContext"].Exists()
}

// addRows reads a list's elements and the token of the next page after them; other collects the names of elements that
// could not be read.
func addRows(page *sources.Page[content.ItemSummary], list scan.Open, t tab, other unread) (rest string) {
	r := list.Read()
	for range r.Array() {
		e := readRow(r, t.kind)
		other.note(e.unread)
		if e.next != "" {
			page.Next = e.next
		} else if e.row != nil {
			if e.row.Author == nil {
				e.row.Author = page.Account
			}
			page.Rows = append(page.Rows, *e.row)
		}
	}
	return r.Rest()
}

// sortByViews sorts a complete list; the platform cannot sort lists that short.
func sortByViews(rows []content.ItemSummary) {
	views := func(r content.ItemSummary) int64 {
		if r.Stats.Views == nil {
			return -1
		}
		return *r.Stats.Views
	}
	slices.SortStableFunc(rows, func(a, b content.ItemSummary) int { return int(views(b) - views(a)) })
}
