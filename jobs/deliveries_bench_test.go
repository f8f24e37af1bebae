package jobs_test

import (
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// How much the benchmarks of deliveries send: events of one workspace to several endpoints.
const (
	benchEndpoints = 4
	benchEvents    = 500 // of one round
	benchDelays    = 40
)

// BenchmarkDeliveries measures how many deliveries a second leave for endpoints that answer at once, from the commit of the
// first event until the last one has arrived.
func BenchmarkDeliveries(b *testing.B) {
	eachDelivery(b, func(b *testing.B, s *models.Store, queue *redis.Client) {
		in := modelstest.Install(b, s, 0)
		var arrived atomic.Int64
		for range benchEndpoints {
			receive(b, in, func() { arrived.Add(1) })
		}
		deliver(b, s, queue)
		want, begun := int64(0), time.Now()
		for b.Loop() {
			for range benchEvents / 50 {
				happened(b, in, 50)
			}
			want += benchEvents * benchEndpoints
			for arrived.Load() < want {
				time.Sleep(time.Millisecond)
			}
		}
		b.ReportMetric(float64(want)/time.Since(begun).Seconds(), "deliveries/s")
	})
}

// BenchmarkDeliveryDelay measures how long after its commit an event arrives, where nothing else happens.
func BenchmarkDeliveryDelay(b *testing.B) {
	eachDelivery(b, func(b *testing.B, s *models.Store, queue *redis.Client) {
		in := modelstest.Install(b, s, 0)
		arrived := make(chan time.Time, 1)
		receive(b, in, func() { arrived <- time.Now() })
		deliver(b, s, queue)
		var delays []time.Duration
		for b.Loop() {
			for range benchDelays {
				time.Sleep(rand.N(500 * time.Millisecond)) // so that it comes at any moment of the sleeps
				happened(b, in, 1)
				committed := time.Now()
				delays = append(delays, (<-arrived).Sub(committed))
			}
		}
		slices.Sort(delays)
		b.ReportMetric(delays[len(delays)/2].Seconds()*1000, "median-ms")
		b.ReportMetric(delays[len(delays)*9/10].Seconds()*1000, "p90-ms")
	})
}

// eachDelivery runs f on both databases and both queues.
func eachDelivery(b *testing.B, f func(b *testing.B, s *models.Store, queue *redis.Client)) {
	for name, queue := range map[string]func(testing.TB) *redis.Client{"in-process": jobstest.InProcess, "redis": jobstest.Redis} {
		b.Run(name, func(b *testing.B) {
			modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) { f(b, s, queue(b)) })
		})
	}
}

// receive adds a local endpoint that answers at once and reports each message.
func receive(b *testing.B, in modelstest.Installed, told func()) {
	b.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusNoContent)
		told()
	}))
	b.Cleanup(server.Close)
	_, _, err := in.Events.CreateWebhook(b.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: server.URL, Types: []events.Type{events.ReferenceUpdated}})
	modelstest.Must(b, err)
}

// deliver starts a worker with the usual sender.
func deliver(b *testing.B, s *models.Store, queue *redis.Client) {
	b.Helper()
	log := slog.New(slog.DiscardHandler)
	w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s}, Concurrency: jobs.Concurrency{Deliveries: 32},
		Deliveries: &jobs.Deliveries{Store: s, Log: log, Sender: webhooks.New(webhooks.Options{Local: true})}})
	modelstest.Must(b, err)
	modelstest.Must(b, w.Start())
	b.Cleanup(w.Shutdown)
}

// happened commits n events in one transaction.
func happened(b *testing.B, in modelstest.Installed, n int) {
	b.Helper()
	modelstest.Must(b, in.Tx(b.Context(), func(tx *gorm.DB) error {
		list := make([]events.Event, n)
		for i := range list {
			var err error
			if list[i], err = events.New(in.Workspace, events.ReferenceUpdated, map[string]string{"object": "reference", "id": "01890a5d-ac96-774b-bcce-000000000001"}); err != nil {
				return err
			}
		}
		return events.Add(tx, list...)
	}))
}
