package sources

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"socialdata/internal/apierror"
)

// TestSlotsAreSharedFairly: a tenant with a thousand calls delays another one's call by one round.
func TestSlotsAreSharedFairly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(4, time.Hour)
		call := func(tenant string, done func()) {
			release, err := s.take(WithTenant(t.Context(), tenant), "host")
			if err != nil {
				t.Error(err)
				return
			}
			time.Sleep(time.Second)
			release()
			done()
		}
		var all sync.WaitGroup
		for range 1000 {
			all.Go(func() { call("greedy", func() {}) })
		}
		synctest.Wait()
		begun := time.Now()
		for range 4 {
			all.Go(func() {
				call("modest", func() {
					if took := time.Since(begun); took > 5*time.Second {
						t.Errorf("a call of the other tenant took %v", took)
					}
				})
			})
		}
		all.Wait()
		if len(s.hosts) != 0 {
			t.Errorf("slots are left: %+v", s.hosts["host"])
		}
	})
}

// TestNoSlotInTimeIsOurs: running out of slots is never reported as a failure of the platform.
func TestNoSlotInTimeIsOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(1, slotWait)
		release, err := s.take(t.Context(), "host")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.take(t.Context(), "host")
		if !apierror.Is(err, apierror.CodeRateLimited) || apierror.From(err).RetryAfter <= 0 {
			t.Errorf("got %v", err)
		}
		left, leave := context.WithCancel(t.Context())
		leave()
		if _, err := s.take(left, "host"); err == nil {
			t.Error("a caller who left got a slot")
		}
		if other, err := s.take(t.Context(), "another host"); err != nil {
			t.Errorf("another host: %v", err)
		} else {
			other()
		}
		release()
		again, err := s.take(t.Context(), "host")
		if err != nil {
			t.Fatalf("after the release: %v", err)
		}
		again()
		if len(s.hosts) != 0 {
			t.Error("slots are left")
		}
	})
}

// TestSlotsOfCallersWhoLeave cancels every waiting call, some just as they get a slot: no slot is lost.
func TestSlotsOfCallersWhoLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2, time.Hour)
		var held []func()
		for range 2 {
			release, err := s.take(t.Context(), "host")
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, release)
		}
		ctx, leave := context.WithCancel(t.Context())
		var waiting sync.WaitGroup
		for n := range 50 {
			waiting.Go(func() {
				release, err := s.take(WithTenant(ctx, string(rune('a'+n%5))), "host")
				if err == nil {
					release()
				}
			})
		}
		synctest.Wait()
		waiting.Go(leave)
		for _, release := range held {
			waiting.Go(release)
		}
		waiting.Wait()
		if len(s.hosts) != 0 {
			t.Errorf("slots are left: %+v", s.hosts["host"])
		}
	})
}

// TestSlotOfACallerWhoLeftInItsTurn: a slot that is given to a call after it was cancelled is released.
func TestSlotOfACallerWhoLeftInItsTurn(t *testing.T) {
	t.Parallel()
	s := newSlots(1, time.Hour)
	release, err := s.take(t.Context(), "host")
	if err != nil {
		t.Fatal(err)
	}
	turn := s.hosts["host"].queue("tenant")
	release()
	s.leave("host", "tenant", turn)
	if len(s.hosts) != 0 {
		t.Errorf("slots are left: %+v", s.hosts["host"])
	}
}

func TestTenant(t *testing.T) {
	t.Parallel()
	if got := Tenant(t.Context()); got != "" {
		t.Errorf("the service itself is tenant %q", got)
	}
	if got := Tenant(WithTenant(WithTenant(t.Context(), "a"), "b")); got != "b" {
		t.Errorf("the tenant is %q, want the last one", got)
	}
}
