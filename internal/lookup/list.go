package lookup

import (
	"context"
	"slices"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
)

// ListRequest requests one page of an account's items, or of another list. Parameters that the platform supports have a
// value or their default, the others are "".
type ListRequest struct {
	Workspace  string
	By         billing.Spender
	Platform   content.Platform
	Account    sources.AccountSelector
	List       *sources.ListLink // nil, or the list to read instead of an account's
	Short      string            // short link to the account, which is followed; "" if Account is known
	Collection string
	Sort       string
	Ads        sources.AdFilter
	Cursor     string
	Limit      int // of rows in the answer; 0: the whole page
	MaxAge     time.Duration
	Newest     bool // requests only new items; such pages are stored separately, because their rows have fewer fields
}

// idIn returns the natural id in a selector; "" if it has a name or a link alone.
func idIn(p content.Platform, a sources.AccountSelector) string {
	if a.ID == "" {
		return ""
	}
	return content.NaturalID(p, a.ID)
}

// listHead holds the members of an item list other than its rows.
type listHead struct {
	Total            *int64              `json:"total"`
	TotalApproximate bool                `json:"totalApproximate"`
	Account          *content.AccountRef `json:"account"`
	Source           *sources.ListSource `json:"source"`
}

// itemsOp is the prefix of the names of item lists.
const itemsOp = "items"

func (r ListRequest) query(ctx context.Context, s *Service) (query, error) {
	if r.List != nil {
		return r.linkedQuery(ctx, s)
	}
	if r.Short != "" {
		var err error
		if r.Platform, r.Account, err = s.Selector(ctx, r.Short); err != nil {
			return query{}, err
		}
	}
	if err := s.policy.check(r.Platform, r.Account.ID); err != nil {
		return query{}, err
	}
	name := func(account string) []string {
		name := append([]string{itemsOp, string(r.Platform), account, r.Collection, r.Sort}, filterName(r.Ads)...)
		if r.Newest {
			name = append(name, "newest")
		}
		return name
	}
	return s.pageQuery(ctx, pageQuery{
		workspace: r.Workspace, by: r.By, platform: r.Platform, op: sources.OpItems, name: name(selectorKey(r.Account)), account: &r.Account, nameBy: name, about: idIn(r.Platform, r.Account), cursor: r.Cursor, limit: r.Limit, maxAge: r.MaxAge,
		fetch: func(ctx context.Context, route sources.Route, token, known string) (*pageAnswer, error) {
			account, err := s.withHandle(ctx, r.Platform, r.Account)
			if err != nil {
				return nil, err
			}
			page, err := route.Items(ctx, sources.ListRequest{Account: account, Known: knownAccount(known), Collection: r.Collection, Sort: r.Sort, Ads: r.Ads, Token: token, Newest: r.Newest})
			if err != nil {
				return nil, err
			}
			owner := finishAccount(page.Account)
			a := finishSummaries(page)
			a.account, a.names = owner, accountNames(owner, r.Account)
			a.head = listHead{Total: page.Total, TotalApproximate: page.TotalApproximate, Account: owner, Source: accountSource(owner)}
			return a, nil
		},
	})
}

// finishSummaries finishes a page of item rows and removes duplicate rows.
func finishSummaries(page *sources.Page[content.ItemSummary]) *pageAnswer {
	a := &pageAnswer{token: page.Next, unread: page.Unread}
	for i := range page.Rows {
		row := &page.Rows[i]
		row.Finish()
		a.add(row.ID, row)
	}
	return a
}

func (a *pageAnswer) add(id string, row any) {
	if !slices.Contains(a.ids, id) {
		a.ids, a.rows = append(a.ids, id), append(a.rows, row)
	}
}

func finishAccount(ref *content.AccountRef) *content.AccountRef {
	if ref == nil {
		return nil
	}
	row := content.AccountRow{AccountRef: *ref}
	row.Finish()
	return &row.AccountRef
}

func filterName(f sources.AdFilter) []string {
	return []string{f.Status, f.Country, f.MediaKind, f.StartedFrom, f.StartedTo}
}
