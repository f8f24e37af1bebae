package jobs

import (
	"context"
	"log/slog"
	"sync/atomic"

	"socialdata/internal/apierror"
	"socialdata/models"
)

// repairBatch is the maximum number of rows in one pass.
const repairBatch = 500

// Repair sends imports that were not sent or whose next attempt is due, ends holds, and deletes media that no import or reference holds.
type Repair struct {
	Store  *models.Store
	Client *Client
	Media  Media
	Blobs  Lister
	Folder string // directory for files of running imports
	Log    *slog.Logger

	Meanings *Meanings // nil: no text is sent to a server for vectors

	hashedFrom   atomic.Pointer[string] // the id of media from which the next pass for hashes looks; nil: the first one
	meaningsFrom atomic.Pointer[string] // the id of references from which the next pass for vectors looks; nil: the first one
}

// Pass runs all steps once. Each may be repeated safely.
func (r *Repair) Pass(ctx context.Context) error {
	if _, err := r.SendOverdue(ctx); err != nil {
		return err
	}
	_, err := r.ExpireHolds(ctx, r.Store.Now())
	return err
}

// SendOverdue sends imports whose next attempt is due, or which were not sent, and reports whether there may be more. The queue's first
// refusal ends it: it would refuse the others, too.
func (r *Repair) SendOverdue(ctx context.Context) (more bool, err error) {
	due, err := r.Store.Imports.Overdue(ctx, repairBatch)
	if err != nil {
		return false, err
	}
	for _, id := range due {
		if err := r.Client.Send(ctx, id); err != nil {
			r.Log.Warn("overdue imports were not sent", "import", id, "cause", err)
			return false, ctx.Err()
		}
	}
	return len(due) == repairBatch, nil
}

// DeleteMarked deletes the bytes of media that are marked for deletion, then their rows.
func (r *Repair) DeleteMarked(ctx context.Context) error {
	rows, err := r.Store.Imports.MediaToDelete(ctx, repairBatch)
	if err != nil {
		return err
	}
	for _, m := range rows {
		if err := r.Media.Delete(ctx, m.BlobKey); err != nil {
			r.Log.Warn("bytes were not deleted", "media", m.ID, "cause", apierror.Redact(err))
			continue
		}
		if err := r.Store.Imports.DeleteMediaRow(ctx, m.ID); err != nil {
			return err
		}
	}
	return r.deletePieces(ctx)
}

// deletePieces deletes the bytes of uploaded pieces that have ended, then their rows.
func (r *Repair) deletePieces(ctx context.Context) error {
	rows, err := r.Store.Captures.PiecesToDelete(ctx, repairBatch)
	if err != nil {
		return err
	}
	for _, p := range rows {
		if err := r.Media.Delete(ctx, p.BlobKey); err != nil {
			r.Log.Warn("an upload was not deleted", "piece", p.ID, "cause", apierror.Redact(err))
			continue
		}
		if err := r.Store.Captures.DeletePiece(ctx, p.ID); err != nil {
			return err
		}
	}
	return nil
}
