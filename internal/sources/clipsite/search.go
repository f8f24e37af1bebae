package clipsite

import (
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// itemResult is the type of a search result that is an item; others are user cards and the like.
const itemResult = 1

// search reads one page of the general search and keeps its items.
func (s site) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	offset := r.Token
	if offset == "" {
		offset = firstCursor
	}
	m, err := s.call(ctx, endpoint("search/general/full", "keyword", r.Query, "offset", offset))
	if err != nil {
		return nil, err
	}
	list, err := rows(m, "data")
	if err != nil {
		return nil, err
	}
	items := make([]gjson.Result, 0, len(list))
	for _, v := range list {
		f := v.Map()
		if f["type"].Int() == itemResult {
			items = append(items, wire.First(f["item"], f["aweme_info"]))
		}
	}
	return &sources.Page[content.ItemSummary]{Rows: summaries(items), Next: next(m, offset)}, nil
}

// accounts reads one page of the search for people.
func (s site) accounts(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.AccountRow], error) {
	cursor := r.Token
	if cursor == "" {
		cursor = firstCursor
	}
	m, err := s.call(ctx, endpoint("search/user/full", "keyword", r.Query, "cursor", cursor))
	if err != nil {
		return nil, err
	}
	list, err := rows(m, "user_list")
	if err != nil {
		return nil, err
	}
	page := &sources.Page[content.AccountRow]{Rows: make([]content.AccountRow, 0, len(list)), Next: next(m, cursor)}
	for _, v := range list {
		info := v.Get("user_info")
		if ref := appAuthor(info); ref != nil {
			page.Rows = append(page.Rows, content.AccountRow{AccountRef: *ref, Followers: wire.Int(info.Get("follower_count"))})
		}
	}
	return page, nil
}
