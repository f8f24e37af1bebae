package jobs_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// drippingMedia downloads nothing until it is let go.
type drippingMedia struct {
	*fakeMedia
	mu      sync.Mutex
	begun   int
	flowing chan struct{}
}

func (d *drippingMedia) Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*jobs.Download, error) {
	d.mu.Lock()
	d.begun++
	d.mu.Unlock()
	select {
	case <-d.flowing:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return d.fakeMedia.Download(ctx, f, dest, within)
}

// count returns how many downloads have begun.
func (d *drippingMedia) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.begun
}

// startWorker runs a worker process for imports until the test ends.
func (b *bench) startWorker(t *testing.T, queue *redis.Client, workers int) *jobs.Client {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	client := jobs.NewClient(queue.Options(), b.Store, log)
	w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: b.Store, Log: log, Concurrency: jobs.Concurrency{Imports: workers},
		Importer: b.Importer, Repair: &jobs.Repair{Store: b.Store, Client: client, Media: b.media, Log: log}})
	testkit.Must(t, err)
	testkit.Must(t, w.Start())
	t.Cleanup(func() { w.Shutdown(); _ = client.Close() })
	return client
}

// succeeds waits until an import has succeeded.
func (b *bench) succeeds(t *testing.T, what, id string) {
	t.Helper()
	testkit.Eventually(t, what, func() bool { return b.find(t, id).State == imports.Succeeded })
}

// TestLongImportsDoNotDelayOtherTasks fills all workers with downloads of one workspace that do not end: upkeep is done, another
// workspace's import succeeds, and what waits is done once the downloads end.
func TestLongImportsDoNotDelayOtherTasks(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, redis *redis.Client) {
		ctx := context.Background()
		b := newBench(t, modelstest.SQLite(t, nil), &modelstest.Clock{})
		mine, other := b.workspace, b.otherWorkspace(t)
		dripping := &drippingMedia{fakeMedia: b.media, flowing: make(chan struct{})}
		b.Media = dripping
		client := b.startWorker(t, redis, 4)
		var long []string
		for range 9 {
			long = append(long, b.accept(t, imports.ProfileFull, false))
			client.Deliver(ctx, long[len(long)-1])
		}
		testkit.Eventually(t, "one workspace has every worker", func() bool { return dripping.count() == 4 })
		b.workspace = other
		short := b.accept(t, imports.ProfileNone, false)
		client.Deliver(ctx, short)
		b.succeeds(t, "another workspace's import", short)
		b.workspace = mine
		passesRun(t, b.Store)
		if begun := dripping.count(); begun != 4 {
			t.Errorf("%d downloads of one workspace have begun, want 4: the worker kept for others is no fifth one", begun)
		}
		close(dripping.flowing)
		for _, id := range long {
			b.succeeds(t, "what waited", id)
		}
	})
}

// TestSingleImportPassesManyOfANeighbour sends 100 imports of a workspace, then one of another: hardly any of the 100 begins
// before it. What is counted is imports, not time, so that a busy machine changes nothing.
func TestSingleImportPassesManyOfANeighbour(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, redis *redis.Client) {
		ctx := context.Background()
		b := newBench(t, modelstest.SQLite(t, nil), &modelstest.Clock{})
		mine, other := b.workspace, b.otherWorkspace(t)
		b.Media = b.media
		_, err := b.Store.Billing.Grant(ctx, mine, 1000, "")
		testkit.Must(t, err)
		client := b.startWorker(t, redis, 2)
		many := make([]string, 100)
		for n := range many {
			many[n] = b.accept(t, imports.ProfileNone, false)
			client.Deliver(ctx, many[n])
		}
		b.workspace = other
		single := b.accept(t, imports.ProfileNone, false)
		client.Deliver(ctx, single)
		b.succeeds(t, "the single import", single)
		d := b.find(t, single)
		passed := 0
		b.workspace = mine
		for _, id := range many {
			if m := b.find(t, id); len(m.Attempts) > 0 && begunAt(m) > d.CreatedAt && begunAt(m) < begunAt(d) {
				passed++
			}
		}
		if passed > 8 {
			t.Errorf("%d imports of the other workspace were begun while the single one waited", passed)
		}
	})
}

// begunAt returns when the first attempt of an import began.
func begunAt(d *imports.Detail) int64 { return *d.Attempts[0].StartedAt }

// TestLostTasksAreNoLostImports empties the queue while imports wait, and sends nothing again: they are done.
func TestLostTasksAreNoLostImports(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, redis *redis.Client) {
		ctx := context.Background()
		b := newBench(t, modelstest.SQLite(t, nil), &modelstest.Clock{})
		var lost []string
		for range 5 {
			id := b.accept(t, imports.ProfileNone, false)
			testkit.Must(t, b.Store.Imports.MarkQueued(ctx, id))
			lost = append(lost, id)
		}
		b.startWorker(t, redis, 2)
		testkit.Must(t, redis.FlushAll(ctx).Err())
		for _, id := range lost {
			b.succeeds(t, "an import whose task was lost", id)
		}
	})
}

// passesRun waits until passes of repair and of housekeeping have begun and ended.
func passesRun(t *testing.T, s *models.Store) {
	t.Helper()
	for key, kind := range map[string]work.Kind{"repair": work.Repair, "housekeep": work.Housekeeping} {
		modelstest.PutNow(t, s, kind, key)
		testkit.Eventually(t, key+" is done", func() bool {
			j := modelstest.FindWork(t, s, kind, key)
			return j.LeaseHolder == "" && j.LastError == "" && j.RunAt > s.NowMicros()
		})
	}
}

// otherWorkspace makes a second workspace with credits.
func (b *bench) otherWorkspace(t testing.TB) string {
	t.Helper()
	w, err := b.Store.Accounts.CreateWorkspace(context.Background(), "Other", b.owner, 100)
	if err != nil {
		t.Fatal(err)
	}
	return w.ID
}
