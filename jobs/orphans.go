package jobs

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/hibiken/asynq"

	"socialdata/internal/media/blobs"
)

// kindOrphans looks for bytes that no row knows.
const kindOrphans = "sweep_orphans"

// orphanAge is how old bytes without a row must be: a row precedes its upload, so younger ones are not looked at for
// caution alone.
const orphanAge = 24 * time.Hour

// orphanBatch bounds one question to the database.
const orphanBatch = 500

// Lister walks kept bytes; blobs.Store is one.
type Lister interface {
	List(ctx context.Context, prefix string, before time.Time) iter.Seq2[blobs.Object, error]
}

// SweepOrphans deletes bytes that are older than a day and that no row knows, and tells how many.
func (r *Repair) SweepOrphans(ctx context.Context) (int, error) {
	deleted, batch := 0, make([]string, 0, orphanBatch)
	flush := func() error {
		known, err := r.Store.KnownBlobs(ctx, batch)
		if err != nil {
			return err
		}
		for _, key := range batch {
			if known[key] {
				continue
			}
			if err := r.Media.Delete(ctx, key); err != nil {
				return err
			}
			deleted++
		}
		batch = batch[:0]
		return nil
	}
	for object, err := range r.Blobs.List(ctx, "", r.Store.Now().Add(-orphanAge)) {
		if err != nil {
			return deleted, err
		}
		if batch = append(batch, object.Key); len(batch) == orphanBatch {
			if err := flush(); err != nil {
				return deleted, err
			}
		}
	}
	if len(batch) == 0 {
		return deleted, nil
	}
	return deleted, flush()
}

func (r *Repair) handleOrphans(ctx context.Context, _ *asynq.Task) error {
	_, err := r.SweepOrphans(ctx)
	return errors.Join(err, sweepDownloads(r.Folder, r.Store.Now().Add(-orphanAge)))
}
