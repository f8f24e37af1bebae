package sources

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"socialdata/internal/apierror"
)

// How many calls to one host run at once, and how long a further call waits for a slot.
const (
	slotsPerHost = 128
	slotWait     = 5 * time.Second
)

// slots limits the concurrent calls to each host and shares them fairly: a free slot goes to the tenants in rotation, so
// a tenant with a thousand calls delays another one's call by at most one round.
type slots struct {
	size int
	wait time.Duration

	mu    sync.Mutex
	hosts map[string]*hostSlots
}

// hostSlots are the slots of one host. turns holds each waiting tenant once, in the order in which they get a slot.
type hostSlots struct {
	used    int
	turns   []string
	waiting map[string][]chan struct{} // by tenant, the longest waiting first
}

func newSlots(size int, wait time.Duration) *slots {
	return &slots{size: size, wait: wait, hosts: map[string]*hostSlots{}}
}

var errNoSlot = errors.New("all slots of our own for this host are taken")

// take waits for a slot of a host; release gives it back. If no slot becomes free in time, the error is rate_limited:
// the service is busy, which says nothing about the platform.
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

// release passes the slot to the longest waiting call of the next tenant.
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

// leave removes a call from the queue; if it was given a slot in the meantime, the slot is released.
func (s *slots) leave(host, tenant string, turn chan struct{}) {
	s.mu.Lock()
	h := s.hosts[host]
	n := slices.Index(h.waiting[tenant], turn)
	if n < 0 {
		s.mu.Unlock()
		s.release(host)
		return
	}
	defer s.mu.Unlock()
	h.waiting[tenant] = slices.Delete(h.waiting[tenant], n, n+1)
	if len(h.waiting[tenant]) == 0 {
		delete(h.waiting, tenant)
		h.turns = slices.DeleteFunc(h.turns, func(waiting string) bool { return waiting == tenant })
	}
}

type tenantKey struct{}

// WithTenant sets the workspace on whose behalf a context's calls are made. The outbound client shares its slots fairly
// between workspaces; "" is the service itself.
func WithTenant(ctx context.Context, workspace string) context.Context {
	return context.WithValue(ctx, tenantKey{}, workspace)
}

// Tenant returns the workspace that WithTenant set; "" if there is none.
func Tenant(ctx context.Context) string {
	workspace, _ := ctx.Value(tenantKey{}).(string)
	return workspace
}
