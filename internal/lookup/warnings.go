package lookup

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
)

// decay holds the fields that answers have less often than they used to, as they were last read from the store.
type decay struct {
	atomic.Pointer[map[decayKey][]decayed]
}

type decayKey struct{ route, operation string }

// decayed is a field with the kind of content that lacks it.
type decayed struct {
	kind    string
	warning content.Warning
}

// When counts are stored and what has decayed is read again, and the time limit of both.
const (
	decayEvery  = time.Minute
	decayWithin = 5 * time.Second
)

// warningsFor returns the warnings about the fields of a body. Those of a list concern any of its rows.
func (s *Service) warningsFor(route string, op sources.Operation, body []byte) (list []content.Warning) {
	all := s.decay.Load()
	if all == nil || len(*all) == 0 {
		return nil
	}
	for _, r := range (*all)[decayKey{route, string(op)}] {
		if kind := gjson.GetBytes(body, "kind").Str; kind == "" || kind == r.kind {
			list = addWarning(list, r.warning)
		}
	}
	return list
}

// addWarning adds a warning; of several about one field, which lists of several kinds have, the worst one stays.
func addWarning(list []content.Warning, w content.Warning) []content.Warning {
	for n := range list {
		if list[n].Field == w.Field {
			if w.Share < list[n].Share {
				list[n] = w
			}
			return list
		}
	}
	return append(list, w)
}

// KeepFields stores the counts of fields and reads what has decayed, every minute until ctx ends, so that no answer waits for either. A
// failure is logged, and what was read before stays.
func (s *Service) KeepFields(ctx context.Context) {
	for {
		within, cancel := context.WithTimeout(ctx, decayWithin)
		if err := errors.Join(s.StoreFills(within), s.ReadWarnings(within)); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "the counts of fields were not stored, or what has decayed was not read", "cause", err)
		}
		cancel()
		select {
		case <-ctx.Done():
			return
		case <-time.After(decayEvery):
		}
	}
}

// ReadWarnings reads what has decayed once.
func (s *Service) ReadWarnings(ctx context.Context) error {
	open, err := s.store.RouteHealth.OpenFieldIncidents(ctx)
	if err != nil {
		return err
	}
	fields := map[decayKey][]decayed{}
	for _, i := range open {
		key := decayKey{i.RouteID, i.FieldOperation()}
		fields[key] = append(fields[key], decayed{i.Kind, content.Warning{Field: i.Field, Since: content.AtMicros(i.BeganAt), Share: float64(i.Share) / routehealth.WholeShare}})
	}
	s.decay.Store(&fields)
	return nil
}
