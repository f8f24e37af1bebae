package lookup_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// BenchmarkLiveLookupsAtOnce measures 16 live lookups of one workspace at once, whose platform answers at no time: what
// they wait for is one another's charge.
func BenchmarkLiveLookupsAtOnce(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		f := &fake{item: video(1)}
		of := newBench(b, s, clock, []sources.Route{f.route("video_site.web")})
		_, err := of.store.Billing.Grant(b.Context(), of.workspace, 1_000_000, "to measure")
		testkit.Must(b, err)
		round := 0
		for b.Loop() {
			round++
			var all sync.WaitGroup
			for n := range 16 {
				all.Go(func() {
					url := fmt.Sprintf("https://www.youtube.com/watch?v=%08d%03d", round, n)
					_, err := of.Answer(context.Background(), lookup.ItemRequest{Workspace: of.workspace, URL: url})
					testkit.Must(b, err)
				})
			}
			all.Wait()
		}
		b.ReportMetric(16*float64(b.N)/b.Elapsed().Seconds(), "lookups/s")
	})
}
