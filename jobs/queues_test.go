package jobs_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/events"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/work"
)

// site is a whole worker process over a queue, with an endpoint, a hold that has ended, and downloads that a test lets go.
type site struct {
	*bench
	imports  *jobs.Client
	worker   *jobs.Worker
	dripping *drippingMedia
	box      *mailbox
	held     string // a reference
}

const endpoint = "https://a.example/"

func newSite(t *testing.T, queue *redis.Client, c jobs.Concurrency) *site {
	t.Helper()
	clock, log := &modelstest.Clock{}, slog.New(slog.DiscardHandler)
	b := newBench(t, modelstest.SQLite(t, clock), clock)
	s := &site{bench: b, dripping: &drippingMedia{fakeMedia: b.media, flowing: make(chan struct{})},
		box: &mailbox{sent: map[string]map[string]int{}, done: make(chan struct{})}, imports: jobs.NewClient(queue.Options(), b.Store, log)}
	s.held = modelstest.Save(t, b.Store, b.workspace, modelstest.Saved{HoldDays: 1, Media: []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", BlobKey: "kept", Filename: "a.mp4"}}})
	clock.Add(25 * time.Hour)
	_, _, err := b.Store.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: b.workspace, URL: endpoint, Types: []events.Type{events.ReferenceUpdated}})
	testkit.Must(t, err)
	b.Media = s.dripping
	s.worker, err = jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: b.Store, Log: log, Importer: b.Importer, Concurrency: c,
		Repair:     &jobs.Repair{Store: b.Store, Client: s.imports, Media: b.media, Log: log},
		Deliveries: &jobs.Deliveries{Store: b.Store, Sender: s.box, Log: log}})
	testkit.Must(t, err)
	t.Cleanup(func() { close(s.box.done); s.worker.Shutdown(); _ = s.imports.Close() })
	return s
}

func (s *site) start(t *testing.T) {
	t.Helper()
	testkit.Must(t, s.worker.Start())
}

// repairs holds that an import that was never sent is, and that a hold that has ended is taken back.
func (s *site) repairs(t *testing.T) {
	t.Helper()
	lost := s.accept(t, imports.ProfileNone, false)
	passesRun(t, s.Store)
	if d := s.find(t, lost); d.State == imports.Accepted {
		t.Error("an import that was never sent still is not")
	}
	if ref, err := s.Store.References.Find(t.Context(), s.workspace, s.held); err != nil || ref.MediaAvailability != references.MediaExpired {
		t.Errorf("a hold that has ended is still there: %v", err)
	}
}

// TestLongImportsDelayNothing fills every worker for imports with downloads that do not end, while six more imports wait: all
// else is done at once.
func TestLongImportsDelayNothing(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		s := newSite(t, queue, jobs.Concurrency{Imports: 2})
		jobs.HandleWork(s.worker, work.Watches, 1, func(context.Context, *work.Job) work.Outcome { return work.Done() })
		s.start(t)
		for range 8 {
			s.imports.Deliver(t.Context(), s.accept(t, imports.ProfileFull, false))
		}
		testkit.Eventually(t, "every worker for imports is taken", func() bool { return s.dripping.count() == 2 })
		testkit.Must(t, happen(t.Context(), s.Store, s.workspace))
		testkit.Eventually(t, "the event is delivered", func() bool { return s.box.count(endpoint) == 1 })
		s.repairs(t)
		modelstest.PutNow(t, s.Store, work.Watches, "a watch")
		testkit.Eventually(t, "the watch has run", func() bool { return modelstest.FindWork(t, s.Store, work.Watches, "a watch") == nil })
		if n := s.dripping.count(); n != 2 {
			t.Errorf("%d downloads have begun: the imports did not wait", n)
		}
		close(s.dripping.flowing)
	})
}

// TestNothingDelaysImports fills every slot of deliveries, watches and e-mails: an import is done, and the passes.
func TestNothingDelaysImports(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		s := newSite(t, queue, jobs.Concurrency{})
		close(s.dripping.flowing)
		s.box.slow = endpoint
		var stuck atomic.Int64
		for _, kind := range []work.Kind{work.Watches, work.AlertMails} {
			jobs.HandleWork(s.worker, kind, 1, func(context.Context, *work.Job) work.Outcome {
				stuck.Add(1)
				<-s.box.done
				return work.Done()
			})
			modelstest.PutNow(t, s.Store, kind, "hangs")
			modelstest.PutNow(t, s.Store, kind, "waits")
		}
		s.start(t)
		testkit.Eventually(t, "the slots of both are taken", func() bool { return stuck.Load() == 2 })
		testkit.Must(t, happen(t.Context(), s.Store, s.workspace))
		testkit.Eventually(t, "the endpoint has its turn", func() bool { return s.box.hung() == 1 })
		id := s.accept(t, imports.ProfileFull, false)
		s.imports.Deliver(t.Context(), id)
		testkit.Eventually(t, "the import succeeds", func() bool { return s.find(t, id).State == imports.Succeeded })
		s.repairs(t)
	})
}
