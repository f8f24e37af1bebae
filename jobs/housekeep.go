package jobs

import (
	"context"

	"github.com/hibiken/asynq"

	"socialdata/models"
)

// kindHousekeep deletes what no request can reach any more and keeps the counts that reports read.
const kindHousekeep = "housekeep"

func housekeep(store *models.Store) asynq.HandlerFunc {
	return func(ctx context.Context, _ *asynq.Task) error { return store.Housekeep(ctx) }
}
