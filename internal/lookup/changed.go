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

// Bounds of what is kept of a changed answer.
const (
	changedHead  = 2048
	changedEvery = 10 * time.Second // of one route and operation
	changedCalls = 1 << 20          // of one operation, as text
)

// changedAnswers remembers when an answer of each operation was kept last.
type changedAnswers struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// due reports whether another answer of an operation may be kept now.
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

// keepChanged keeps what a platform answered where something was missing in it, so that support can see what changed. It
// is a help: its failure is logged.
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

// changedAnswer packs calls.
func changedAnswer(calls []sources.Recording) (routehealth.ChangedAnswer, error) {
	var c routehealth.ChangedAnswer
	if len(calls) > 0 {
		body := calls[len(calls)-1].Response.Body
		c.Head = strings.ToValidUTF8(body[:min(len(body), changedHead)], "")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if err := json.NewEncoder(w).Encode(calls); err != nil {
		return c, err
	}
	err := w.Close()
	c.Calls = packed.Bytes()
	return c, err
}
