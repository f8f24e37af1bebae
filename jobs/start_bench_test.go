package jobs_test

import (
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
		client := of.atWork(b)
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

// atWork starts a worker on a queue of its own and gives the client that sends to it.
func (b *bench) atWork(t testing.TB) *jobs.Client {
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
	w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: b.Store, Log: log, Importer: b.Importer,
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
