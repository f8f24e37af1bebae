package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestStatusPageCostsOneStatement counts what /status asks of the database: one statement in half a minute while a worker counts
// the calls, whatever was called. Without a worker the page counts them itself, at most once a minute.
func TestStatusPageCostsOneStatement(t *testing.T) {
	before := otel.GetTextMapPropagator()
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t.Cleanup(func() { otel.SetTextMapPropagator(before) })
	each(t, webtest.Options{Traced: true}, func(t *testing.T, s *webtest.Site) {
		count := func(want int) {
			t.Helper()
			asked := modelstest.Statements(t, func(ctx context.Context) {
				header := propagation.MapCarrier{}
				otel.GetTextMapPropagator().Inject(ctx, header)
				if r := s.Do("GET", "/status", nil, map[string]string{"Traceparent": header["traceparent"]}); r.Status != http.StatusOK {
					t.Fatalf("%d %s", r.Status, r.Body)
				}
			})
			if len(asked) != want {
				t.Errorf("%d statements, want %d:\n%s", len(asked), want, strings.Join(asked, "\n"))
			}
		}
		testkit.Must(t, s.Store.RouteHealth.KeepReport(t.Context()))
		count(1)
		count(0)
		s.Clock.Add(31 * time.Second)
		count(1)
		s.Clock.Add(31 * time.Second)
		testkit.Must(t, s.Store.RouteHealth.KeepReport(t.Context()))
		count(1)
	})
}
