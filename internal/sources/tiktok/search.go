package tiktok

import (
	"cmp"
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// search reads one page of the general search and returns its items.
func (s site) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	offset := cmp.Or(r.Token, firstCursor)
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	m, err := s.call(ctx, s.endpoint("search/general/full", "keyword", r.Query, "offset", offset), header(""), "data", appendResults(&page.Rows))
	if err != nil {
		return nil, err
	}
	page.Next = m.next(offset)
	return page, nil
}

// appendResults appends the results that are items; the others are known to be user cards.
func appendResults(rows *[]content.ItemSummary) func(*scan.Reader) bool {
	item := appendItems(rows)
	return func(r *scan.Reader) (known bool) {
		for key := range r.Object() {
			switch key {
			case "item", "aweme_info":
				known = item(r) || known
			case "user_list":
				known = true
			}
		}
		return known
	}
}

// accounts reads one page of the search for people.
func (s site) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	cursor := cmp.Or(r.Token, firstCursor)
	page := &sources.Page[content.AccountRow]{Rows: []content.AccountRow{}}
	m, err := s.call(ctx, s.endpoint("search/user/full", "keyword", r.Query, "cursor", cursor), header(""), "user_list", func(r *scan.Reader) bool {
		info := r.Fields("user_info")["user_info"]
		ref := appAuthor(info)
		if ref != nil {
			page.Rows = append(page.Rows, content.AccountRow{AccountRef: *ref, Followers: scan.Int(info.Get("follower_count"))})
		}
		return ref != nil
	})
	if err != nil {
		return nil, err
	}
	page.Next = m.next(cursor)
	return page, nil
}
