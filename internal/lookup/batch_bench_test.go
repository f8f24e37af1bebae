package lookup_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// BenchmarkSingleLookupsBesideBatches measures single lookups, live and stored, while nothing else runs and while eight
// workspaces send batches of a hundred live links without end. The platform takes 50 ms for each answer.
func BenchmarkSingleLookupsBesideBatches(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		f := &fake{item: slow(50 * time.Millisecond)}
		of := newBench(b, s, clock, []sources.Route{f.route("video_site.web")})
		_, err := of.store.Billing.Grant(b.Context(), of.workspace, 1_000_000, "to measure")
		testkit.Must(b, err)
		ask := func(age time.Duration, n int) func(context.Context) {
			return func(ctx context.Context) {
				_, err := of.Answer(ctx, lookup.ItemRequest{Workspace: of.workspace, URL: fmt.Sprintf("https://www.youtube.com/watch?v=aaaa%07d", n), MaxAge: age})
				testkit.Must(b, err)
			}
		}
		round := 0
		measure := func() (live, stored []time.Duration) {
			for range 100 {
				round++
				live, stored = append(live, timed(b, ask(0, round))), append(stored, timed(b, ask(time.Hour, round)))
			}
			return live, stored
		}
		for b.Loop() {
			live, stored := measure()
			done, stop := batchesWithoutEnd(b, of)
			liveBeside, storedBeside := measure()
			stop()
			b.ReportMetric(median(live), "live-ms")
			b.ReportMetric(median(liveBeside), "live-beside-ms")
			b.ReportMetric(worst(liveBeside), "live-beside-p99-ms")
			b.ReportMetric(median(stored), "stored-ms")
			b.ReportMetric(median(storedBeside), "stored-beside-ms")
			b.ReportMetric(worst(storedBeside), "stored-beside-p99-ms")
			b.ReportMetric(done(), "batch-links/s")
		}
	})
}

// batchesWithoutEnd sends batches of eight workspaces until stop; done says how many links a second they got answered.
func batchesWithoutEnd(b *testing.B, of *bench) (done func() float64, stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	begun := time.Now()
	var all sync.WaitGroup
	var mu sync.Mutex
	links := 0
	for n := range 8 {
		w, err := of.store.Accounts.CreateWorkspace(b.Context(), fmt.Sprint("W", n), of.owner, 1_000_000)
		testkit.Must(b, err)
		all.Go(func() {
			for series := n * 1000; ctx.Err() == nil; series++ {
				_ = of.Batch(ctx, lookup.BatchRequest{Workspace: w.ID, Asks: videoAsks(w.ID, series, 100)}, func(lookup.BatchRow) error {
					mu.Lock()
					defer mu.Unlock()
					links++
					return nil
				})
			}
		})
	}
	return func() float64 { return float64(links) / time.Since(begun).Seconds() }, func() { cancel(); all.Wait() }
}

// worst is the 99th percentile, in milliseconds.
func worst(list []time.Duration) float64 {
	slices.Sort(list)
	return float64(list[len(list)*99/100].Microseconds()) / 1000
}
