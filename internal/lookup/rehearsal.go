package lookup

import (
	"context"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Rehearsal plays what the simulated platforms of test keys cannot: refusals of this service, and slow or broken answers. With
// one, routes are never degraded, so that a link does the same for everyone and each time.
type Rehearsal interface {
	// Refuse returns the error with which an item is refused before anything is read; nil for nearly every item.
	Refuse(naturalID string) error
	// Fetch waits, or fails, before a platform is asked for an item.
	Fetch(ctx context.Context, naturalID string) error
}

// refuse returns the error with which an item is refused in the rehearsal, if there is one.
func (s *Service) refuse(link sources.Link) error {
	if s.rehearsal == nil {
		return nil
	}
	return s.rehearsal.Refuse(content.NaturalID(link.Platform, link.LocalID))
}

// rehearse waits or fails in the place of the routes, if there is a rehearsal.
func (s *Service) rehearse(ctx context.Context, q query) error {
	id, isItem := strings.CutPrefix(q.subject, string(sources.OpItem)+":")
	if s.rehearsal == nil || !isItem {
		return nil
	}
	return s.rehearsal.Fetch(ctx, id)
}
