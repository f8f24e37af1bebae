package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Follow returns the link to which a short or share link leads, asking its platform unless the answer is kept; any other
// link is returned as it is. It is free. Without a Fetcher nothing is followed.
func (s *Service) Follow(ctx context.Context, link sources.Link) (sources.Link, error) {
	if link.Reason != sources.ShortLink || s.fetcher == nil {
		return link, nil
	}
	target, err := s.store.Followed(ctx, link.Canonical)
	if err != nil {
		return link, err
	}
	if kept, problem := s.platforms.Recognize(target); problem == nil && kept.Supported() {
		return kept, nil
	}
	if ctx.Value(localKey{}) != nil {
		return link, nil
	}
	found, err, _ := s.following.Do(link.Canonical, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.budget) // others may have joined
		defer cancel()
		l, err := s.platforms.Follow(ctx, s.fetcher, link)
		if err == nil {
			err = s.store.KeepFollowed(ctx, link.Canonical, l.Canonical)
		}
		if err != nil {
			err = annotate(err, sources.Route{Platform: link.Platform})
			if f := apierror.From(err); f.Details["routeId"] == "" {
				f.Details["routeId"] = nil // no route was asked
			}
		}
		return l, err
	})
	return found.(sources.Link), err
}

// Selector reads the account of a list as the platforms do, and follows a short link to one.
func (s *Service) Selector(ctx context.Context, typed string) (content.Platform, sources.AccountSelector, error) {
	if link, problem := s.platforms.Recognize(typed); problem == nil && link.Reason == sources.ShortLink {
		followed, err := s.Follow(ctx, link)
		if err != nil {
			return "", sources.AccountSelector{}, err
		}
		typed = followed.Canonical
	}
	platform, account, problem := s.platforms.ParseSelector(typed)
	if problem != nil {
		return "", account, problem
	}
	return platform, account, nil
}

type localKey struct{}

// Locally returns a context under which no platform is asked where a link leads.
func Locally(ctx context.Context) context.Context { return context.WithValue(ctx, localKey{}, true) }
