package routehealth_test

import (
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
)

// countReports counts how often the calls are counted for the page.
func countReports(t *testing.T, s *models.Store) *atomic.Int64 {
	t.Helper()
	n := new(atomic.Int64)
	modelstest.Capture(t, s, func(sql string, _ []any) {
		if strings.Contains(sql, "ROW_NUMBER") {
			n.Add(1)
		}
	})
	return n
}

// TestOneProcessCountsForAll lets eight workers, then eight readers without a worker, come at once: one of them counts.
func TestOneProcessCountsForAll(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		calls{t, s}.report("a", "w", "")
		counted := countReports(t, s)
		atOnce := func(what string, want int64, f func() error) {
			t.Helper()
			if got := modelstest.Outcomes(modelstest.AtOnce(8, func(int) error { return f() })); got["ok"] != 8 {
				t.Fatalf("%s: %v", what, got)
			}
			if n := counted.Swap(0); n != want {
				t.Errorf("%s: counted %d times, want %d", what, n, want)
			}
		}
		keep := func() error { return s.RouteHealth.KeepReport(t.Context()) }
		read := func() error {
			health, report, err := s.RouteHealth.PublicHealth(t.Context())
			if err == nil && (health["clip_site.web"].Total != 1 || report.Thirty("clip_site.web").Total != 1) {
				return fmt.Errorf("%+v, %+v", health, report)
			}
			return err
		}
		atOnce("the first report", 1, keep)
		atOnce("a moment later", 0, keep)
		atOnce("readers", 0, read)
		clock.Add(31 * time.Second)
		atOnce("readers before the worker", 0, read)
		atOnce("half a minute later", 1, keep)
		clock.Add(61 * time.Second)
		atOnce("readers without a worker", 1, read)
		atOnce("readers after them", 0, read)
	})
}

// TestPublicHealthIsHealth compares what the page reads with what support reads, and holds that states are those of now.
func TestPublicHealthIsHealth(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		c := calls{t, s}
		for n := range 40 {
			code := apierror.Code("")
			if n%4 == 0 {
				code = apierror.CodeNetworkTimeout
			}
			c.report(fmt.Sprint(n), "w", code)
			clock.Add(50 * time.Minute)
			if n%10 == 0 {
				modelstest.Must(t, s.RouteHealth.KeepHours(t.Context()))
			}
		}
		for n := range 5 {
			c.report(fmt.Sprint(n), "w", "")
		}
		_, err := s.RouteHealth.SaveChecks(t.Context(), []routehealth.Check{{RouteID: "clip_site.web", Operation: "item", At: s.NowMicros(), Code: apierror.CodeSourceChanged}})
		modelstest.Must(t, err)
		compare := func(what string) {
			t.Helper()
			want, err := s.RouteHealth.Health(t.Context())
			modelstest.Must(t, err)
			past, err := s.RouteHealth.RoutePast(t.Context())
			modelstest.Must(t, err)
			checks, err := s.RouteHealth.RouteChecks(t.Context())
			modelstest.Must(t, err)
			got, report, err := s.RouteHealth.PublicHealth(t.Context())
			modelstest.Must(t, err)
			const id = "clip_site.web"
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(report.Checks, checks) || clock.Now().Sub(report.At) > 10*time.Second {
				t.Errorf("%s: got %+v %+v, want %+v %+v", what, got, report, want, checks)
			}
			if !reflect.DeepEqual(report.Of(id), past.Of(id)) || report.Thirty(id) != past.Thirty(id) || past.Thirty(id).Total != 45 {
				t.Errorf("%s: got %+v, want %+v", what, report.Past, past)
			}
		}
		compare("counted by the reader")
		compare("read from the row")
		clock.Add(30 * time.Second)
		modelstest.Must(t, s.RouteHealth.KeepReport(t.Context()))
		compare("counted by a worker")
		c.probe(apierror.CodeNetworkTimeout)
		modelstest.Run(t, s, "INSERT INTO route_switches (route_id, off_since, off_reason) VALUES ('other.web', 1, 'maintenance')")
		health, _, err := s.RouteHealth.PublicHealth(t.Context())
		if o := health["clip_site.web"].Operations["item"]; err != nil || !o.Degraded() || o.Total != 6 || health["other.web"].Off == nil || health["other.web"].Off.OffReason != "maintenance" {
			t.Errorf("states are not those of now: %+v, %v", health, err)
		}
	})
}
