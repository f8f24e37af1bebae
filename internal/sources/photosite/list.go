package photosite

import (
	"context"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// items lists an account's posts or reels, in the platform's order. The token of a page is "pk:cursor", so that later
// pages need no account page.
func (s site) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Token != "" {
		pk, cursor, _ := strings.Cut(r.Token, ":")
		page, err := s.feed(ctx, pk, cursor, r)
		return owned(page, r.Known), err
	}
	p, err := s.person(ctx, r.Account)
	if err != nil {
		return nil, err
	}
	if p.private() {
		return nil, fault.New(fault.UnavailablePrivate)
	}
	page, err := s.feed(ctx, p.pk(), "", r)
	if err != nil && !fault.Is(err, fault.UnavailablePrivate) && r.Collection != "reels" && p.posts.IsObject() {
		page, err = p.shown(), nil // without counts and dates, but true
	}
	return owned(page, p.account.Ref()), err
}

// feed reads one page of the endpoint that gives posts whole.
func (s site) feed(ctx context.Context, pk, cursor string, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	request, wrapper := feedRequest(pk, cursor, r.Collection)
	a, err := s.fetcher.Fetch(ctx, request)
	if err != nil {
		return nil, err
	}
	rows, m, ok := readFeed(a.Body, wrapper)
	if !ok || a.Status >= 400 {
		_, err := answered(a, "account")
		if err == nil {
			err = fault.New(fault.SourceChanged, "missing", []string{"items"})
		}
		return nil, err
	}
	page := &sources.Page[content.ItemSummary]{Rows: rows}
	paging := m["paging_info"]
	next := wire.ID(wire.First(m["next_max_id"], paging.Get("max_id")))
	if more := wire.First(m["more_available"], paging.Get("more_available")); more.Bool() && next != "" && next != cursor {
		page.Next = pk + ":" + next
	}
	return page, nil
}

// feedRequest is the call for a page of posts, or of reels, each of which is wrapped.
func feedRequest(pk, cursor, collection string) (r sources.Request, wrapper string) {
	q := url.Values{}
	if cursor != "" {
		q.Set("max_id", cursor)
	}
	if collection == "reels" {
		q.Set("target_user_id", pk)
		q.Set("page_size", "12")
		q.Set("include_feed_video", "true")
		return sources.Request{URL: api + "clips/user/", Header: apiHeader(""), Body: []byte(q.Encode())}, "media"
	}
	q.Set("count", "12")
	return sources.Request{URL: api + "feed/user/" + url.PathEscape(pk) + "/?" + q.Encode(), Header: apiHeader("")}, ""
}

// readFeed walks through a feed; false when it is cut, or has no items.
func readFeed(body []byte, wrapper string) ([]content.ItemSummary, map[string]gjson.Result, bool) {
	var rows []content.ItemSummary
	m := map[string]gjson.Result{}
	r := wire.Read(body)
	for key := range r.Object() {
		switch key {
		case "items":
			if r.IsArray() {
				rows = summaries(r, wrapper)
			}
		case "next_max_id", "more_available", "paging_info":
			m[key] = r.Value()
		}
	}
	return rows, m, r.Intact() && rows != nil
}

// shown makes a page of the posts that a profile page shows. Its own cursor belongs to another query; the feed goes on
// behind the last post that it is told.
func (p person) shown() *sources.Page[content.ItemSummary] {
	edges := p.posts.Get("edges")
	page := &sources.Page[content.ItemSummary]{Rows: summaries(wire.ReadString(edges.Raw), "node")}
	list := edges.Array()
	if len(list) > 0 && p.posts.Get("page_info.has_next_page").Bool() {
		last := wire.ID(list[len(list)-1].Get("node.pk"))
		page.Next = p.pk() + ":" + last + "_" + p.pk()
	}
	return page
}

// summaries reads rows that are a post, or that hold it under a wrapper's name.
func summaries(r *wire.Reader, wrapper string) []content.ItemSummary {
	out := []content.ItemSummary{}
	add := func() {
		if p, ok := readMedia(r); ok {
			out = append(out, p.summary())
		}
	}
	for range r.Array() {
		if wrapper == "" {
			add()
			continue
		}
		for key := range r.Object() {
			if key == wrapper {
				add()
			}
		}
	}
	return out
}

// owned names whose items these are; rows that name the same account less fully take that name over.
func owned(page *sources.Page[content.ItemSummary], whose *content.AccountRef) *sources.Page[content.ItemSummary] {
	if page == nil || whose == nil {
		return page
	}
	page.Account = whose
	for i := range page.Rows {
		if a := page.Rows[i].Author; a == nil || a.ID == whose.ID {
			page.Rows[i].Author = whose
		}
	}
	return page
}
