package lookup

import (
	"context"
	"encoding/json"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// linkedQuery returns the query for a page of a list other than an account's.
func (r ListRequest) linkedQuery(ctx context.Context, s *Service) (query, error) {
	list := *r.List
	if err := s.policy.check(list.Platform, list.ID); err != nil {
		return query{}, err
	}
	return s.pageQuery(ctx, pageQuery{
		workspace: r.Workspace, by: r.By, platform: list.Platform, op: list.Kind.Operation(), name: []string{itemsOp, string(list.Platform), "list", string(list.Kind), list.ID}, about: list.NaturalID(),
		cursor: r.Cursor, limit: r.Limit, maxAge: r.MaxAge,
		fetch: func(ctx context.Context, route sources.Route, token, known string) (*pageAnswer, error) {
			page, err := route.ReadsLists(list.Kind)(ctx, sources.LinkedListRequest{List: list, Token: token})
			if err != nil {
				return nil, err
			}
			source := sourceOf(list, page.Title)
			if kept := knownSource(known); kept != nil { // later pages do not name their list
				source = kept
			}
			a := finishSummaries(page)
			a.source = source
			a.head = listHead{Total: page.Total, TotalApproximate: page.TotalApproximate, Source: source}
			return a, nil
		},
	})
}

// maxListTitle is the longest stored title of a list, in code points.
const maxListTitle = 300

func sourceOf(l sources.ListLink, title *string) *sources.ListSource {
	if title != nil {
		if runes := []rune(*title); len(runes) > maxListTitle {
			title = new(string(runes[:maxListTitle]))
		}
	}
	return &sources.ListSource{Kind: l.Kind, ID: new(l.NaturalID()), Title: title, URL: new(l.Canonical)}
}

// accountSource returns the source of an account's list.
func accountSource(owner *content.AccountRef) *sources.ListSource {
	source := &sources.ListSource{Kind: sources.ListAccount}
	if owner != nil {
		source.ID, source.Title, source.URL = &owner.ID, owner.Name, owner.URL
	}
	return source
}

// knownSource parses the source that a session stores for a list other than an account's.
func knownSource(text string) *sources.ListSource {
	var source sources.ListSource
	if text == "" || json.Unmarshal([]byte(text), &source) != nil || source.Kind == "" {
		return nil
	}
	return &source
}
