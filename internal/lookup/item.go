package lookup

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/observations"
)

// ItemRequest requests one item on behalf of a workspace.
type ItemRequest struct {
	Workspace  string
	By         billing.Spender
	URL        string
	Transcript bool
	Language   string        // of the transcript; "" is the spoken language
	MaxAge     time.Duration // 0 always fetches live
}

func (r ItemRequest) query(ctx context.Context, s *Service) (query, error) {
	link, err := s.ItemLink(ctx, r.URL)
	if err != nil {
		return query{}, err
	}
	q := s.itemQuery(link, r)
	q.workspace, q.by, q.maxAge = r.Workspace, r.By, r.MaxAge
	return q, nil
}

// variant returns the variant of the observation that answers the request.
func (r ItemRequest) variant() observations.Variant {
	if !r.Transcript {
		return observations.Plain
	}
	return observations.CaptionsIn(r.Language)
}

// itemQuery returns the query for one item, with its captions if requested.
func (s *Service) itemQuery(link sources.Link, r ItemRequest) query {
	captions := r.Transcript
	return query{
		view:     s.wholeView(captions),
		subject:  itemSubject(link),
		variant:  r.variant(),
		platform: link.Platform,
		op:       sources.OpItem,
		fetch: func(ctx context.Context, route sources.Route) (*answer, error) {
			item, err := route.Item(ctx, sources.ItemRequest{Link: link, Transcript: captions, Language: r.Language})
			if err != nil {
				return nil, err
			}
			return itemAnswer(item, captions)
		},
	}
}

// ItemLink recognises a link to an item that may be imported or looked up, following a short link. Errors are catalogue errors.
func (s *Service) ItemLink(ctx context.Context, raw string) (sources.Link, error) {
	link, problem := s.platforms.Recognize(raw)
	if problem != nil {
		return link, problem
	}
	link, err := s.Follow(ctx, link)
	if err != nil {
		return link, err
	}
	return link, s.checkItem(link, raw)
}

// itemLink recognises a link to an item that may be looked up. It does not follow short links.
func (s *Service) itemLink(raw string) (sources.Link, error) {
	link, problem := s.platforms.Recognize(raw)
	if problem != nil {
		return link, problem
	}
	return link, s.checkItem(link, raw)
}

// checkItem returns an error if a link, written as raw, must not be looked up as an item.
func (s *Service) checkItem(link sources.Link, raw string) error {
	if problem := s.platforms.Unsupported(link, sources.TargetItem); problem != nil {
		return s.platforms.PointToList(problem, raw)
	}
	if err := s.refuse(link); err != nil {
		return err
	}
	return s.policy.check(link.Platform, link.LocalID)
}

// itemSubject returns the subject of an item's observations.
func itemSubject(l sources.Link) string { return "item:" + content.NaturalID(l.Platform, l.LocalID) }

// wholeView returns a view function for observations that look the same to every caller, unless the operator blocks them.
func (s *Service) wholeView(captions bool) func(context.Context, *observations.Observation) (*view, error) {
	return func(_ context.Context, o *observations.Observation) (*view, error) {
		if err := s.policy.checkBody(o.Body); err != nil {
			return nil, err
		}
		if captions {
			return &view{body: o.BodyFull}, nil
		}
		return &view{body: o.Body}, nil
	}
}

// itemAnswer encodes an item twice: without and with its transcript.
func itemAnswer(item *content.Item, captions bool) (*answer, error) {
	a := &answer{rows: 1, incomplete: item.Incomplete, names: accountNames(item.Author)}
	var err error
	if captions {
		item.Finish(true)
		if a.full, err = encode(item); err != nil {
			return nil, err
		}
	}
	item.Transcript = nil
	item.Finish(false)
	if a.body, err = encode(item); err != nil {
		return nil, err
	}
	counts, err := encode(item.Stats)
	a.counts = string(counts)
	return a, err
}
