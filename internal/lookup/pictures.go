package lookup

import (
	"context"
	"encoding/json"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
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
