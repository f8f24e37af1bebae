package clipsite

import (
	"context"
	"strings"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// firstCursor is what the web asks the first page of everything with.
const firstCursor = "0"

// pageSize is how many items the web asks for; above 35 the platform calls the request invalid.
const pageSize = "30"

// items lists an account's items, newest first after the pinned ones. The token of a page is "cursor:secUid", so that
// later pages need no account page.
func (s site) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	cursor, secUID, whose := firstCursor, "", r.Known
	if r.Token != "" {
		cursor, secUID, _ = strings.Cut(r.Token, ":")
	} else {
		p, err := s.person(ctx, r.Account)
		switch {
		case err != nil:
			return nil, err
		case p.private():
			return nil, fault.New(fault.UnavailablePrivate)
		case p.secUID == "":
			return nil, fault.New(fault.SourceChanged, "missing", []string{"userInfo.user.secUid"})
		}
		secUID, whose = p.secUID, p.account.Ref()
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: whose}
	m, err := s.call(ctx, endpoint("post/item_list", "secUid", secUID, "count", pageSize, "cursor", cursor), "itemList", summariesInto(&page.Rows))
	if err != nil {
		return nil, err
	}
	if n := m.next(cursor); n != "" {
		page.Next = n + ":" + secUID
	}
	return page, nil
}

// summariesInto reads rows that are items.
func summariesInto(rows *[]content.ItemSummary) func(*wire.Reader) {
	return func(r *wire.Reader) {
		if c, ok := readClip(r); ok {
			*rows = append(*rows, c.summary())
		}
	}
}
