package jobs

import (
	"context"
	"time"

	"github.com/hibiken/asynq"
)

// ExpireHolds ends the holds that ended by asOf, then deletes the bytes: a crash between leaves marks that the next pass
// finds.
func (r *Repair) ExpireHolds(ctx context.Context, asOf time.Time) (int, error) {
	ended, err := r.Store.ExpireHolds(ctx, asOf)
	if err != nil {
		return ended, err
	}
	return ended, r.Clear(ctx)
}

func (r *Repair) handleHolds(ctx context.Context, _ *asynq.Task) error {
	_, err := r.ExpireHolds(ctx, r.Store.Now())
	return err
}
