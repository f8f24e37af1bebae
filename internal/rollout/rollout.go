// Package rollout chooses the shapes that this process uses: those of the release or of the operator's file, or a change of them that
// support made on a page. It may import internal/sources, internal/sources/shapes and models/rollouts, and internal/lookup to
// call known objects.
package rollout

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/models/rollouts"
)

// lookEvery is how often a process looks for a change.
const lookEvery = 15 * time.Second

// Shapes are the shapes of this process. It is safe for concurrent use.
type Shapes struct {
	store     *rollouts.Store
	base      shapes.Source // what the release or the operator's file says
	platforms sources.Platforms
	process   string
	log       *slog.Logger

	mu     sync.RWMutex
	change *change // nil: base is used
}

// change is the change in use, laid over the values for which it was made.
type change struct {
	id, base string
	values   *shapes.Shapes
}

// New returns the shapes of a process, which is named process in the store.
func New(store *rollouts.Store, base shapes.Source, platforms sources.Platforms, process string, log *slog.Logger) *Shapes {
	return &Shapes{store: store, base: base, platforms: platforms, process: process, log: log}
}

// Now returns the shapes in use. The method is a shapes.Source. A change does not apply to other values than it was made for: a newer
// release, or a changed file, brings its own.
func (s *Shapes) Now() *shapes.Shapes {
	base := s.base.Now()
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.change == nil || s.change.base != base.Version() {
		return base
	}
	return s.change.values
}

// Values returns every shape in use by its name, with its value in After.
func (s *Shapes) Values() []shapes.Difference { return shapes.Differences(&shapes.Shapes{}, s.Now()) }

// Base returns the shapes without any change.
func (s *Shapes) Base() *shapes.Shapes { return s.base.Now() }

// Process returns the name of this process.
func (s *Shapes) Process() string { return s.process }

// Refresh looks for the change in use. If the database does not answer, what was in use stays.
func (s *Shapes) Refresh(ctx context.Context) error {
	base := s.base.Now()
	r, err := s.store.InUse(ctx, base.Version(), s.process)
	if err != nil {
		return err
	}
	next, err := s.laid(base, r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if id(next) != id(s.change) {
		s.log.InfoContext(ctx, "shapes in use", "change", id(next), "version", versionOf(next, base))
	}
	s.change = next
	return nil
}

// laid returns a change, laid over base; nil for nil.
func (s *Shapes) laid(base *shapes.Shapes, r *rollouts.Rollout) (*change, error) {
	if r == nil {
		return nil, nil
	}
	values, err := shapes.Overlay(base, []byte(r.Text), s.platforms)
	return &change{id: r.ID, base: base.Version(), values: values}, err
}

func id(c *change) string {
	if c == nil {
		return ""
	}
	return c.id
}

func versionOf(c *change, base *shapes.Shapes) string {
	if c == nil {
		return base.Version()
	}
	return c.values.Version()
}

// Run looks for changes until the context ends.
func (s *Shapes) Run(ctx context.Context) {
	for tick := time.NewTicker(lookEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		if err := s.Refresh(ctx); err != nil && ctx.Err() == nil {
			s.log.WarnContext(ctx, "the shapes in use were not looked for", "cause", err)
		}
	}
}

// Propose checks the text of a change and returns it as a row to start. The error names every mistake.
func (s *Shapes) Propose(text string) (rollouts.Rollout, error) {
	base := s.base.Now()
	values, err := shapes.Overlay(base, []byte(text), s.platforms)
	if err != nil {
		return rollouts.Rollout{}, err
	}
	return rollouts.Rollout{Base: base.Version(), Version: values.Version(), Text: text}, nil
}

// Differences lists the values that a change alters; ok is false if it was made for other shapes than those of this process.
func (s *Shapes) Differences(r *rollouts.Rollout) (list []shapes.Difference, ok bool) {
	base := s.base.Now()
	next, err := s.laid(base, r)
	if err != nil || base.Version() != r.Base {
		return nil, false
	}
	return shapes.Differences(base, next.values), true
}
