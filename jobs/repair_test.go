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
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// TestRepairResendsOnlyLostTasks holds that an import whose task waits is not sent twice, that one whose task was lost or
// crashed is, and that it goes on then.
func TestRepairResendsOnlyLostTasks(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		ctx, clock, log := context.Background(), &modelstest.Clock{}, slog.New(slog.DiscardHandler)
		s := modelstest.SQLite(t, clock)
		in, err := s.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "W", Credits: 10,
			Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
		if err != nil {
			t.Fatal(err)
		}
		client := jobs.NewClient(queue.Options(), s, log)
		t.Cleanup(func() { _ = client.Close() })
		repair := &jobs.Repair{Store: s, Client: client, Log: log}
		look := asynq.NewInspectorFromRedisClient(queue)
		pass := func(name string, tasks int64) {
			t.Helper()
			clock.Add(20 * time.Second)
			if err := repair.Pass(ctx); err != nil {
				t.Fatal(err)
			}
			if waiting, err := queue.LLen(ctx, "asynq:{imports}:pending").Result(); err != nil || waiting != tasks {
				t.Errorf("%s: %d tasks wait, want %d (%v)", name, waiting, tasks, err)
			}
		}
		client.Deliver(ctx, modelstest.Accept(t, s, in.Workspaces[0].WorkspaceID, modelstest.Saved{Link: "video_site:aaaaaaaaaaa"}))
		for range 3 {
			pass("all workers are busy", 1)
		}
		if err := queue.FlushAll(ctx).Err(); err != nil {
			t.Fatal(err)
		}
		pass("the queue was emptied", 1)
		pass("and its workers are busy", 1)
		taken, err := look.ListPendingTasks("imports")
		if err != nil || len(taken) != 1 {
			t.Fatal(taken, err)
		}
		if err := look.ArchiveTask("imports", taken[0].ID); err != nil { // as asynq does with a crashed one
			t.Fatal(err)
		}
		pass("the task crashed", 1)
		pass("its successor waits", 1)
	})
}
