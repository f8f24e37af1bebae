package jobs_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// workerOf builds a worker that does work of one kind in its own way, and looks for it every 100 ms or as it is told.
func workerOf(t *testing.T, queue *redis.Client, s *models.Store, kind work.Kind, h func(context.Context, *work.Job) work.Outcome, every ...time.Duration) *jobs.Worker {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	w, err := jobs.NewWorker(jobs.Options{LookEvery: append(every, 100*time.Millisecond)[0], Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
		Repair: &jobs.Repair{Store: s, Client: jobs.NewClient(queue.Options(), s, log), Log: log}})
	testkit.Must(t, err)
	jobs.HandleWork(w, kind, 1, h)
	testkit.Must(t, w.Start())
	return w
}

// TestWorkNeedsNoQueue starts a worker while Redis is dead, empties it later, lets it hang, and kills it: what becomes due
// meanwhile is done.
func TestWorkNeedsNoQueue(t *testing.T) {
	t.Parallel()
	server, s := jobstest.NewServer(t), modelstest.SQLite(t, nil)
	server.Kill()
	w := workerOf(t, server.Client, s, work.Watches, func(context.Context, *work.Job) work.Outcome { return work.Done() })
	t.Cleanup(w.Shutdown)
	done := func(when string) {
		t.Helper()
		modelstest.PutNow(t, s, work.Watches, when)
		testkit.Eventually(t, "what became due while Redis "+when+" is done", func() bool { return modelstest.FindWork(t, s, work.Watches, when) == nil })
	}
	done("is dead at the start")
	server.Start()
	done("answers")
	testkit.Must(t, server.Client.FlushAll(t.Context()).Err())
	done("is empty")
	server.Pause()
	done("hangs")
	server.Resume()
	server.Kill()
	done("is dead")
	server.Start()
	done("is back")
}

// TestStoppedWorkGoesOn stops a worker during a run: another worker may continue at once, and the run does not count as an attempt.
func TestStoppedWorkGoesOn(t *testing.T) {
	t.Parallel()
	s, begun := modelstest.SQLite(t, nil), make(chan struct{})
	w := workerOf(t, jobstest.InProcess(t), s, work.AlertMails, func(ctx context.Context, _ *work.Job) work.Outcome {
		close(begun)
		<-ctx.Done()
		return work.Failed(ctx.Err())
	})
	modelstest.PutNow(t, s, work.AlertMails, "long")
	<-begun
	w.Shutdown()
	if j := modelstest.FindWork(t, s, work.AlertMails, "long"); j == nil || j.LeaseHolder != "" || j.Attempt != 0 || j.RunAt > s.NowMicros() {
		t.Errorf("it is left as %+v", j)
	}
}
