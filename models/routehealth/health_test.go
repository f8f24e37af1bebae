package routehealth_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// calls reports calls of one operation for a test.
type calls struct {
	*testing.T
	s *models.Store
}

// report records a call and returns whether a probe is asked for.
func (c calls) report(subject, workspace string, code apierror.Code) bool {
	c.Helper()
	suspect, err := c.s.RouteHealth.ReportCall(context.Background(), routehealth.Call{RouteID: "clip_site.web", Operation: "item", Subject: subject,
		WorkspaceID: workspace, Took: 20 * time.Millisecond, Code: code})
	if err != nil {
		c.Fatal(err)
	}
	return suspect
}

func (c calls) probe(code apierror.Code) {
	c.Helper()
	err := c.s.RouteHealth.ReportProbe(context.Background(), routehealth.Call{RouteID: "clip_site.web", Operation: "item", Code: code})
	if err != nil {
		c.Fatal(err)
	}
}

func (c calls) state(operation string) string {
	c.Helper()
	h, err := c.s.RouteHealth.Health(context.Background())
	if err != nil {
		c.Fatal(err)
	}
	return h["clip_site.web"].Operations[operation].State
}

func TestRouteDegradesByProbe(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, c := context.Background(), calls{t, s}
		admit := func(operation string) (bool, error) { return s.RouteHealth.AdmitCall(ctx, "clip_site.web", operation) }
		for n := range 5 {
			c.report(fmt.Sprint("good", n), "w", "")
		}
		for n := range 4 {
			if c.report(fmt.Sprint("bad", n), "w", apierror.CodeNetworkTimeout) {
				t.Fatal("nine subjects are too few to judge")
			}
		}
		if !c.report("bad4", "w", apierror.CodeNetworkTimeout) {
			t.Fatal("five of ten subjects failed: a probe is due")
		}
		if c.report("bad5", "w", apierror.CodeNetworkTimeout) {
			t.Error("one probe in 30 s is enough")
		}
		if c.state("item") != "enabled" {
			t.Fatal("callers' failures alone never degrade")
		}
		c.probe(apierror.CodeNetworkTimeout)
		if c.state("item") != "degraded" {
			t.Fatal("a failed probe degrades")
		}
		_, err := admit("item")
		modelstest.WantCode(t, err, apierror.CodeRouteDegraded)
		if wait := apierror.From(err).RetryAfter; wait < time.Second || wait > 30*time.Second {
			t.Errorf("retry after %v", wait)
		}
		if _, err := admit("search"); err != nil {
			t.Errorf("another operation is refused, too: %v", err)
		}
		clock.Add(31 * time.Second)
		probes := modelstest.Outcomes(modelstest.AtOnce(8, func(int) error {
			probe, err := admit("item")
			if probe == (err != nil) {
				t.Errorf("probe %v, %v", probe, err)
			}
			return err
		}))
		if probes["ok"] != 1 {
			t.Errorf("one probe may pass, got %v", probes)
		}
		c.probe("")
		if _, err := admit("item"); err != nil || c.state("item") != "enabled" {
			t.Error("one success enables the operation")
		}
		if c.report("bad6", "w", apierror.CodeNetworkTimeout) {
			t.Error("an operation that just recovered is not condemned for its past")
		}
	})
}

// TestRouteHealthIsNoWeapon: one link, or one workspace where several ask, is never enough to suspect a route.
func TestRouteHealthIsNoWeapon(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		c := calls{t, s}
		for range 40 {
			if c.report("the same link", "attacker", apierror.CodeRouteDegraded) {
				t.Fatal("a link counts once")
			}
		}
		c.report("good", "other", "")
		for n := range 40 {
			if c.report(fmt.Sprint("link", n), "attacker", apierror.CodeRouteDegraded) {
				t.Fatal("one of two workspaces is not enough")
			}
		}
		if !c.report("another", "other", apierror.CodeRouteDegraded) {
			t.Error("failures of two workspaces are")
		}
	})
}

func TestOldFailuresDoNotCount(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		c := calls{t, s}
		for n := range 9 {
			c.report(fmt.Sprint(n), "w", apierror.CodeNetworkTransport)
		}
		clock.Add(6 * time.Minute)
		if c.report("9", "w", apierror.CodeNetworkTransport) {
			t.Error("nine failures are more than five minutes old")
		}
	})
}

func TestHealthIsMeasured(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		for ms := 1; ms <= 100; ms++ {
			code := apierror.Code("")
			if ms > 90 {
				code = apierror.CodeSourceChanged
			}
			c := routehealth.Call{RouteID: "r", Operation: "item", Subject: fmt.Sprint(ms), WorkspaceID: "w", Took: time.Duration(ms) * time.Millisecond, Code: code}
			if _, err := s.RouteHealth.ReportCall(ctx, c); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.RouteHealth.ReportCall(ctx, routehealth.Call{RouteID: "r", Operation: "search", Subject: "q", WorkspaceID: "w", Took: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
		h, err := s.RouteHealth.Health(ctx)
		if err != nil {
			t.Fatal(err)
		}
		r, item := h["r"], h["r"].Operations["item"]
		if item.Total != 100 || item.Succeeded != 90 || item.P50 == nil || *item.P50 != 50 || item.P95 == nil || *item.P95 != 95 || item.LastFailureCode != apierror.CodeSourceChanged {
			t.Errorf("item %+v, p50 %v, p95 %v", item, *item.P50, *item.P95)
		}
		if r.Total != 101 || r.Succeeded != 91 || r.Operations["search"].Total != 1 {
			t.Errorf("route %+v", r)
		}
		clock.Add(2 * time.Hour)
		if h, _ = s.RouteHealth.Health(ctx); h["r"].Total != 0 || h["r"].P50 != nil {
			t.Errorf("an hour later nothing is in the window: %+v", h["r"])
		}
	})
}
