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
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// TestWorkerRunsPasses holds that passes come again and again: housekeeping removes a session that ended meanwhile.
func TestWorkerRunsPasses(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		ctx := context.Background()
		clock := &modelstest.Clock{}
		s := modelstest.SQLite(t, clock)
		in, err := s.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "W", Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
		if err != nil {
			t.Fatal(err)
		}
		session, err := s.Accounts.FindSession(ctx, in.Token)
		if err != nil || session == nil {
			t.Fatal(err)
		}
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: client.Options(), Store: s, Log: slog.New(slog.DiscardHandler),
			Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s}})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.Shutdown)
		clock.Add(15 * 24 * time.Hour)
		testkit.Eventually(t, "a pass deletes the session that ended", func() bool {
			clock.Add(time.Second) // slowly, so that no lease ends early: a pass that looked before the session ended comes again after ten minutes
			return modelstest.CountRows(t, s, "sessions") == 0
		})
	})
}

// TestEmbeddedQueueClockAdvances holds that what expires does: the clock of the in-process Redis does not run by itself.
func TestEmbeddedQueueClockAdvances(t *testing.T) {
	ctx := context.Background()
	c := jobstest.InProcess(t)
	if err := c.Set(ctx, "k", "v", 300*time.Millisecond).Err(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(900 * time.Millisecond)
	if n, err := c.Exists(ctx, "k").Result(); err != nil || n != 0 {
		t.Errorf("the key is still there: %d, %v", n, err)
	}
}

// TestEmbeddedQueueIsPrivate holds that nobody without the password gets in.
func TestEmbeddedQueueIsPrivate(t *testing.T) {
	c := jobstest.InProcess(t)
	stranger := redis.NewClient(&redis.Options{Addr: c.Options().Addr})
	defer stranger.Close()
	if err := stranger.Ping(context.Background()).Err(); err == nil {
		t.Error("a stranger without the password was answered")
	}
}
