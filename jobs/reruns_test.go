package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/reruns"
	"socialdata/models/work"
)

// failedImports makes imports that failed, each of a content of its own.
func failedImports(t *testing.T, in modelstest.Installed, n int) (list []reruns.Chosen) {
	t.Helper()
	for n := range n {
		id := in.Accept(t, fmt.Sprint("fails", n), func(i *imports.NewImport) { i.Subject = fmt.Sprint("clip_site:", n) })
		testkit.Must(t, in.Imports.EndRun(t.Context(), in.Begin(t, id, "w"), imports.Outcome{Code: apierror.CodeRouteDegraded}))
		list = append(list, reruns.Chosen{ID: id, WorkspaceID: in.Workspace})
	}
	return list
}

func startRerun(t *testing.T, s *models.Store, perMinute int64, list []reruns.Chosen) (r *reruns.Rerun) {
	t.Helper()
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) (err error) {
		r, _, err = reruns.Start(tx, reruns.Rerun{Scope: reruns.OfSupport, Filter: "{}", PerMinute: perMinute}, list)
		return err
	}))
	return r
}

// sent notes the imports that were sent to the workers.
type sent struct {
	mu  sync.Mutex
	ids map[string]int
}

func (s *sent) Deliver(_ context.Context, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids[id]++
}

// ranOnce holds that each of the failed imports was run again exactly once.
func ranOnce(t *testing.T, s *models.Store, want int64) {
	t.Helper()
	var rows []struct{ Of, N int64 }
	testkit.Must(t, s.Read(t.Context()).Raw("SELECT COUNT(DISTINCT rerun_of) AS of, COUNT(*) AS n FROM imports WHERE rerun_of IS NOT NULL").Scan(&rows).Error)
	if rows[0].Of != want || rows[0].N != want {
		t.Errorf("%d of %d imports ran again, in %d imports", rows[0].Of, want, rows[0].N)
	}
}

// TestRerunSurvivesItsWorkers claims the work of a rerun again and again, each time by a worker that dies some statements later: it is
// found by the next one when its lease has run out, and in the end every import has run again once, at no more than its rate.
func TestRerunSurvivesItsWorkers(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		const many = 12
		in := modelstest.Install(t, s, 1000)
		r := startRerun(t, s, 600, failedImports(t, in, many))
		to := &sent{ids: map[string]int{}}
		again := jobs.Reruns{Store: s, Queue: to}
		for n := range 40 {
			list, err := s.Work.Claim(t.Context(), work.Reruns, 1)
			testkit.Must(t, err)
			for i := range list {
				_ = again.Run(modelstest.KilledAfter(t, s, n), &list[i]) // nothing writes its outcome
			}
			clock.Add(work.Lease + time.Second)
			if p, err := s.Reruns.Progress(t.Context(), r.ID); err != nil || p.Retried > int64(n+1)*10 {
				t.Errorf("%+v after %d claims, %v", p, n+1, err)
			}
		}
		for range 100 {
			modelstest.RunDue(t, s, work.Reruns, again.Run)
			clock.Add(time.Second)
		}
		ranOnce(t, s, many)
		if r, err := s.Reruns.Find(t.Context(), reruns.OfSupport, "", r.ID); err != nil || r.State != reruns.Done || modelstest.FindWork(t, s, work.Reruns, r.ID) != nil {
			t.Errorf("%+v, %v", r, err)
		}
		for id, n := range to.ids {
			if n != 1 {
				t.Errorf("%s was sent %d times", id, n)
			}
		}
	})
}

// TestWorkersRunReruns lets a worker begin a rerun and stop, and another one end it, on both queues.
func TestWorkersRunReruns(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		s := modelstest.SQLite(t, &modelstest.Clock{})
		in, log := modelstest.Install(t, s, 1000), slog.New(slog.DiscardHandler)
		r := startRerun(t, s, 6000, failedImports(t, in, 120))
		begin := func() *jobs.Worker {
			w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Log: log},
				Repair: &jobs.Repair{Store: s, Client: jobs.NewClient(queue.Options(), s, log), Log: log}})
			testkit.Must(t, err)
			testkit.Must(t, w.Start())
			return w
		}
		w := begin()
		testkit.Eventually(t, "it has begun", func() bool { p, err := s.Reruns.Progress(t.Context(), r.ID); return err == nil && p.Retried > 5 })
		w.Shutdown()
		t.Cleanup(begin().Shutdown)
		testkit.Eventually(t, "it has ended", func() bool {
			r, err := s.Reruns.Find(t.Context(), reruns.OfSupport, "", r.ID)
			return err == nil && r.State == reruns.Done
		})
		ranOnce(t, s, 120)
	})
}
