package models_test

import (
	"context"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/fault"
	"socialdata/models/modelstest"
)

func TestARouteDegradesAndRecovers(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		report := func(code fault.Code, n int) {
			t.Helper()
			for range n {
				if err := s.Report(ctx, "clip_site.web", 20*time.Millisecond, code); err != nil {
					t.Fatal(err)
				}
			}
		}
		state := func() string {
			t.Helper()
			h, err := s.Health(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return h["clip_site.web"].State.State
		}
		report("", 5)
		report(fault.NetworkTimeout, 4)
		if state() != "enabled" {
			t.Fatal("nine calls are too few to judge")
		}
		report(fault.NetworkTimeout, 1)
		if state() != "degraded" {
			t.Fatal("five of ten failed")
		}
		err := s.Admit(ctx, "clip_site.web")
		wantCode(t, err, fault.RouteDegraded)
		if wait := fault.From(err).RetryAfter; wait < time.Second || wait > 30*time.Second {
			t.Errorf("retry after %v", wait)
		}
		clock.Add(31 * time.Second)
		if got := tally(atOnce(8, func(int) error { return s.Admit(ctx, "clip_site.web") })); got["ok"] != 1 {
			t.Errorf("one probe may pass, got %v", got)
		}
		report(fault.NetworkTimeout, 1) // the probe failed
		wantCode(t, s.Admit(ctx, "clip_site.web"), fault.RouteDegraded)
		clock.Add(31 * time.Second)
		if err := s.Admit(ctx, "clip_site.web"); err != nil {
			t.Fatal(err)
		}
		report("", 1)
		if state() != "enabled" || s.Admit(ctx, "clip_site.web") != nil {
			t.Error("one success enables the route")
		}
		report(fault.NetworkTimeout, 1)
		if state() != "enabled" {
			t.Error("a route that just recovered is not condemned for its past")
		}
	})
}

func TestOldFailuresDoNotCount(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		for range 9 {
			_ = s.Report(ctx, "r", time.Millisecond, fault.NetworkTransport)
		}
		clock.Add(6 * time.Minute)
		_ = s.Report(ctx, "r", time.Millisecond, fault.NetworkTransport)
		if err := s.Admit(ctx, "r"); err != nil {
			t.Errorf("nine failures are more than five minutes old: %v", err)
		}
	})
}

func TestHealthIsMeasured(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		for ms := 1; ms <= 100; ms++ {
			code := fault.Code("")
			if ms > 90 {
				code = fault.SourceChanged
			}
			if err := s.Report(ctx, "r", time.Duration(ms)*time.Millisecond, code); err != nil {
				t.Fatal(err)
			}
		}
		h, err := s.Health(ctx)
		if err != nil {
			t.Fatal(err)
		}
		r := h["r"]
		if r.Total != 100 || r.Succeeded != 90 || r.P50 == nil || *r.P50 != 50 || r.P95 == nil || *r.P95 != 95 || r.State.LastFailureCode != fault.SourceChanged {
			t.Errorf("health %+v, p50 %v, p95 %v", r, *r.P50, *r.P95)
		}
		clock.Add(2 * time.Hour)
		if h, _ = s.Health(ctx); h["r"].Total != 0 || h["r"].P50 != nil {
			t.Errorf("an hour later nothing is in the window: %+v", h["r"])
		}
	})
}
