package jobs_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// TestCommitsWakeWorkers gives work to a worker that looks by itself once an hour: by a commit of its own process, by that of another one,
// which Redis tells it, and by a time that comes. What nobody tells stays until the look.
func TestCommitsWakeWorkers(t *testing.T) {
	t.Parallel()
	server, s := jobstest.NewServer(t), modelstest.SQLite(t, nil)
	var done atomic.Int64
	w := workerOf(t, server.Client, s, work.Watches, func(context.Context, *work.Job) work.Outcome { done.Add(1); return work.Done() }, time.Hour)
	t.Cleanup(w.Shutdown)
	time.Sleep(300 * time.Millisecond) // its first look, and Redis has its subscription
	put := func(key string, at time.Time) error {
		return s.Tx(t.Context(), func(tx *gorm.DB) error {
			return work.Put(tx, work.Item{Kind: work.Watches, Key: key, RunAt: db.Micros(at)})
		})
	}
	did := func(n int64, how string) {
		t.Helper()
		testkit.Eventually(t, "work that is told "+how+" is done", func() bool { return done.Load() == n })
	}
	testkit.Must(t, put("own", s.Now()))
	did(1, "by a commit of this process")
	testkit.Must(t, put("later", s.Now().Add(time.Second)))
	did(2, "with a time that comes")
	testkit.Eventually(t, "the run is settled", func() bool { return modelstest.FindWork(t, s, work.Watches, "later") == nil })
	time.Sleep(500 * time.Millisecond) // the look after it is over, and what its commits told has come
	modelstest.Run(t, s, "INSERT INTO jobs (kind, key, tenant, run_at, attempt, lease_holder, last_error, created_at) VALUES ('watches', 'foreign', '', 1, 0, '', '', 1)")
	time.Sleep(400 * time.Millisecond)
	if done.Load() != 2 {
		t.Fatal("work is found that nobody told")
	}
	told := server.Client.Subscribe(t.Context(), "socialdata:work")
	defer told.Close()
	_, err := told.Receive(t.Context())
	testkit.Must(t, err)
	testkit.Must(t, server.Client.Publish(t.Context(), "socialdata:work", "").Err())
	did(3, "by another process")
	<-told.Channel()
	testkit.Must(t, put("own again", s.Now()))
	select {
	case <-told.Channel():
	case <-time.After(10 * time.Second):
		t.Error("other processes are not told")
	}
}
