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
	return owned(page, p.ref()), err
}

// feed reads one page of the endpoint that gives posts whole.
func (s site) feed(ctx context.Context, pk, cursor string, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	v, err := s.feedAnswer(ctx, pk, cursor, r.Collection)
	if err != nil {
		return nil, err
	}
	m := v.Map()
	if !m["items"].IsArray() {
		return nil, fault.New(fault.SourceChanged, "missing", []string{"items"})
	}
	page := &sources.Page[content.ItemSummary]{Rows: summaries(m["items"])}
	paging := m["paging_info"]
	next := wire.ID(wire.First(m["next_max_id"], paging.Get("max_id")))
	if more := wire.First(m["more_available"], paging.Get("more_available")); more.Bool() && next != "" && next != cursor {
		page.Next = pk + ":" + next
	}
	return page, nil
}

func (s site) feedAnswer(ctx context.Context, pk, cursor, collection string) (gjson.Result, error) {
	if collection == "reels" {
		form := url.Values{"target_user_id": {pk}, "page_size": {"12"}, "include_feed_video": {"true"}}
		if cursor != "" {
			form.Set("max_id", cursor)
		}
		return s.post(ctx, "clips/user/", form, "account")
	}
	q := url.Values{"count": {"12"}}
	if cursor != "" {
		q.Set("max_id", cursor)
	}
	return s.get(ctx, "feed/user/"+url.PathEscape(pk)+"/?"+q.Encode(), "account")
}

// shown makes a page of the posts that a profile page shows. Its own cursor belongs to another query; the feed goes on
// behind the last post that it is told.
func (p person) shown() *sources.Page[content.ItemSummary] {
	edges := p.posts.Get("edges")
	page := &sources.Page[content.ItemSummary]{Rows: summaries(edges)}
	list := edges.Array()
	if len(list) > 0 && p.posts.Get("page_info.has_next_page").Bool() {
		last := wire.ID(list[len(list)-1].Get("node.pk"))
		page.Next = p.pk() + ":" + last + "_" + p.pk()
	}
	return page
}

// summaries reads rows that hold the post itself, or hold it as media or node.
func summaries(list gjson.Result) []content.ItemSummary {
	out := []content.ItemSummary{}
	list.ForEach(func(_, row gjson.Result) bool {
		f := row.Map()
		if p, ok := readMedia(wire.First(f["media"], f["node"], row)); ok {
			out = append(out, p.summary())
		}
		return true
	})
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
