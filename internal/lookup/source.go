package lookup

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/models/observations"
)

// Source is everything that an import reads of its link: the item, where its bytes are, and the observation that was recorded.
type Source struct {
	Item        *content.Item
	Files       []sources.MediaFile
	Route       sources.Route
	Observation *observations.Observation
}

// ItemLink recognises a link to an item that may be imported or looked up, and follows a short one. Errors are those of the
// catalogue.
func (s *Service) ItemLink(ctx context.Context, raw string) (sources.Link, error) {
	return s.followedItem(ctx, raw)
}

// ImportOf fills in the subject of an import: the link as it was given, and what it was recognised as. The subject of a short
// link is known once the import has followed it. Errors are those of the catalogue.
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

// Source fetches an item live for an import and records the observation, which is free. media also requests
// where the bytes are, too: a platform whose routes cannot tell gives no files.
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

// CaptionsRefused reports whether a failed question for an item with captions may succeed without the captions.
func CaptionsRefused(err error) bool {
	return apierror.Is(err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport, apierror.CodeUnavailableRestricted)
}
