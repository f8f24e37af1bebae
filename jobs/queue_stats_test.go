package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// TestQueueStats counts what waits, sees a worker come, and shows a queue that is away.
func TestQueueStats(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		ctx := context.Background()
		i := jobs.NewInspector(client.Options())
		t.Cleanup(func() { _ = i.Close() })
		if g := i.Stats(ctx); g.Unavailable != "" || len(g.Queues) != 7 || len(g.Workers) != 0 || of(g, "watches").Slots != 0 {
			t.Errorf("seven empty queues without workers: %+v", g)
		}
		queue := asynq.NewClientFromRedisClient(client)
		for _, delay := range []time.Duration{0, 0, time.Hour} {
			if _, err := queue.Enqueue(asynq.NewTask("housekeep", nil), asynq.ProcessIn(delay), asynq.Queue("housekeeping")); err != nil {
				t.Fatal(err)
			}
		}
		g := i.Stats(ctx)
		if q := of(g, "housekeeping"); len(g.Queues) != 7 || q.Pending != 2 || q.Scheduled != 1 || q.Paused {
			t.Fatalf("two wait and one is for later: %+v", g)
		}
		s := modelstest.SQLite(t, nil)
		w, err := jobs.NewWorker(jobs.Options{Redis: client.Options(), Store: s, Log: slog.New(slog.DiscardHandler),
			Concurrency: jobs.Concurrency{Deliveries: 3}, Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Shutdown)
		for end := time.Now().Add(8 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			g = i.Stats(ctx)
			q := of(g, "housekeeping")
			if len(g.Workers) == 1 && g.Workers[0].Concurrency == 10 && q.Pending == 0 && q.ProcessedToday >= 2 && of(g, "deliveries").Slots == 3 && of(g, "holds").Slots == 2 {
				return
			}
		}
		t.Errorf("eight seconds after a worker came: %+v", g)
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
	i := jobs.NewInspector(&redis.Options{Addr: "127.0.0.1:1"})
	defer i.Close()
	began := time.Now()
	if g := i.Stats(context.Background()); g.Unavailable == "" || time.Since(began) > 3*time.Second {
		t.Errorf("%+v after %v", g, time.Since(began))
	}
}
