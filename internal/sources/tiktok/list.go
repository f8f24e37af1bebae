package tiktok

import (
	"context"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// firstCursor is the cursor of the first page of comments and searches.
const firstCursor = "0"

// pageSize is how many items the web requests; the platform rejects a larger number.
const pageSize = "15"

const (
	week      = 7 * 24 * 3600 * 1000 // in milliseconds: the range of one page
	opening   = 1472706000000        // the platform's first day
	stepsBack = 8                    // how many weeks without items are skipped for one page
)

// items lists an account's items, newest first after the pinned ones. The token of a page is "cursor:secUid", so that
// later pages need no account page; the cursor is the time in milliseconds before which the items were created.
func (s site) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Token != "" {
		cursor, secUID, _ := strings.Cut(r.Token, ":")
		at, err := strconv.ParseInt(cursor, 10, 64)
		if err != nil {
			return nil, apierror.Wrap(err, apierror.CodeSourceChanged, "missing", []string{"the page behind an older cursor"})
		}
		page, err := s.walk(ctx, secUID, "", at)
		return listOwner(page, r.Known), err
	}
	p, err := s.accountPage(ctx, r.Account)
	switch {
	case err != nil:
		return nil, err
	case p.private():
		return nil, apierror.New(apierror.CodeUnavailablePrivate)
	case p.secUID == "":
		return nil, sources.Missing("userInfo.user.secUid")
	}
	page, err := s.firstPage(ctx, p)
	return listOwner(page, p.account.Ref()), err
}

// firstPage requests an empty list once more with another device number if the account has items.
func (s site) firstPage(ctx context.Context, p accountPage) (*sources.Page[content.ItemSummary], error) {
	for range 2 {
		page, err := s.walk(ctx, p.secUID, p.cookie, time.Now().UnixMilli())
		if err != nil || len(page.Rows) > 0 || page.Next != "" || scan.OrZero(p.account.Stats.Items) == 0 {
			return page, err
		}
		s.device.renew()
	}
	return nil, sources.Degraded("no rows of an account that has items")
}

func listOwner(page *sources.Page[content.ItemSummary], whose *content.AccountRef) *sources.Page[content.ItemSummary] {
	if page != nil {
		page.Account = whose
	}
	return page
}

// walk reads one page of items older than a time. An empty page with more to come is a week without items.
func (s site) walk(ctx context.Context, secUID, cookie string, before int64) (*sources.Page[content.ItemSummary], error) {
	for range stepsBack {
		rows, oldest, more, err := s.list(ctx, secUID, cookie, before)
		if err != nil {
			return nil, err
		}
		next := oldest
		if len(rows) == 0 || oldest == 0 { // nothing, or only pinned items
			next = before - week
		}
		page := &sources.Page[content.ItemSummary]{Rows: rows}
		if more && next > opening {
			page.Next = strconv.FormatInt(next, 10) + ":" + secUID
		}
		if len(rows) > 0 || page.Next == "" {
			return page, nil
		}
		before = next
	}
	return &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Next: strconv.FormatInt(before, 10) + ":" + secUID}, nil
}

// list fetches a page, and repeats it with another device number if the rows are newer than requested.
func (s site) list(ctx context.Context, secUID, cookie string, before int64) (rows []content.ItemSummary, oldest int64, more bool, err error) {
	for range 2 {
		rows, oldest = []content.ItemSummary{}, 0
		m, err := s.call(ctx, s.listAddress(secUID, before), header(cookie), "itemList", func(r *scan.Reader) bool {
			c, ok := readClip(r)
			if !ok {
				return false
			}
			rows = append(rows, c.summary())
			if at := c.published; at != nil && !c.pinned && (oldest == 0 || at.UnixMilli() < oldest) {
				oldest = at.UnixMilli()
			}
			return true
		})
		if err != nil {
			return nil, 0, false, err
		}
		if oldest < before {
			return rows, oldest, m.more(), nil
		}
		s.device.renew()
	}
	return nil, 0, false, sources.Degraded("the same page again")
}

// listAddress returns the address of the one list that needs no signature. It needs all browser parameters of the page.
func (s site) listAddress(secUID string, before int64) string {
	id, form := s.device.now()
	_, version, _ := strings.Cut(s.shapes.Now().UserAgent, "/")
	return s.endpoint("creator/item_list", "secUid", secUID, "count", pageSize, "cursor", strconv.FormatInt(before, 10), "type", "1",
		"browser_language", "en-US", "browser_name", "Mozilla", "browser_online", "true", "browser_platform", "Linux x86_64", "browser_version", version,
		"channel", "tiktok_web", "cookie_enabled", "true", "device_id", id, "focus_state", "true", "from_page", "user", "history_len", "2",
		"is_fullscreen", "false", "is_page_visible", "true", "language", "en", "os", "linux", "priority_region", "", "referer", "", "region", "US",
		"screen_height", "1080", "screen_width", "1920", "tz_name", "UTC", "verifyFp", form, "webcast_language", "en")
}

// appendItems appends the rows that are items.
func appendItems(rows *[]content.ItemSummary) func(*scan.Reader) bool {
	return func(r *scan.Reader) bool {
		c, ok := readClip(r)
		if ok {
			*rows = append(*rows, c.summary())
		}
		return ok
	}
}
