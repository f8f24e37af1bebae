// Package lookup answers lookups synchronously: it recognises the link, serves a stored observation or fetches a live one,
// and charges by the rules. It may import internal/sources and models and their sub-packages; it knows no
// HTTP request and no platform's format. Its results are rendered bodies: only what differs per caller is written anew.
package lookup

import (
	"cmp"
	"context"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"socialdata/internal/content"
	"socialdata/internal/slots"
	"socialdata/internal/sources"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/observations"
)

// Options build a Service.
type Options struct {
	Store     *models.Store
	Platforms sources.Platforms
	Fetcher   sources.Fetcher // by which short links are followed; nil: none is
	Routes    []sources.Route // in order of preference per platform
	Disabled  []string        // route ids that the operator switched off
	Blocked   []string        // hosts and natural ids that are policy_blocked
	Budget    time.Duration   // bound on all that one live answer may take
	BatchTime time.Duration   // bound on all that a batch may take; 0 is a minute
	Clock     func() time.Time
	Log       *slog.Logger
	Observer  Observer // or nil
}

// Service answers lookups. It is safe for concurrent use.
type Service struct {
	store     *models.Store
	platforms sources.Platforms
	routes    []sources.Route
	disabled  map[string]bool
	policy    policy
	budget    time.Duration
	now       func() time.Time
	log       *slog.Logger
	observer  Observer
	fetches   singleflight.Group
	fetcher   sources.Fetcher
	following singleflight.Group // of short links
	reserved  reservations
	changed   changedAnswers
	batchTime time.Duration
	batches   *slots.Slots
}

// New builds a Service.
func New(o Options) *Service {
	s := &Service{store: o.Store, platforms: o.Platforms, fetcher: o.Fetcher, routes: o.Routes, disabled: set(o.Disabled), policy: newPolicy(o.Platforms, o.Blocked), budget: o.Budget, now: o.Clock, log: o.Log}
	if s.now == nil {
		s.now = time.Now
	}
	s.batchTime = cmp.Or(o.BatchTime, time.Minute)
	s.batches = slots.New(batchLinksOfAProcess, batchLinksOfAWorkspace)
	s.reserved.fetches = map[string]map[string]*reserved{}
	if s.observer = o.Observer; s.observer == nil {
		s.observer = noopObserver{}
	}
	return s
}

// Budget bounds what one live answer may take.
func (s *Service) Budget() time.Duration { return s.budget }

// BatchTime bounds what a batch may take.
func (s *Service) BatchTime() time.Duration { return s.batchTime }

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Result is one answer: the whole body, and what its headers say.
type Result struct {
	Body       []byte
	Receipt    observations.Receipt
	Subject    string // natural id of the item or account; "" of a page
	Timings    Timings
	Incomplete bool // a field is null only because a side request was refused

	route  string // of the observation
	cached bool
}

// RouteID returns the source route by which the answer came.
func (r *Result) RouteID() string { return r.route }

// Cached reports whether the answer was served from what is stored.
func (r *Result) Cached() bool { return r.cached }

// naturalIDOf returns the natural id in the subject of a query; "" for lists and for an account that was asked for by a
// link, whose subjects hold other things.
func naturalIDOf(op sources.Operation, subject string) string {
	_, id, _ := strings.Cut(subject, ":")
	if op != sources.OpItem && op != sources.OpAccount || strings.Contains(id, "/") {
		return ""
	}
	return id
}

// Timings are the phases that ran; a phase that did not run is 0.
type Timings struct {
	Fetch, Persist, Total time.Duration
}

// query describes the observation that an operation needs.
type query struct {
	workspace string
	by        billing.Spender
	balance   *int64 // of the workspace as it was read with the key; nil: not read yet
	subject   string // what the observation and the right are about
	variant   observations.Variant
	maxAge    time.Duration
	until     time.Time // when the caller stops waiting for the platform; zero: with its context
	platform  content.Platform
	op        sources.Operation
	media     bool                                  // where the bytes are is asked for, too
	has       func(sources.Route) bool              // nil, or what a route needs beside op
	rename    func(context.Context) (string, error) // nil, or the subject as it is known by now, "" while it is not
	fetch     func(context.Context, sources.Route) (*answer, error)
	view      func(context.Context, *observations.Observation) (*view, error) // what this caller sees of an observation
	admit     func(context.Context) error                                     // nil, or a last check, which may ask a platform
	isFree    func(context.Context, *observations.Observation) (bool, error)  // nil, or whether a view would be, without storing anything
}

// answer is a route's answer, rendered.
type answer struct {
	body, full []byte // full is the body with the transcript
	next       []byte // of a page: what its next page needs
	counts     string
	rows       int64
	subject    string // what the answer turned out to be about; "" what was asked for
	names      []observations.AccountName
	incomplete bool
}

// resolve gives the query the subject that its account is known by.
func (q *query) resolve(ctx context.Context) error {
	if q.rename == nil {
		return nil
	}
	subject, err := q.rename(ctx)
	if err == nil && subject != "" {
		q.subject, q.rename = subject, nil
	}
	return err
}

// operation returns the operation whose health the query's outcome counts for.
func (q query) operation() sources.Operation {
	switch {
	case q.media:
		return sources.OpMedia
	case q.variant.Captions():
		return sources.OpTranscript
	}
	return q.op
}

// key identifies equal queries: those that run at the same time share one fetch.
func (q query) key() string {
	if q.variant.Captions() {
		return q.subject + "+" + string(q.variant)
	}
	return q.subject
}

// view is an observation as one caller sees it, before it is charged.
type view struct {
	body []byte
	page *Paging // of a page
	free bool    // an empty page
}
