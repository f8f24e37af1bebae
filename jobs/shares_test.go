package jobs_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// drippingMedia downloads nothing until it is let go.
type drippingMedia struct {
	*fakeMedia
	mu      sync.Mutex
	begun   int
	flowing chan struct{}
}

func (d *drippingMedia) Download(ctx context.Context, f sources.MediaFile, dest string) (*jobs.Download, error) {
	d.mu.Lock()
	d.begun++
	d.mu.Unlock()
	select {
	case <-d.flowing:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return d.fakeMedia.Download(ctx, f, dest)
}

// count returns how many downloads have begun.
func (d *drippingMedia) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.begun
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if so() {
			return
		}
	}
	t.Fatalf("15 seconds later not so: %s", what)
}

// TestLongImportsDoNotDelayOtherTasks fills a worker with downloads of one workspace that do not end: upkeep is done, another
// workspace's import succeeds, and what was parked is done once the downloads end.
func TestLongImportsDoNotDelayOtherTasks(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, redis *redis.Client) {
		ctx := context.Background()
		b := newBench(t, modelstest.SQLite(t, nil), &modelstest.Clock{})
		other := b.otherWorkspace(t)
		dripping := &drippingMedia{fakeMedia: b.media, flowing: make(chan struct{})}
		b.Media = dripping
		log := slog.New(slog.DiscardHandler)
		client := jobs.NewClient(redis.Options(), b.Store, log)
		w, err := jobs.NewWorker(jobs.Options{Redis: redis.Options(), Store: b.Store, Log: log, Concurrency: jobs.Concurrency{Imports: 4}, Importer: b.Importer,
			Repair: &jobs.Repair{Store: b.Store, Client: client, Media: b.media, Log: log}})
		if err == nil {
			err = w.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.Shutdown(); _ = client.Close() })
		var long []string
		for range 9 {
			long = append(long, b.accept(t, imports.ProfileFull, false))
			client.Deliver(ctx, long[len(long)-1])
		}
		mine := b.workspace
		b.workspace = other
		short := b.accept(t, imports.ProfileNone, false)
		client.Deliver(ctx, short)
		eventually(t, "another workspace's import succeeds", func() bool { return b.find(t, short).State == imports.Succeeded })
		b.workspace = mine
		eventually(t, "three downloads of one workspace have begun", func() bool { return dripping.count() >= 3 })
		upkeepRuns(t, redis, map[string]string{"repair": "repair", "holds": "expire_holds", "housekeeping": "housekeep"})
		if begun := dripping.count(); begun != 3 {
			t.Errorf("%d downloads of one workspace have begun, want 3 of 4 workers", begun)
		}
		close(dripping.flowing)
		eventually(t, "what was parked is done", func() bool {
			for _, id := range long {
				if b.find(t, id).State != imports.Succeeded {
					return false
				}
			}
			return true
		})
	})
}

// upkeepRuns puts one task into each queue and waits until they are done.
func upkeepRuns(t *testing.T, client *redis.Client, kinds map[string]string) {
	t.Helper()
	queue, look := asynq.NewClientFromRedisClient(client), asynq.NewInspectorFromRedisClient(client)
	for name, kind := range kinds {
		info, err := queue.Enqueue(asynq.NewTask(kind, nil), asynq.Queue(name), asynq.MaxRetry(0))
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, kind+" is done", func() bool {
			_, err := look.GetTaskInfo(name, info.ID)
			return err != nil
		})
	}
}

// otherWorkspace makes a second workspace with credits.
func (b *bench) otherWorkspace(t testing.TB) string {
	t.Helper()
	w, err := b.Store.CreateWorkspace(context.Background(), "Other", b.owner, 100)
	if err != nil {
		t.Fatal(err)
	}
	return w.ID
}
