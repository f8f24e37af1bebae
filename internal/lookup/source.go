package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/models/observations"
)

// Source is what an import reads of its link: the item, the addresses of its files, and the recorded observation.
type Source struct {
	Item        *content.Item
	Files       []sources.MediaFile
	Route       sources.Route
	Observation *observations.Observation
}

// ImportOf sets the link of an import, as given and as recognised. The subject of a short link is only known once the
// import has followed it. Errors are catalogue errors.
func (s *Service) ImportOf(url string, n imports.NewImport) (imports.NewImport, error) {
	link, problem := s.platforms.Recognize(url)
	if problem != nil {
		return n, problem
	}
	if link.Reason == sources.ShortLink && s.fetcher != nil {
		n.SourceURL, n.CanonicalURL, n.Platform, n.Subject = url, link.Canonical, link.Platform, ""
		return n, nil
	}
	if err := s.checkItem(link, url); err != nil {
		return n, err
	}
	n.SourceURL, n.CanonicalURL, n.Platform, n.Subject = url, link.Canonical, link.Platform, content.NaturalID(link.Platform, link.LocalID)
	return n, nil
}

// Source fetches an item live for an import and records the observation, free of charge. media also requests the
// addresses of files; on a platform whose routes have none, there are no files.
func (s *Service) Source(ctx context.Context, link sources.Link, transcript, media bool) (found *Source, err error) {
	defer apierror.Annotate(&err, "lookup source(%s)", itemSubject(link))
	found = &Source{}
	q := s.itemQuery(link, ItemRequest{Transcript: transcript})
	q.media = media
	q.fetch = func(ctx context.Context, route sources.Route) (*answer, error) {
		ask := sources.ItemRequest{Link: link, Transcript: transcript}
		if err := found.read(ctx, route, ask, media); err != nil {
			return nil, err
		}
		item := *found.Item
		return itemAnswer(&item, transcript)
	}
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	a, route, err := s.fetchFromRoutes(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := s.policy.checkBody(a.body); err != nil {
		return nil, err
	}
	found.Route, found.Observation = route, s.observation(q, a, route)
	s.countFills(route, q.op, a)
	return found, s.store.Observations.Observe(ctx, found.Observation)
}

func (f *Source) read(ctx context.Context, route sources.Route, ask sources.ItemRequest, media bool) (err error) {
	if media && route.Media != nil {
		m, err := route.Media(ctx, ask)
		if err != nil {
			return err
		}
		f.Item, f.Files = m.Item, m.Files
		return nil
	}
	f.Item, err = route.Item(ctx, ask)
	return err
}

// CaptionsRefused reports whether a failed request for an item with captions may succeed without captions.
func CaptionsRefused(err error) bool {
	return apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport, apierror.CodeUnavailableRestricted)
}
