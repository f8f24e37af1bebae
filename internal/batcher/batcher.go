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

// Batcher gathers calls of the same key into groups: while a group runs, those that arrive form the next one. Nobody who is
// alone waits, and there is no timer. It is safe for concurrent use.
type Batcher[K comparable, T any] struct {
	options Options
	run     func(key K, group *Group[T])

	mu    sync.Mutex
	lines map[K]*line[T] // of keys for which a group runs
}

// Options bound the groups of a Batcher.
type Options struct {
	Most  int // calls of a group
	Lanes int // groups of one key that run at once; 1 keeps them in the order of arrival
	Open  int // calls that must wait for a further lane to open beside one that runs: fewer and larger groups cost less
}

// ErrCrashed is what the others of a group get when its run panicked: it is not known what was done for them.
var ErrCrashed = errors.New("the group of this call crashed")

// Group is what one run is to do, in the order of arrival.
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

// Admit lets in those that wait by now, within the bound, and returns all calls: for a run that waited for a lock, say,
// before it could begin.
func (g *Group[T]) Admit() []T {
	g.admit(g)
	return g.Calls()
}

// AdmitReady is Admit once what is ready to run has run, so that the calls it makes are let in.
func (g *Group[T]) AdmitReady() []T {
	runtime.Gosched()
	return g.Admit()
}

// New returns a Batcher whose groups run gets. run is called in the goroutine of one of the callers; it must bound its time
// itself, and not depend on the context of one of them.
func New[K comparable, T any](o Options, run func(key K, group *Group[T])) *Batcher[K, T] {
	return &Batcher[K, T]{options: o, run: run, lines: map[K]*line[T]{}}
}

// line is what runs and what waits for one key.
type line[T any] struct {
	running int
	waiting []*member[T]
}

// member is one call of Do. It is told once what comes next: the group that it leads, or that its own is done.
type member[T any] struct {
	value T
	next  chan turn[T]
}

type turn[T any] struct {
	lead []*member[T]
	err  error // of a group that is done
}

// Do runs value in a group, and returns when that group ran. A caller who leaves before its group begins gets its own
// context's error, and its value does not run; a group that runs is waited for, because its outcome counts.
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

// begin lets m wait in its line, and opens a lane if there is one for those that wait.
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

// start lets the first of the line lead the next group.
func (b *Batcher[K, T]) start(l *line[T]) {
	group := l.take(b.options.Most)
	group[0].next <- turn[T]{lead: group}
}

// opens reports whether those that wait get a lane beside so many others.
func (b *Batcher[K, T]) opens(l *line[T], others int) bool {
	return others == 0 || len(l.waiting) >= b.options.Open
}

// leave reports whether m still waited and does so no more.
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

// lead runs a group, hands its lane on, and tells the others. A panic of the run goes on in the caller that leads.
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

// takeWaiting takes those that wait into a group that has so many members.
func (b *Batcher[K, T]) takeWaiting(key K, have int) []*member[T] {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lines[key].take(b.options.Most - have)
}

// take takes the first of the line, at most so many.
func (l *line[T]) take(most int) []*member[T] {
	n := min(len(l.waiting), most)
	taken := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	return taken
}

// handOn gives the lane of a group that is done to those that wait, or closes it.
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
