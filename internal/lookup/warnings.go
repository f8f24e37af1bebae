package lookup

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/routehealth"
)

// rot holds the fields that answers have less often than they used to, as they were last read from the store.
type rot struct {
	atomic.Pointer[map[rotKey][]rotten]
}

type rotKey struct{ route, operation string }

// rotten is a field with the kind of content that lacks it.
type rotten struct {
	kind    string
	warning content.Warning
}

// When what has decayed is read again, and the time limit of reading it.
const (
	rotEvery  = time.Minute
	rotWithin = 5 * time.Second
)

// warningsFor returns the warnings about the fields of a body. Those of a list concern any of its rows.
func (s *Service) warningsFor(route string, op sources.Operation, body []byte) (list []content.Warning) {
	all := s.rot.Load()
	if all == nil || len(*all) == 0 {
		return nil
	}
	for _, r := range (*all)[rotKey{route, string(op)}] {
		if kind := gjson.GetBytes(body, "kind").Str; kind == "" || kind == r.kind {
			list = append(list, r.warning)
		}
	}
	return list
}

// KeepWarnings reads what has decayed every minute until ctx ends, so that no answer has to. A failure is logged, and what was read before
// stays.
func (s *Service) KeepWarnings(ctx context.Context) {
	for {
		reading, cancel := context.WithTimeout(ctx, rotWithin)
		if err := s.ReadWarnings(reading); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "which fields have decayed was not read", "cause", err)
		}
		cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(rotEvery):
		}
	}
}

// ReadWarnings reads what has decayed once.
func (s *Service) ReadWarnings(ctx context.Context) error {
	open, err := s.store.RouteHealth.OpenFieldIncidents(ctx)
	if err != nil {
		return err
	}
	fields := map[rotKey][]rotten{}
	for _, i := range open {
		key := rotKey{i.RouteID, i.FieldOperation()}
		fields[key] = append(fields[key], rotten{i.Kind, content.Warning{Field: i.Field, Since: content.At(db.FromMicros(i.BeganAt)), Share: float64(i.Share) / routehealth.WholeShare}})
	}
	s.rot.Store(&fields)
	return nil
}
