package lookup

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
)

// SearchRequest requests one page of a search for items, or with Accounts for accounts.
type SearchRequest struct {
	Workspace string
	By        billing.Spender
	Platform  content.Platform
	Query     string
	Accounts  bool
	Sort      string
	Ads       sources.AdFilter
	Cursor    string
	Limit     int // of rows in the answer; 0: the whole page
	MaxAge    time.Duration
}

// searchHead holds the members of a search page other than its rows.
type searchHead struct {
	Total            *int64 `json:"total"`
	TotalApproximate bool   `json:"totalApproximate"`
	Query            string `json:"query"`
}

func (r SearchRequest) query(ctx context.Context, s *Service) (query, error) {
	if err := s.policy.check(r.Platform); err != nil {
		return query{}, err
	}
	kind := "items"
	if r.Accounts {
		kind = "accounts"
	}
	name := append([]string{"search", string(r.Platform), kind, r.Query, r.Sort}, filterName(r.Ads)...)
	return s.pageQuery(ctx, pageQuery{
		workspace: r.Workspace, by: r.By, platform: r.Platform, op: sources.OpSearch, has: canSearch(r.Accounts), name: name, cursor: r.Cursor, limit: r.Limit, maxAge: r.MaxAge,
		fetch: func(ctx context.Context, route sources.Route, token, _ string) (*pageAnswer, error) {
			ask := sources.SearchRequest{Query: r.Query, Sort: r.Sort, Ads: r.Ads, Token: token}
			if r.Accounts {
				return accountRows(ctx, route, ask)
			}
			page, err := route.Search(ctx, ask)
			if err != nil {
				return nil, err
			}
			a := finishSummaries(page)
			a.head = searchHead{Total: page.Total, TotalApproximate: page.TotalApproximate, Query: r.Query}
			return a, nil
		},
	})
}

func accountRows(ctx context.Context, route sources.Route, ask sources.SearchRequest) (*pageAnswer, error) {
	page, err := route.Accounts(ctx, ask)
	if err != nil {
		return nil, err
	}
	a := &pageAnswer{token: page.Next, unread: page.Unread, head: searchHead{Total: page.Total, TotalApproximate: page.TotalApproximate, Query: ask.Query}}
	for i := range page.Rows {
		row := &page.Rows[i]
		row.Finish()
		a.add(row.ID, row)
	}
	return a, nil
}

// canSearch returns the condition that a route can search for items, or for accounts.
func canSearch(accounts bool) func(sources.Route) bool {
	if accounts {
		return func(r sources.Route) bool { return r.Accounts != nil }
	}
	return func(r sources.Route) bool { return r.Search != nil }
}
