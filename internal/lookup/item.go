package lookup

import (
	"context"
	"net/url"
	"strings"
	"time"

	"socialdata/internal/sources"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// ItemRequest asks for one item on behalf of a workspace.
type ItemRequest struct {
	Workspace  string
	URL        string
	Transcript bool
	MaxAge     time.Duration // 0 always fetches live
}

// Item answers GET /v1/items/lookup. Errors are faults of the catalogue; every one of them is free.
func (s *Service) Item(ctx context.Context, r ItemRequest) (*Result, error) {
	link, err := s.itemLink(r.URL)
	if err != nil {
		return nil, err
	}
	return s.serve(ctx, query{
		workspace: r.Workspace,
		subject:   "item:" + content.NaturalID(link.Platform, link.LocalID),
		captions:  r.Transcript,
		maxAge:    r.MaxAge,
		platform:  link.Platform,
		op:        sources.OpItem,
		fetch: func(ctx context.Context, route sources.Route) (*answer, error) {
			item, err := route.Item(ctx, sources.ItemRequest{Link: link, Transcript: r.Transcript})
			if err != nil {
				return nil, err
			}
			return itemAnswer(item, r.Transcript)
		},
	})
}

// itemLink recognises a link to an item that may be looked up.
func (s *Service) itemLink(raw string) (sources.Link, error) {
	link, problem := sources.Recognize(raw)
	if problem != nil {
		return link, problem
	}
	if !link.Supported() || link.Target != sources.TargetItem {
		return link, unsupported(link)
	}
	return link, s.permitted(raw, link)
}

// unsupported says why a link is not what the operation reads; platform is null on a foreign host.
func unsupported(l sources.Link) error {
	reason := l.Reason
	if reason == "" {
		reason = sources.ObjectNotSupported
	}
	var platform any
	if l.Platform != "" {
		platform = l.Platform
	}
	return fault.New(fault.UnsupportedObject, "platform", platform, "reason", reason, "supported", content.Kinds())
}

// permitted holds a link against what the operator blocked: hosts, as typed or canonical, and natural ids.
func (s *Service) permitted(raw string, l sources.Link) error {
	if len(s.blocked) == 0 {
		return nil
	}
	names := []string{content.NaturalID(l.Platform, l.LocalID)}
	for _, address := range []string{strings.TrimSpace(raw), l.Canonical} {
		if u, err := url.Parse(address); err == nil {
			names = append(names, strings.ToLower(u.Hostname()))
		}
	}
	for _, n := range names {
		if s.blocked[n] {
			return fault.New(fault.PolicyBlocked, "policy", "blocked_by_operator")
		}
	}
	return nil
}

// itemAnswer renders an item twice: as it is without and with its transcript.
func itemAnswer(item *content.Item, captions bool) (*answer, error) {
	a := &answer{}
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
