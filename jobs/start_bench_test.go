package jobs_test

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// starts is how many imports one round begins.
const starts = 60

// BenchmarkImportStart measures how long an import waits, from its acceptance until it runs, with the embedded queue and
// an idle worker.
func BenchmarkImportStart(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		of := newBench(b, s, clock)
		client := of.atWork(b, 100*time.Millisecond)
		var waits []time.Duration
		for b.Loop() {
			for range starts {
				time.Sleep(rand.N(200 * time.Millisecond)) // so that it comes at any moment of the worker's sleep
				id := of.accept(b, imports.ProfileNone, false)
				client.Deliver(b.Context(), id)
				waits = append(waits, of.waited(b, id))
			}
		}
		slices.Sort(waits)
		b.ReportMetric(waits[len(waits)/2].Seconds()*1000, "median-ms")
		b.ReportMetric(waits[len(waits)*9/10].Seconds()*1000, "p90-ms")
	})
}

// BenchmarkImportsOfALostQueue measures how long 100,000 queued imports, whose tasks the queue has lost, stand still before workers go on
// with them, and how many they finish a second from then on.
func BenchmarkImportsOfALostQueue(b *testing.B) {
	const lost, watched = 100_000, 200
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		of := newBench(b, s, clock)
		id := of.accept(b, imports.ProfileNone, false)
		begun := func() int64 { return modelstest.CountRows(b, s, "(SELECT 1 FROM attempts LIMIT 1000) AS begun") }
		for b.Loop() {
			b.StopTimer()
			of.atWork(b, 0)
			time.Sleep(5 * time.Second) // until the worker has seen that nothing waits
			columns := "workspace_id, job_id, source_url, canonical_url, platform, subject, media_profile, transcript, hold_days, tags, stage, attempt, cancel_requested, outcome_code, outcome_message, revision, lease_holder, lease_until, takeovers, created_at, updated_at"
			modelstest.Run(b, s, fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO imports (id, state, %s) SELECT '01890a5d-ac96-7200-8000-' || CAST(100000000000 + i AS TEXT), 'queued', %s FROM imports, n WHERE id = '%s'",
				lost, columns, columns, id))
			before := begun()
			b.StartTimer()
			from := time.Now()
			for begun() == before && time.Since(from) < 2*time.Minute {
				time.Sleep(10 * time.Millisecond)
			}
			first := time.Now()
			for begun() < before+watched && time.Since(first) < 2*time.Minute {
				time.Sleep(10 * time.Millisecond)
			}
			b.ReportMetric(first.Sub(from).Seconds(), "s-to-the-first")
			b.ReportMetric(float64(begun()-before)/time.Since(first).Seconds(), "imports/s")
		}
	})
}

// atWork starts a worker on a queue of its own, which looks for work now and then (0: as in operation), and gives the client that sends to it.
func (b *bench) atWork(t testing.TB, look time.Duration) *jobs.Client {
	t.Helper()
	if _, err := b.Store.Billing.Grant(t.Context(), b.workspace, 100_000, "to measure"); err != nil {
		t.Fatal(err)
	}
	queue, err := jobs.StartEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	client := jobs.NewClient(queue.Options(), b.Store, log)
	w, err := jobs.NewWorker(jobs.Options{LookEvery: look, Redis: queue.Options(), Store: b.Store, Log: log, Importer: b.Importer,
		Repair: &jobs.Repair{Store: b.Store, Client: client, Media: b.media, Log: log}})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Shutdown(); _ = client.Close(); queue.Close() })
	return client
}

// waited is the time between an import's acceptance and the begin of its first attempt, once it has ended.
func (b *bench) waited(t testing.TB, id string) time.Duration {
	t.Helper()
	for range 1000 {
		d, err := b.Store.Imports.Find(t.Context(), b.workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		if d.State.Final() {
			return time.Duration(*d.Attempts[0].StartedAt-d.CreatedAt) * time.Microsecond
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("five seconds after it was accepted the import has not ended")
	return 0
}
