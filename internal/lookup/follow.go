package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Follow returns the link to which a short or share link leads, from the store or its platform; any other link is
// returned unchanged. It is free of charge. Without a Fetcher no link is followed.
func (s *Service) Follow(ctx context.Context, link sources.Link) (sources.Link, error) {
	if link.Reason != sources.ShortLink || s.fetcher == nil {
		return link, nil
	}
	if known, ok := ctx.Value(followedKey{}).(followed); ok && known.short == link.Canonical {
		return known.link, known.err
	}
	target, err := s.store.Links.Followed(ctx, link.Canonical)
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
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.budget) // other callers may have joined
		defer cancel()
		l, err := s.platforms.Follow(ctx, s.fetcher, link)
		if err == nil {
			err = s.store.Links.KeepFollowed(ctx, link.Canonical, l.Canonical)
		}
		if err != nil {
			err = annotate(err, sources.Route{Platform: link.Platform})
			if f := apierror.From(err); f.Details["routeId"] == "" {
				f.Details["routeId"] = nil // no route was called
			}
		}
		return l, err
	})
	return found.(sources.Link), err
}

// FollowText returns the link to which a short link leads, as Follow does; any other text is returned unchanged.
func (s *Service) FollowText(ctx context.Context, typed string) (string, error) {
	link, problem := s.platforms.Recognize(typed)
	if problem != nil || link.Reason != sources.ShortLink {
		return typed, nil //nolint:nilerr // whoever parses the text returns the error
	}
	link, err := s.Follow(ctx, link)
	return link.Canonical, err
}

type followedKey struct{}

// followed is the result of following a short link.
type followed struct {
	short string
	link  sources.Link
	err   error
}

// WithFollowed follows a short link and returns a context in which Follow returns the same result, so that no platform
// is called inside a transaction. Any other text changes nothing.
func (s *Service) WithFollowed(ctx context.Context, typed string) context.Context {
	short, problem := s.platforms.Recognize(typed)
	if problem != nil || short.Reason != sources.ShortLink {
		return ctx
	}
	link, err := s.Follow(ctx, short)
	return context.WithValue(ctx, followedKey{}, followed{short.Canonical, link, err})
}

// Selector parses the account of a list as the platforms do, and follows a short link to one.
func (s *Service) Selector(ctx context.Context, typed string) (content.Platform, sources.AccountSelector, error) {
	typed, err := s.FollowText(ctx, typed)
	if err != nil {
		return "", sources.AccountSelector{}, err
	}
	platform, account, problem := s.platforms.ParseSelector(typed)
	if problem != nil {
		return "", account, problem
	}
	return platform, account, nil
}

type localKey struct{}

// Locally returns a context in which Follow calls no platform.
func Locally(ctx context.Context) context.Context { return context.WithValue(ctx, localKey{}, true) }
