package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestFailedWorkRunsAgain lets a pass fail, then crash: nothing but its wait keeps it from running again.
func TestFailedWorkRunsAgain(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		log, clock := slog.New(slog.DiscardHandler), &modelstest.Clock{}
		s := modelstest.SQLite(t, clock)
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s, Client: jobs.NewClient(queue.Options(), s, log), Log: log}})
		testkit.Must(t, err)
		var runs atomic.Int64
		jobs.HandleWork(w, work.AlertMails, 1, func(context.Context, *work.Job) work.Outcome {
			if runs.Add(1) == 2 {
				panic("a run")
			}
			return work.Failed(errors.New("the database blinked"))
		})
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		modelstest.PutNow(t, s, work.AlertMails, "fails")
		for n := range int64(3) {
			testkit.Eventually(t, "it has run and waits", func() bool {
				j := modelstest.FindWork(t, s, work.AlertMails, "fails")
				return runs.Load() == n+1 && j.Attempt == n+1 && j.LeaseHolder == "" && j.LastError == "internal_error"
			})
			clock.Add(time.Hour)
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
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s}, Deliveries: &jobs.Deliveries{Store: s, Sender: sender, Log: log}})
		testkit.Must(t, err)
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		for n := range int64(2) {
			testkit.Must(t, happen(t.Context(), s, in.Workspace))
			testkit.Eventually(t, "the sender crashed", func() bool { return sender.sent.Load() > n })
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
		modelstest.Run(t, s, "CREATE TRIGGER broken BEFORE INSERT ON event_orders WHEN new.workspace_id = '"+in.Workspace+"' BEGIN SELECT RAISE(ABORT, 'broken'); END")
		_, _, err = s.Events.CreateWebhook(ctx, events.NewWebhook{WorkspaceID: other.ID, URL: endpoint, Types: []events.Type{events.ReferenceUpdated}})
		testkit.Must(t, err)
		box := &mailbox{sent: map[string]map[string]int{}, done: make(chan struct{})}
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
			Repair: &jobs.Repair{Store: s}, Deliveries: &jobs.Deliveries{Store: s, Sender: box, Log: log}})
		testkit.Must(t, err)
		testkit.Must(t, happen(ctx, s, in.Workspace))
		testkit.Must(t, happen(ctx, s, other.ID))
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		testkit.Eventually(t, "the other workspace's event is delivered", func() bool { return box.count(endpoint) == 1 })
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

// TestCrashOfARenewalEndsNoProcess lets the first renewal of an import's lease panic: the import continues.
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
