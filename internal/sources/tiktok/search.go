package tiktok

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// search reads one page of the general search and keeps its items.
func (s site) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	offset := r.Token
	if offset == "" {
		offset = firstCursor
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	m, err := s.call(ctx, s.endpoint("search/general/full", "keyword", r.Query, "offset", offset), "", "data", appendResults(&page.Rows))
	if err != nil {
		return nil, err
	}
	page.Next = m.next(offset)
	return page, nil
}

// appendResults appends the results that hold an item; others are user cards and the like.
func appendResults(rows *[]content.ItemSummary) func(*scan.Reader) {
	item := appendItems(rows)
	return func(r *scan.Reader) {
		for key := range r.Object() {
			if key == "item" || key == "aweme_info" {
				item(r)
			}
		}
	}
}

// accounts reads one page of the search for people.
func (s site) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	cursor := r.Token
	if cursor == "" {
		cursor = firstCursor
	}
	page := &sources.Page[content.AccountRow]{Rows: []content.AccountRow{}}
	m, err := s.call(ctx, s.endpoint("search/user/full", "keyword", r.Query, "cursor", cursor), "", "user_list", func(r *scan.Reader) {
		info := r.Fields("user_info")["user_info"]
		if ref := appAuthor(info); ref != nil {
			page.Rows = append(page.Rows, content.AccountRow{AccountRef: *ref, Followers: scan.Int(info.Get("follower_count"))})
		}
	})
	if err != nil {
		return nil, err
	}
	page.Next = m.next(cursor)
	return page, nil
}
