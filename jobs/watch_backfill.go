package jobs

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/watches"
)

// backfillAtOnce is how many imports of a backfill start before its progress is saved.
const backfillAtOnce = 20

// backfillPages bounds the pages that a run reads for a backfill.
const backfillPages = 50

// backfill imports items that are older than the watch, within its credits of the day; spent has those of this run that are not
// saved yet. It first reads as many rows as are wanted, then imports them from the top. The next run continues where this one, or
// a killed worker, stopped.
func (r *Watches) backfill(ctx context.Context, c *watches.Claimed, l *watches.Look, spent int64) error {
	if c.Backfill == 0 || c.BackfillDone() {
		return nil
	}
	if c.LookedAt == nil && c.BackfillFound == 0 && !c.BackfillRead {
		if err := r.Store.Watches.AddBackfill(ctx, c, l.Rows, l.Cursor); err != nil {
			return err
		}
		for _, row := range l.Rows {
			l.Known[row.ID] = true // they are saved already
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

// readBackfill reads the next pages. A cursor is valid for a day: if it has expired, only the rows that were read are imported. After
// any other failure the next run continues.
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

// importBackfill starts imports of the rows that were read, in the order of the list.
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
