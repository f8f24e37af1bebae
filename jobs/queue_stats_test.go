package jobs_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestQueueStats counts what waits, sees a worker come, and shows a queue that is away.
func TestQueueStats(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		s := modelstest.SQLite(t, nil)
		i := jobs.NewInspector(client.Options(), s)
		t.Cleanup(func() { _ = i.Close() })
		if g := i.Stats(t.Context()); g.Unavailable != "" || len(g.Queues) != len(work.Kinds())+1 || len(g.Workers) != 0 || of(g, "watches").Slots != 0 || !of(g, "watches").Unserved() {
			t.Errorf("no work of any kind, and no workers: %+v", g)
		}
		now := s.NowMicros()
		testkit.Must(t, s.Work.Ensure(t.Context(), work.Item{Kind: work.Deliveries, Key: "a", RunAt: now}, work.Item{Kind: work.Deliveries, Key: "b", RunAt: now - 60e6},
			work.Item{Kind: work.Deliveries, Key: "c", RunAt: now + 60e6}, work.Item{Kind: work.AlertMails, Key: "d", RunAt: now}, work.Item{Kind: work.AlertMails, Key: "e", RunAt: now}))
		modelstest.RunDue(t, s, work.AlertMails, func(_ context.Context, j *work.Job) work.Outcome {
			return map[string]work.Outcome{"d": work.Done(), "e": work.Failed(io.EOF)}[j.Key]
		})
		g := i.Stats(t.Context())
		if q := of(g, "deliveries"); q.Pending != 2 || q.Scheduled != 1 || q.Active != 0 || q.Latency < time.Minute || q.Unserved() {
			t.Errorf("two wait and one is for later: %+v", q)
		}
		if q := of(g, "alert_mails"); q.Pending != 0 || q.Retry != 1 || q.Scheduled != 0 || q.Unserved() {
			t.Errorf("one has failed: %+v", q)
		}
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: client.Options(), Store: s, Log: slog.New(slog.DiscardHandler),
			Concurrency: jobs.Concurrency{Deliveries: 3}, Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s}})
		testkit.Must(t, err)
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		testkit.Eventually(t, "the worker is seen, and what it has done", func() bool {
			g = i.Stats(t.Context())
			q := of(g, "deliveries")
			return len(g.Workers) == 1 && g.Workers[0].Concurrency == 16 && q.Pending == 0 && q.ProcessedToday == 2 && q.Slots == 3 && of(g, "repair").Slots == 2 && !of(g, "repair").Unserved() && of(g, "watches").Slots == 0
		})
	})
}

// of is one of the queues.
func of(g jobs.QueueStats, name string) jobs.QueueState {
	for _, q := range g.Queues {
		if q.Name == name {
			return q
		}
	}
	return jobs.QueueState{}
}

func TestQueueStatsWithoutRedis(t *testing.T) {
	i := jobs.NewInspector(&redis.Options{Addr: "127.0.0.1:1"}, modelstest.SQLite(t, nil))
	defer i.Close()
	began := time.Now()
	if g := i.Stats(context.Background()); g.Unavailable == "" || time.Since(began) > 3*time.Second {
		t.Errorf("%+v after %v", g, time.Since(began))
	}
}
