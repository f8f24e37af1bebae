package lookup

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/observations"
)

// CommentsRequest requests one page of an item's comments, by URL or natural id.
type CommentsRequest struct {
	Workspace string
	URL, ID   string
	Parent    string
	Sort      string
	Cursor    string
	MaxAge    time.Duration
}

// commentsHead are the members of a page of comments beside its rows.
type commentsHead struct {
	Total            *int64          `json:"total"`
	TotalApproximate bool            `json:"totalApproximate"`
	Item             sources.ItemRef `json:"item"`
}

// Comments answers GET /v1/comments.
func (s *Service) Comments(ctx context.Context, r CommentsRequest) (*Result, error) {
	link, err := s.commentsLink(r)
	if err != nil {
		return nil, err
	}
	if err := s.checkItemPolicy(ctx, r.Workspace, link); err != nil {
		return nil, err
	}
	name := []string{"comments", content.NaturalID(link.Platform, link.LocalID), r.Parent, r.Sort}
	return s.page(ctx, pageQuery{
		workspace: r.Workspace, platform: link.Platform, op: sources.OpComments, name: name, cursor: r.Cursor, maxAge: r.MaxAge,
		fetch: func(ctx context.Context, route sources.Route, token string, _ *content.AccountRef) (*pageAnswer, error) {
			page, err := route.Comments(ctx, sources.CommentsRequest{Link: link, Parent: r.Parent, Sort: r.Sort, Token: token})
			if err != nil {
				return nil, err
			}
			a := &pageAnswer{token: page.Next}
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
}

func (s *Service) commentsLink(r CommentsRequest) (sources.Link, error) {
	if r.URL != "" {
		return s.itemLink(r.URL)
	}
	link, problem := s.platforms.ParseItemID(r.ID)
	if problem != nil {
		return link, problem
	}
	return link, s.policy.check(link.Platform, link.LocalID)
}

// checkItemPolicy returns policy_blocked if the item is by somebody refused. Comments do not say whose item they are about,
// so where the operator refuses accounts the item itself is looked up first, which costs nothing.
func (s *Service) checkItemPolicy(ctx context.Context, workspace string, link sources.Link) error {
	if len(s.policy.ids) == 0 {
		return nil
	}
	stored, err := s.store.FindStored(ctx, workspace, itemSubject(link), observations.Plain, time.Unix(0, 0))
	if err != nil {
		return err
	}
	if stored != nil {
		return s.policy.checkBody(stored.Body)
	}
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	a, _, err := s.fetchFromRoutes(sources.WithTenant(ctx, workspace), s.itemQuery(link, ItemRequest{}))
	if err != nil {
		return err
	}
	return s.policy.checkBody(a.body)
}
