package lookup

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/db"
)

// Pictures returns the pictures of an item or account that the workspace has been served, else not_found. It calls no
// platform and is free of charge.
func (s *Service) Pictures(ctx context.Context, workspace, url string) ([]content.Image, error) {
	link, problem := s.platforms.Recognize(url)
	if problem != nil {
		return nil, problem
	}
	if !link.Supported() {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "picture")
	}
	q := s.itemQuery(link, ItemRequest{})
	if link.Target == sources.TargetAccount {
		q = s.accountQuery(link.Platform, link.Account())
	}
	var served struct{ Thumbnails, Avatar []content.Image }
	found, err := s.readServed(ctx, workspace, q, &served)
	if err == nil && !found {
		err = apierror.New(apierror.CodeNotFound, "resource", "picture")
	}
	return append(served.Thumbnails, served.Avatar...), err
}

// readServed reads into v what the workspace has been served in answer to a query, and reports whether it has.
func (s *Service) readServed(ctx context.Context, workspace string, q query, v any) (bool, error) {
	q.workspace = workspace
	o, err := s.find(ctx, &q, time.Unix(0, 0))
	if err != nil || o == nil || !o.Paid || s.policy.checkBody(o.Body) != nil {
		return false, err
	}
	return true, json.Unmarshal(o.Body, v)
}

// ServedAccount returns an account as the workspace has been served it, or nil. It calls no platform and is free of charge.
func (s *Service) ServedAccount(ctx context.Context, workspace, typed string) (*content.Account, error) {
	platform, selector, problem := s.platforms.ParseSelector(typed)
	if problem != nil {
		return nil, problem
	}
	var account content.Account
	found, err := s.readServed(ctx, workspace, s.accountQuery(platform, selector), &account)
	if err != nil || !found {
		return nil, err
	}
	return &account, nil
}

// Preview is what the workspace knows of an item before it imports it.
type Preview struct {
	Title   string // the platform's title, else its text, at most 280 bytes; "" if it has neither
	Picture bool   // whether Pictures has one
}

// Previews returns what the workspace has been served of items, by their canonical links, else nothing. It calls no platform and is
// free of charge.
func (s *Service) Previews(ctx context.Context, workspace string, links []sources.Link) (map[string]Preview, error) {
	subjects := make([]string, len(links))
	for i, l := range links {
		subjects[i] = itemSubject(l)
	}
	paid, err := s.store.Observations.FindPaid(ctx, workspace, subjects)
	if err != nil {
		return nil, err
	}
	known := map[string]Preview{}
	for i, l := range links {
		o := paid[subjects[i]]
		if o == nil || s.policy.checkBody(o.Body) != nil {
			continue
		}
		var item struct {
			Title, Text string // null leaves them empty
			Thumbnails  []content.Image
		}
		if err := json.Unmarshal(o.Body, &item); err != nil {
			return nil, err
		}
		known[l.Canonical] = Preview{Title: db.TruncateText(cmp.Or(item.Title, item.Text), 280), Picture: len(item.Thumbnails) > 0}
	}
	return known, nil
}
