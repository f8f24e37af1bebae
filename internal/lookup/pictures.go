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
	q.workspace = workspace
	o, err := s.find(ctx, &q, time.Unix(0, 0))
	if err != nil {
		return nil, err
	}
	if o == nil || !o.Paid || s.policy.checkBody(o.Body) != nil {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "picture")
	}
	var served struct{ Thumbnails, Avatar []content.Image }
	if err := json.Unmarshal(o.Body, &served); err != nil {
		return nil, err
	}
	return append(served.Thumbnails, served.Avatar...), nil
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
