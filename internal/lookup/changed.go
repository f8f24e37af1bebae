package lookup

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/routehealth"
)

// Limits on stored answers that have changed.
const (
	changedHead  = 2048
	changedEvery = 10 * time.Second // per route and operation
	changedCalls = 1 << 20          // per operation, as text
)

// changedAnswers remembers when an answer of each operation was last stored.
type changedAnswers struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// due reports whether another answer of an operation may be stored now.
func (c *changedAnswers) due(operation string, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.last[operation]) < changedEvery {
		return false
	}
	if c.last == nil {
		c.last = map[string]time.Time{}
	}
	c.last[operation] = now
	return true
}

// keepChanged stores a platform's answer in which something was missing, so that support can see what changed. A failure
// to store it is only logged.
func (s *Service) keepChanged(ctx context.Context, route sources.Route, op sources.Operation, calls *sources.Recorder, err error) {
	if !apierror.Is(err, apierror.CodeSourceChanged) || !s.changed.due(route.ID+" "+string(op), s.now()) {
		return
	}
	missing, _ := apierror.From(err).Details["missing"].([]string)
	kept, kerr := changedAnswer(calls.Recordings(changedCalls))
	if kerr == nil {
		kept.RouteID, kept.Operation, kept.Missing = route.ID, string(op), strings.Join(missing, "\n")
		kerr = s.store.RouteHealth.SaveChangedAnswer(context.WithoutCancel(ctx), kept)
	}
	if kerr != nil {
		s.log.WarnContext(ctx, "a changed answer was not kept", "route", route.ID, "cause", kerr)
	}
}

// changedAnswer compresses calls for storage.
func changedAnswer(calls []sources.Recording) (routehealth.ChangedAnswer, error) {
	var c routehealth.ChangedAnswer
	if len(calls) > 0 {
		body := calls[len(calls)-1].Response.Body
		c.Head = strings.ToValidUTF8(body[:min(len(body), changedHead)], "")
	}
	var err error
	c.Calls, err = packCalls(calls)
	return c, err
}

// packCalls compresses calls for storage.
func packCalls(calls []sources.Recording) ([]byte, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if err := json.NewEncoder(w).Encode(calls); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}
