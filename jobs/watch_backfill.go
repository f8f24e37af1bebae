package jobs

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/watches"
)

// backfillAtOnce is how many imports of a backfill are begun before it is noted how far it is.
const backfillAtOnce = 20

// backfillPages bounds the pages that a run reads for a backfill.
const backfillPages = 50

// backfill imports what was there before the watch, as far as its credits of the day last beside spent ones that are not noted
// yet: first it reads as many rows as are wanted, then it imports the first ones. The next run goes on where this one, or a
// worker that was killed, stopped.
func (r *Watches) backfill(ctx context.Context, c *watches.Claimed, l *watches.Look, spent int64) error {
	if c.Backfill == 0 || c.BackfillDone() {
		return nil
	}
	if c.LookedAt == nil && c.BackfillFound == 0 && !c.BackfillRead {
		if err := r.Store.Watches.AddBackfill(ctx, c, l.Rows, l.Cursor); err != nil {
			return err
		}
		for _, row := range l.Rows {
			l.Known[row.ID] = true // they are remembered already
		}
	}
	how := c.Import()
	if how == nil {
		return nil
	}
	if err := r.readBackfill(ctx, c, spent); err != nil {
		return err
	}
	return r.importBackfill(ctx, c, how, spent)
}

// readBackfill reads pages behind those that were read. A cursor lasts a day: if reading cannot go on from it, what was read is all
// that is imported. Any other failure leaves the rest to the next run.
func (r *Watches) readBackfill(ctx context.Context, c *watches.Claimed, spent int64) error {
	price := r.Lookup.WatchPrice(c.Source().Kind)
	for page := 0; page < backfillPages && !c.BackfillRead && c.BackfillCursor != "" && c.Left(r.Store.Now())-spent >= price; page++ {
		got, fault := r.look(ctx, c, c.BackfillCursor)
		switch {
		case apierror.Is(fault, apierror.CodeInvalidInput):
			return r.Store.Watches.AddBackfill(ctx, c, nil, "")
		case ofStorage(fault) != nil:
			return fault
		case fault != nil:
			return ctx.Err()
		}
		if err := r.Store.Watches.NotePage(ctx, c, c.Run.Pages+1, got.Credits); err != nil {
			return err
		}
		if err := r.Store.Watches.AddBackfill(ctx, c, got.Rows, got.Cursor); err != nil {
			return err
		}
	}
	return nil
}

// importBackfill begins imports of what was read, the first of the list first.
func (r *Watches) importBackfill(ctx context.Context, c *watches.Claimed, how *watches.Import, spent int64) error {
	for {
		rows, err := r.Store.Watches.BackfillWaiting(ctx, c, backfillAtOnce)
		if err != nil || len(rows) == 0 {
			return err
		}
		done, err := r.importRows(ctx, c, how, rows, c.Left(r.Store.Now())-spent)
		if err != nil {
			return err
		}
		if err := r.Store.Watches.NoteBackfill(ctx, c, done); err != nil || done.Short {
			return err
		}
	}
}
