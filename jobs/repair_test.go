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
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestRepairSendsWhatWasNeverSent holds that an accepted import is sent once, however often repair passes by.
func TestRepairSendsWhatWasNeverSent(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		ctx, clock, log := context.Background(), &modelstest.Clock{}, slog.New(slog.DiscardHandler)
		s := modelstest.SQLite(t, clock)
		in := modelstest.Install(t, s, 10)
		client := jobs.NewClient(queue.Options(), s, log)
		t.Cleanup(func() { _ = client.Close() })
		repair := &jobs.Repair{Store: s, Client: client, Log: log}
		id := in.Accept(t, "k")
		for range 3 {
			testkit.Must(t, repair.Pass(ctx))
			if waiting, err := queue.LLen(ctx, "asynq:{imports}:pending").Result(); err != nil || waiting != 1 {
				t.Errorf("%d tasks wait, want 1 (%v)", waiting, err)
			}
			if state := in.Import(t, id).State; state != imports.Queued {
				t.Errorf("the import is %s", state)
			}
			clock.Add(20 * time.Second)
		}
	})
}
