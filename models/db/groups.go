package db

import (
	"context"
	"sync"
)

// Groups gathers what waits for the same key at the same moment: while one group runs, those that arrive form the next
// one. Nobody who is alone waits, and there is no timer.
type Groups[K comparable, T any] struct {
	most int // members of a group
	run  func(key K, members []T)

	mu      sync.Mutex
	waiting map[K][]*member[T] // of keys for which a group runs
}

// NewGroups returns groups of at most most members, which run gets in the order of their arrival.
func NewGroups[K comparable, T any](most int, run func(key K, members []T)) *Groups[K, T] {
	return &Groups[K, T]{most: most, run: run}
}

// member is one caller of do. lead is sent the group that the caller is to run, or closed when another one ran it.
type member[T any] struct {
	value T
	lead  chan []*member[T]
}

// Do runs value in a group, and returns when that group ran. A caller who leaves before its group begins gets its own
// context's error, and its value does not run.
func (g *Groups[K, T]) Do(ctx context.Context, key K, value T) error {
	m := &member[T]{value: value, lead: make(chan []*member[T], 1)}
	if g.begin(key, m) {
		g.lead(key, []*member[T]{m})
		return nil
	}
	select {
	case group, lead := <-m.lead:
		if lead {
			g.lead(key, group)
		}
		return nil
	case <-ctx.Done():
	}
	if g.leave(key, m) {
		return ctx.Err()
	}
	if group, lead := <-m.lead; lead { // it was taken meanwhile: its outcome counts
		g.lead(key, group)
	}
	return nil
}

// begin reports whether m is alone and leads; else it waits.
func (g *Groups[K, T]) begin(key K, m *member[T]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting == nil {
		g.waiting = map[K][]*member[T]{}
	}
	line, running := g.waiting[key]
	if !running {
		g.waiting[key] = nil
		return true
	}
	g.waiting[key] = append(line, m)
	return false
}

// leave reports whether m still waited and does so no more.
func (g *Groups[K, T]) leave(key K, m *member[T]) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for n, w := range g.waiting[key] {
		if w == m {
			g.waiting[key] = append(g.waiting[key][:n:n], g.waiting[key][n+1:]...)
			return true
		}
	}
	return false
}

// lead runs a group and hands the next one to its first member. A panic of the run still lets the others go on.
func (g *Groups[K, T]) lead(key K, group []*member[T]) {
	defer func() {
		for _, m := range group[1:] {
			close(m.lead)
		}
		g.next(key)
	}()
	values := make([]T, len(group))
	for n, m := range group {
		values[n] = m.value
	}
	g.run(key, values)
}

func (g *Groups[K, T]) next(key K) {
	g.mu.Lock()
	defer g.mu.Unlock()
	line := g.waiting[key]
	if len(line) == 0 {
		delete(g.waiting, key)
		return
	}
	n := min(len(line), g.most)
	group := line[:n:n]
	g.waiting[key] = line[n:]
	group[0].lead <- group
}
