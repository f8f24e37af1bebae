package sources

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"socialdata/internal/apierror"
)

// How many calls to one host may run at once, and how long another one waits for its turn.
const (
	slotsPerHost = 128
	slotWait     = 5 * time.Second
)

// slots bound the calls to each host and share them fairly: a free slot goes to the tenants in turn, so that a tenant
// with a thousand calls delays another one's by no more than one round.
type slots struct {
	size int
	wait time.Duration

	mu    sync.Mutex
	hosts map[string]*hostSlots
}

// hostSlots are the calls of one host. turns holds each waiting tenant once, the next one first.
type hostSlots struct {
	used    int
	turns   []string
	waiting map[string][]chan struct{} // by tenant, the longest waiting first
}

func newSlots(size int, wait time.Duration) *slots {
	return &slots{size: size, wait: wait, hosts: map[string]*hostSlots{}}
}

var errNoSlot = errors.New("all slots of our own for this host are taken")

// take waits for a slot of a host; release gives it back. One that is not free in time is rate_limited: we are busy,
// which says nothing about the platform.
func (s *slots) take(ctx context.Context, host string) (release func(), err error) {
	tenant := Tenant(ctx)
	s.mu.Lock()
	h := s.hosts[host]
	if h == nil {
		h = &hostSlots{waiting: map[string][]chan struct{}{}}
		s.hosts[host] = h
	}
	if h.used < s.size && len(h.turns) == 0 {
		h.used++
		s.mu.Unlock()
		return func() { s.release(host) }, nil
	}
	turn := h.queue(tenant)
	s.mu.Unlock()
	patient, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	select {
	case <-turn:
		return func() { s.release(host) }, nil
	case <-patient.Done():
	}
	s.leave(host, tenant, turn)
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil, ctx.Err()
	}
	return nil, apierror.Wrap(errNoSlot, apierror.CodeRateLimited, "policy", "upstream", "limit", int64(s.size), "windowSeconds", int64(1)).After(time.Second)
}

func (h *hostSlots) queue(tenant string) chan struct{} {
	turn := make(chan struct{}, 1)
	if len(h.waiting[tenant]) == 0 {
		h.turns = append(h.turns, tenant)
	}
	h.waiting[tenant] = append(h.waiting[tenant], turn)
	return turn
}

// release hands the slot to the next tenant's longest waiting call.
func (s *slots) release(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.hosts[host]
	if len(h.turns) == 0 {
		if h.used--; h.used == 0 {
			delete(s.hosts, host)
		}
		return
	}
	tenant := h.turns[0]
	h.turns = h.turns[1:]
	line := h.waiting[tenant]
	line[0] <- struct{}{}
	if h.waiting[tenant] = line[1:]; len(line) > 1 {
		h.turns = append(h.turns, tenant)
	} else {
		delete(h.waiting, tenant)
	}
}

// leave takes a call out of the line; one that got its slot meanwhile gives it back.
func (s *slots) leave(host, tenant string, turn chan struct{}) {
	s.mu.Lock()
	h := s.hosts[host]
	for n, t := range h.waiting[tenant] {
		if t != turn {
			continue
		}
		h.waiting[tenant] = append(h.waiting[tenant][:n], h.waiting[tenant][n+1:]...)
		if len(h.waiting[tenant]) == 0 {
			delete(h.waiting, tenant)
			h.turns = slices.DeleteFunc(h.turns, func(waiting string) bool { return waiting == tenant })
		}
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	s.release(host)
}

type tenantKey struct{}

// WithTenant says for which workspace the calls of a context are made. Slots of the outbound client are shared fairly
// between tenants; "" is the service itself.
func WithTenant(ctx context.Context, workspace string) context.Context {
	return context.WithValue(ctx, tenantKey{}, workspace)
}

// Tenant returns the workspace that WithTenant set; "" if there is none.
func Tenant(ctx context.Context) string {
	workspace, _ := ctx.Value(tenantKey{}).(string)
	return workspace
}
