// Package slots limits what runs concurrently, in total and for each tenant, so that one tenant cannot take all slots.
// It may import nothing of ours.
package slots

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Slots are given out in the order of arrival. A tenant that holds its maximum waits without blocking others. They are
// safe for concurrent use.
type Slots struct {
	all  *semaphore.Weighted
	each int64

	mu      sync.Mutex
	tenants map[string]*tenant
}

// tenant is a tenant that holds or waits for slots; users counts both.
type tenant struct {
	slots *semaphore.Weighted
	users int
}

// New returns Slots with all slots in total and at most each per tenant.
func New(all, each int64) *Slots {
	return &Slots{all: semaphore.NewWeighted(all), each: each, tenants: map[string]*tenant{}}
}

// Take waits for a slot; release gives it back and must be called once. The error is the context's.
func (s *Slots) Take(ctx context.Context, name string) (release func(), err error) {
	own := s.enter(name)
	if err := own.slots.Acquire(ctx, 1); err != nil {
		s.leave(name)
		return nil, err
	}
	if err := s.all.Acquire(ctx, 1); err != nil {
		own.slots.Release(1)
		s.leave(name)
		return nil, err
	}
	return func() { s.giveBack(name, own) }, nil
}

// Try takes a slot if one is free; ok is false if not.
func (s *Slots) Try(name string) (release func(), ok bool) {
	own := s.enter(name)
	if !own.slots.TryAcquire(1) {
		s.leave(name)
		return nil, false
	}
	if !s.all.TryAcquire(1) {
		own.slots.Release(1)
		s.leave(name)
		return nil, false
	}
	return func() { s.giveBack(name, own) }, true
}

func (s *Slots) giveBack(name string, own *tenant) {
	s.all.Release(1)
	own.slots.Release(1)
	s.leave(name)
}

func (s *Slots) enter(name string) *tenant {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tenants[name]
	if t == nil {
		t = &tenant{slots: semaphore.NewWeighted(s.each)}
		s.tenants[name] = t
	}
	t.users++
	return t
}

func (s *Slots) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tenants[name]
	if t.users--; t.users == 0 {
		delete(s.tenants, name)
	}
}
