package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestFailedTasksKeepNoLock puts a task in once that fails, then one that crashes: the next one may come at once.
func TestFailedTasksKeepNoLock(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		log := slog.New(slog.DiscardHandler)
		s := modelstest.SQLite(t, nil)
		w, err := jobs.NewWorker(jobs.Options{Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s, Client: jobs.NewClient(queue.Options(), s, log), Log: log}})
		testkit.Must(t, err)
		var runs atomic.Int64
		jobs.Handle(w, "fails", func(context.Context, *asynq.Task) error {
			if runs.Add(1)%2 == 0 {
				panic("a task")
			}
			return errors.New("the database blinked")
		})
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		client := asynq.NewClientFromRedisClient(queue)
		for n := range int64(3) {
			eventually(t, "the lock is free", func() bool {
				_, err := client.Enqueue(asynq.NewTask("fails", nil), asynq.Queue("housekeeping"), asynq.MaxRetry(0), asynq.Unique(time.Hour))
				return err == nil
			})
			eventually(t, "the task ran", func() bool { return runs.Load() == n+1 })
		}
	})
}

// crashing sends nothing and crashes.
type crashing struct{ sent atomic.Int64 }

func (c *crashing) Send(context.Context, webhooks.Message) webhooks.Outcome {
	c.sent.Add(1)
	panic("a sender")
}

// TestDeliveryThatCrashesEndsNoProcess also holds that its endpoint may have its next turn.
func TestDeliveryThatCrashesEndsNoProcess(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		s := modelstest.SQLite(t, &modelstest.Clock{})
		in, log, sender := modelstest.Install(t, s, 0), slog.New(slog.DiscardHandler), &crashing{}
		_, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: endpoint, Types: []events.Type{events.ReferenceUpdated}})
		testkit.Must(t, err)
		w, err := jobs.NewWorker(jobs.Options{Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s}, Deliveries: &jobs.Deliveries{Store: s, Sender: sender, Log: log}})
		testkit.Must(t, err)
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		for n := range int64(2) {
			testkit.Must(t, happen(t.Context(), s, in.Workspace))
			eventually(t, "the sender crashed", func() bool { return sender.sent.Load() > n })
		}
	})
}

// TestEventsOfOneWorkspaceHoldUpNoOther lets the order of a workspace's events fail for good.
func TestEventsOfOneWorkspaceHoldUpNoOther(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		ctx := t.Context()
		s := modelstest.SQLite(t, &modelstest.Clock{})
		in, log := modelstest.Install(t, s, 0), slog.New(slog.DiscardHandler)
		other, err := s.Accounts.CreateWorkspace(ctx, "Other", in.Owner, 0)
		testkit.Must(t, err)
		modelstest.Run(t, s, "CREATE TRIGGER broken BEFORE INSERT ON event_order WHEN new.workspace_id = '"+in.Workspace+"' BEGIN SELECT RAISE(ABORT, 'broken'); END")
		_, _, err = s.Events.CreateWebhook(ctx, events.NewWebhook{WorkspaceID: other.ID, URL: endpoint, Types: []events.Type{events.ReferenceUpdated}})
		testkit.Must(t, err)
		box := &mailbox{sent: map[string]map[string]int{}, done: make(chan struct{})}
		w, err := jobs.NewWorker(jobs.Options{Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s}, Deliveries: &jobs.Deliveries{Store: s, Sender: box, Log: log}})
		testkit.Must(t, err)
		testkit.Must(t, happen(ctx, s, in.Workspace))
		testkit.Must(t, happen(ctx, s, other.ID))
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		eventually(t, "the other workspace's event is delivered", func() bool { return box.count(endpoint) == 1 })
	})
}

// crashingEndings crashes at its first look.
type crashingEndings struct{ looks atomic.Int64 }

func (c *crashingEndings) Ended(_ context.Context, ids []string) ([]string, error) {
	if c.looks.Add(1) == 1 {
		panic("a look")
	}
	return ids, nil
}

func TestWaitingOutlivesALookThatCrashes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	jobs.NewAwaiter(&crashingEndings{}, slog.New(slog.DiscardHandler)).Await(ctx, "workspace", "import")
	if ctx.Err() != nil {
		t.Error("nobody looks any more")
	}
}

// TestCrashOfARenewalEndsNoProcess lets the first renewal of an import's lease crash: the import goes on.
func TestCrashOfARenewalEndsNoProcess(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.LeaseRenewal = 10 * time.Millisecond
		renewed := make(chan struct{})
		var renewals atomic.Int64
		testkit.Must(t, b.Store.Write(t.Context()).Callback().Update().Before("gorm:update").Register("crash", func(tx *gorm.DB) {
			if changes, renews := tx.Statement.Dest.(map[string]any); renews && len(changes) == 1 && changes["lease_until"] != nil {
				if renewals.Add(1) == 1 {
					panic("a renewal")
				}
				if renewals.Load() == 2 {
					close(renewed)
				}
			}
		}))
		dripping := &drippingMedia{fakeMedia: b.media, flowing: make(chan struct{})}
		b.Media = dripping
		id := b.accept(t, imports.ProfileFull, false)
		go func() { <-renewed; close(dripping.flowing) }()
		if d := b.run(t, id); d.State != imports.Succeeded {
			t.Errorf("the import is %s", d.State)
		}
	})
}
