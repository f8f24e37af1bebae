package lookup_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// BenchmarkLiveLookup measures what a live lookup takes beyond the bare fetch of the same item from the same simulated
// platform: each lookup asks whether the route is well, is recorded and charged.
func BenchmarkLiveLookup(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		platforms := simulator.New()
		routes := tiktok.Routes(sourcestest.Fetcher(b, platforms, allHosts()...), tiktok.Options{})
		of := newBench(b, s, clock, routes)
		_, err := of.store.Billing.Grant(b.Context(), of.workspace, 1_000_000, "to measure")
		testkit.Must(b, err)
		raw := platforms.Samples()[1].Items[0]
		link, err := of.ItemLink(context.Background(), raw)
		testkit.Must(b, err)
		ask := func(ctx context.Context) {
			_, err := of.Answer(ctx, lookup.ItemRequest{Workspace: of.workspace, URL: raw})
			testkit.Must(b, err)
		}
		fetch := func(ctx context.Context) {
			_, err := routes[0].Item(ctx, sources.ItemRequest{Link: link})
			testkit.Must(b, err)
		}
		var asked, fetched []time.Duration
		for b.Loop() {
			fetched, asked = append(fetched, timed(b, fetch)), append(asked, timed(b, ask))
		}
		b.ReportMetric(median(fetched), "fetch-ms")
		b.ReportMetric(median(asked)-median(fetched), "beyond-ms")
		b.ReportMetric(float64(len(modelstest.Statements(b, ask))), "statements")
	})
}

func timed(b *testing.B, f func(context.Context)) time.Duration {
	begun := time.Now()
	f(b.Context())
	return time.Since(begun)
}

// median is in milliseconds.
func median(list []time.Duration) float64 {
	slices.Sort(list)
	return float64(list[len(list)/2].Microseconds()) / 1000
}
