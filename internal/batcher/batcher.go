// Package batcher lets calls that wait at the same moment be done together: natural batching, as a group commit of a database.
// It knows nothing of what is done and may import nothing of ours.
package batcher

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
)

// Batcher gathers calls of the same key into groups: while a group runs, those that arrive form the next one. A
// single call never waits; no timer is used. It is safe for concurrent use.
type Batcher[K comparable, T any] struct {
	options Options
	run     func(key K, group *Group[T])

	mu    sync.Mutex
	lines map[K]*line[T] // of keys with a running group
}

// Options bound the groups of a Batcher.
type Options struct {
	Most  int // calls of a group
	Lanes int // groups of one key that run at once; 1 keeps them in the order of arrival
	Open  int // calls that must be waiting before another lane opens beside a running one: fewer, larger groups cost less
}

// ErrCrashed is returned to the other callers of a group whose run panicked: how much of it was done is unknown.
var ErrCrashed = errors.New("the group of this call crashed")

// Group is the work of one run, in the order of arrival.
type Group[T any] struct {
	members []*member[T]
	admit   func(*Group[T])
}

// Calls returns the calls of the group.
func (g *Group[T]) Calls() []T {
	calls := make([]T, len(g.members))
	for n, m := range g.members {
		calls[n] = m.value
	}
	return calls
}

// Admit adds the calls that wait by now, up to Options.Most, and returns all calls of the group. A run that had to wait for a
// lock uses it before it begins.
func (g *Group[T]) Admit() []T {
	g.admit(g)
	return g.Calls()
}

// AdmitReady yields the processor once, so that goroutines which are ready can make their calls, and then does what Admit does.
func (g *Group[T]) AdmitReady() []T {
	runtime.Gosched()
	return g.Admit()
}

// New returns a Batcher that calls run for each group, in the goroutine of one of its callers. run must bound its own time and must
// not depend on the context of a caller.
func New[K comparable, T any](o Options, run func(key K, group *Group[T])) *Batcher[K, T] {
	return &Batcher[K, T]{options: o, run: run, lines: map[K]*line[T]{}}
}

// line holds the running groups and the waiting calls of one key.
type line[T any] struct {
	running int
	waiting []*member[T]
}

// member is one call of Do. It is notified once: to lead a group, or that its group is done.
type member[T any] struct {
	value T
	next  chan turn[T]
}

type turn[T any] struct {
	lead []*member[T]
	err  error // of its group, once that is done
}

// Do runs value in a group and returns the outcome of the group. If ctx ends before the group begins, Do returns the context's error
// and value does not run. Once the group runs, Do waits for it, because its effects count.
func (b *Batcher[K, T]) Do(ctx context.Context, key K, value T) error {
	m := &member[T]{value: value, next: make(chan turn[T], 1)}
	b.begin(key, m)
	select {
	case t := <-m.next:
		return b.take(key, t)
	case <-ctx.Done():
	}
	if b.leave(key, m) {
		return ctx.Err()
	}
	return b.take(key, <-m.next)
}

func (b *Batcher[K, T]) take(key K, t turn[T]) error {
	if t.lead != nil {
		return b.lead(key, t.lead)
	}
	return t.err
}

// begin queues m in its line, and opens a lane if enough calls wait.
func (b *Batcher[K, T]) begin(key K, m *member[T]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.lines[key]
	if l == nil {
		l = &line[T]{}
		b.lines[key] = l
	}
	l.waiting = append(l.waiting, m)
	if l.running < b.options.Lanes && b.opens(l, l.running) {
		l.running++
		b.start(l)
	}
}

// start makes the first waiting call lead the next group.
func (b *Batcher[K, T]) start(l *line[T]) {
	group := l.take(b.options.Most)
	group[0].next <- turn[T]{lead: group}
}

// opens reports whether the waiting calls get another lane beside the running ones.
func (b *Batcher[K, T]) opens(l *line[T], others int) bool {
	return others == 0 || len(l.waiting) >= b.options.Open
}

// leave removes m from its line, and reports whether it was still waiting.
func (b *Batcher[K, T]) leave(key K, m *member[T]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.lines[key]
	if l == nil {
		return false
	}
	n := slices.Index(l.waiting, m)
	if n < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, n, n+1)
	return true
}

// lead runs a group, passes its lane on, and notifies the other members. A panic of the run continues in the leading caller.
func (b *Batcher[K, T]) lead(key K, members []*member[T]) error {
	err, g := ErrCrashed, &Group[T]{members: members, admit: func(g *Group[T]) { g.members = append(g.members, b.takeWaiting(key, len(g.members))...) }}
	defer func() {
		b.handOn(key)
		for _, m := range g.members[1:] {
			m.next <- turn[T]{err: err}
		}
	}()
	b.run(key, g)
	err = nil
	return nil
}

// takeWaiting moves waiting calls into a group that has so many members.
func (b *Batcher[K, T]) takeWaiting(key K, have int) []*member[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines[key].take(b.options.Most - have)
}

// take removes the first waiting calls of the line, at most so many.
func (l *line[T]) take(most int) []*member[T] {
	n := min(len(l.waiting), most)
	taken := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	return taken
}

// handOn gives the lane of a finished group to the waiting calls, or closes it.
func (b *Batcher[K, T]) handOn(key K) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := b.lines[key]
	if len(l.waiting) > 0 && b.opens(l, l.running-1) {
		b.start(l)
		return
	}
	if l.running--; l.running == 0 {
		delete(b.lines, key)
	}
}
