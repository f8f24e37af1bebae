// Package lookup answers lookups synchronously: it recognises the link, serves a stored observation or fetches a live
// one, and charges for it. It may import internal/sources and models and their sub-packages; it knows no HTTP request
// and no platform's format. Its results are encoded bodies, to which only the part that differs per caller is appended.
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
	Fetcher   sources.Fetcher                                // follows short links; nil: none are followed
	Begins    func(context.Context, sources.MediaFile) error // reports whether the bytes of a file come; nil: checks do not ask for them
	Routes    []sources.Route                                // in order of preference per platform
	Replaying func([]sources.Recording) []sources.Route      // returns routes of their own that read recorded calls only; may be nil
	Shapes    func() string                                  // returns the version of the shapes in use; may be nil
	Disabled  []string                                       // route ids that the operator switched off
	Blocked   []string                                       // hosts and natural ids that answer policy_blocked
	Budget    time.Duration                                  // time limit of one live answer
	BatchTime time.Duration                                  // time limit of a batch; 0 means a minute
	Clock     func() time.Time
	Log       *slog.Logger
	Observer  Observer  // may be nil
	Rehearsal Rehearsal // of test keys; nil for real ones
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
	begins    func(context.Context, sources.MediaFile) error
	replaying func([]sources.Recording) []sources.Route
	shapes    func() string
	following singleflight.Group // of short links
	reserved  reservations
	changed   changedAnswers
	fills     fills
	decay     decay
	batchTime time.Duration
	rehearsal Rehearsal
	batches   *slots.Slots
}

// New builds a Service.
func New(o Options) *Service {
	s := &Service{store: o.Store, platforms: o.Platforms, fetcher: o.Fetcher, begins: o.Begins, replaying: o.Replaying, routes: o.Routes, disabled: set(o.Disabled), policy: newPolicy(o.Platforms, o.Blocked), budget: o.Budget, now: o.Clock, log: o.Log}
	s.rehearsal = o.Rehearsal
	if s.now == nil {
		s.now = time.Now
	}
	if s.shapes = o.Shapes; s.shapes == nil {
		s.shapes = func() string { return "" }
	}
	s.batchTime = cmp.Or(o.BatchTime, time.Minute)
	s.batches = slots.New(batchLinksOfAProcess, batchLinksOfAWorkspace)
	s.reserved.fetches = map[string]map[string]*reserved{}
	if s.observer = o.Observer; s.observer == nil {
		s.observer = noopObserver{}
	}
	return s
}

// HostsOf returns the domains of a platform that its routes may call.
func (s *Service) HostsOf(p content.Platform) []string {
	of, _ := s.platforms.Find(p)
	return of.Hosts
}

// Budget returns the time limit of one live answer.
func (s *Service) Budget() time.Duration { return s.budget }

// BatchTime returns the time limit of a batch.
func (s *Service) BatchTime() time.Duration { return s.batchTime }

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// Result is one answer: the whole body, and the values of its headers.
type Result struct {
	Body       []byte
	Receipt    observations.Receipt
	Subject    string // natural id of the item or account; "" for a page
	Timings    Timings
	Incomplete bool // a field is null only because a further request was refused

	route  string // of the observation
	cached bool
}

// RouteID returns the source route of the answer.
func (r *Result) RouteID() string { return r.route }

// Cached reports whether the answer was served from a stored observation.
func (r *Result) Cached() bool { return r.cached }

// naturalIDOf returns the natural id in the subject of a query; "" for lists and for accounts requested by a link, whose
// subjects do not contain one.
func naturalIDOf(op sources.Operation, subject string) string {
	_, id, _ := strings.Cut(subject, ":")
	if op != sources.OpItem && op != sources.OpAccount || strings.Contains(id, "/") {
		return ""
	}
	return id
}

// Timings are the durations of the phases; 0 for a phase that did not run.
type Timings struct {
	Fetch, Persist, Total time.Duration
}

// query describes the observation that an operation needs.
type query struct {
	workspace string
	by        billing.Spender
	balance   *int64 // of the workspace, read with the key; nil: not read yet
	subject   string // of the observation and the entitlement
	variant   observations.Variant
	maxAge    time.Duration
	until     time.Time // when the caller stops waiting for the platform; zero: when its context ends
	platform  content.Platform
	op        sources.Operation
	media     bool                                  // also requests the addresses of files
	has       func(sources.Route) bool              // what a route needs in addition to op; may be nil
	rename    func(context.Context) (string, error) // returns the subject as known by now, "" if unknown; may be nil
	fetch     func(context.Context, sources.Route) (*answer, error)
	view      func(context.Context, *observations.Observation) (*view, error) // returns what this caller sees of an observation
	admit     func(context.Context) error                                     // a last check, which may call a platform; may be nil
	isFree    func(context.Context, *observations.Observation) (bool, error)  // reports whether a view is free, storing nothing; or nil
}

// answer is a route's answer, encoded.
type answer struct {
	body, full []byte // full is the body with the transcript
	next       []byte // of a page: the state for its next page
	counts     string
	rows       int64
	subject    string // of the actual answer; "" means the requested one
	names      []observations.AccountName
	unread     []string // of a page: names of unknown elements
	incomplete bool
}

// resolve sets the query's subject to the one by which its account is known.
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

// operation returns the operation to whose health the query's result counts.
func (q query) operation() sources.Operation {
	switch {
	case q.media:
		return sources.OpMedia
	case q.variant.Captions():
		return sources.OpTranscript
	}
	return q.op
}

// key identifies equal queries: concurrent ones share one fetch.
func (q query) key() string {
	if q.variant.Captions() {
		return q.subject + "+" + string(q.variant)
	}
	return q.subject
}

// view is an observation as one caller sees it, before the charge.
type view struct {
	body  []byte
	page  *Paging // of a page
	free  bool    // an empty page
	about string  // what the ledger says that a page is of, such as items:video_site:1; "" for the subject, which is a digest

	warnings []content.Warning // about the fields of the body
}
