package lookup

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/observations"
)

// CommentsRequest requests one page of an item's comments, by URL or natural id.
type CommentsRequest struct {
	Workspace string
	By        billing.Spender
	URL, ID   string
	Parent    string
	Sort      string
	Cursor    string
	Limit     int // of rows in the answer; 0: the whole page
	MaxAge    time.Duration
}

// commentsHead holds the members of a page of comments other than its rows.
type commentsHead struct {
	Total            *int64          `json:"total"`
	TotalApproximate bool            `json:"totalApproximate"`
	Item             sources.ItemRef `json:"item"`
}

func (r CommentsRequest) query(ctx context.Context, s *Service) (query, error) {
	link, err := s.commentsLink(ctx, r)
	if err != nil {
		return query{}, err
	}
	known, err := s.checkStoredAuthor(ctx, r.Workspace, link)
	if err != nil {
		return query{}, err
	}
	name := []string{"comments", content.NaturalID(link.Platform, link.LocalID), r.Parent, r.Sort}
	q, err := s.pageQuery(ctx, pageQuery{
		workspace: r.Workspace, by: r.By, platform: link.Platform, op: sources.OpComments, name: name, about: name[1], cursor: r.Cursor, limit: r.Limit, maxAge: r.MaxAge,
		fetch: func(ctx context.Context, route sources.Route, token, _ string) (*pageAnswer, error) {
			page, err := route.Comments(ctx, sources.CommentsRequest{Link: link, Parent: r.Parent, Sort: r.Sort, Token: token})
			if err != nil {
				return nil, err
			}
			a := &pageAnswer{token: page.Next, unread: page.Unread}
			for i := range page.Rows {
				row := &page.Rows[i]
				row.Finish()
				a.add(row.ID, row)
			}
			item := sources.ItemRef{ID: content.NaturalID(link.Platform, link.LocalID), URL: link.Canonical}
			if page.Item != nil {
				item = *page.Item
			}
			a.head = commentsHead{Total: page.Total, TotalApproximate: page.TotalApproximate, Item: item}
			return a, nil
		},
	})
	if !known {
		q.admit = func(ctx context.Context) error { return s.checkAuthor(ctx, r.Workspace, link) }
	}
	return q, err
}

func (s *Service) commentsLink(ctx context.Context, r CommentsRequest) (sources.Link, error) {
	if r.URL != "" {
		return s.ItemLink(ctx, r.URL)
	}
	link, problem := s.platforms.ParseItemID(r.ID)
	if problem != nil {
		return link, problem
	}
	return link, s.policy.check(link.Platform, link.LocalID)
}

// checkStoredAuthor returns policy_blocked if a stored observation shows that the item's author is blocked. known is
// false if only the platform can tell.
func (s *Service) checkStoredAuthor(ctx context.Context, workspace string, link sources.Link) (known bool, err error) {
	if len(s.policy.ids) == 0 {
		return true, nil
	}
	stored, err := s.store.Observations.FindStored(ctx, workspace, itemSubject(link), observations.Plain, time.Unix(0, 0))
	if stored == nil || err != nil {
		return false, err
	}
	return true, s.policy.checkBody(stored.Body)
}

// checkAuthor returns policy_blocked if the author of an item is blocked. Comments do not contain the item's author, so
// if the operator blocks accounts, the item is looked up first, free of charge.
func (s *Service) checkAuthor(ctx context.Context, workspace string, link sources.Link) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	a, _, err := s.fetchFromRoutes(sources.WithTenant(ctx, workspace), s.itemQuery(link, ItemRequest{}))
	if err != nil {
		return err
	}
	return s.policy.checkBody(a.body)
}
