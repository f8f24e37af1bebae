package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// mostLookBack bounds the age of observations that a run taken over from another worker may use.
const mostLookBack = 10 * time.Minute

// Watches runs watches.
type Watches struct {
	Store  *models.Store
	Lookup *lookup.Service
	Starts Starter
	Log    *slog.Logger
	Ended  func(outcome string) // is called after each run with "ok", "lease_lost" or an error code; nil disables it
}

// handle runs watches until the worker stops.
func (r *Watches) handle(stopping context.Context) handler {
	return func(ctx context.Context, j *work.Job) work.Outcome {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(stopping, cancel)()
		return r.do(ctx, j)
	}
}

// RunDue runs a watch, if it is still due and no other worker runs it.
func (r *Watches) RunDue(ctx context.Context, id string) error {
	j, err := r.Store.Work.Take(ctx, work.Watches, id)
	if j == nil || err != nil {
		return err
	}
	return runJob(ctx, r.Store, j, r.do).Err()
}

// do runs a watch. If the worker stops, another one may continue immediately.
func (r *Watches) do(ctx context.Context, j *work.Job) work.Outcome {
	c, o, err := r.Store.Watches.Begin(ctx, j, r.Lookup.WatchPrice(watches.Account))
	if err != nil {
		return work.Failed(err)
	}
	if c == nil {
		return o
	}
	switch err = r.run(ctx, c); {
	case err == nil:
		return work.Settled()
	case ctx.Err() != nil:
		return work.HandBack(err)
	}
	return work.Failed(err)
}

// run makes one run. It returns an error only for a fault of our own, or if the worker stops; another worker then continues.
func (r *Watches) run(ctx context.Context, c *watches.Claimed) error {
	var fault error
	var err error
	if c.Source().Kind == watches.Single {
		fault, err = r.runItem(ctx, c)
	} else {
		fault, err = r.runList(ctx, c)
	}
	outcome := "ok"
	if err == nil && fault != nil {
		if ctx.Err() != nil {
			return ctx.Err() // the worker stops: not a fault of the platform
		}
		outcome, err = r.fail(ctx, c, fault)
	}
	switch {
	case errors.Is(err, watches.ErrLeaseLost):
		outcome, err = "lease_lost", nil
	case err != nil:
		return err
	}
	r.ended(outcome)
	return nil
}

// fail ends a run whose lookup failed, and returns the error's code.
func (r *Watches) fail(ctx context.Context, c *watches.Claimed, fault error) (outcome string, err error) {
	f := apierror.From(fault)
	switch f.Code {
	case apierror.CodeInsufficientCredits:
		return string(f.Code), r.Store.Watches.FinishUnpaid(ctx, c)
	case apierror.CodeStorageUnavailable:
		return string(f.Code), fault
	case apierror.CodeInternalError:
		r.Log.ErrorContext(ctx, "a watch failed", "watch", c.ID, "run", c.Run.ID, "cause", fault)
	}
	return string(f.Code), r.Store.Watches.FinishFault(ctx, c, f)
}

func (r *Watches) ended(outcome string) {
	if r.Ended != nil {
		r.Ended(outcome)
	}
}

// look makes one lookup of a run. Observations made since the run began are used again, so that a run which another worker takes over
// soon pays for nothing twice. After mostLookBack it looks anew.
func (r *Watches) look(ctx context.Context, c *watches.Claimed, cursor string) (*lookup.Watched, error) {
	since := r.Store.Now().Sub(db.FromMicros(c.Run.StartedAt))
	if since > mostLookBack {
		since = 0
	}
	return r.Lookup.Watch(ctx, c.WorkspaceID, c.Spender(), c.Source(), cursor, since)
}

// runItem looks up a single item. fault is why the lookup failed.
func (r *Watches) runItem(ctx context.Context, c *watches.Claimed) (fault, err error) {
	got, fault := r.look(ctx, c, "")
	if fault != nil {
		if c.LookedAt != nil && apierror.Is(fault, apierror.CodeNotFound, apierror.CodeUnavailableRemoved, apierror.CodeUnavailablePrivate) {
			return nil, r.Store.Watches.FinishGone(ctx, c, apierror.From(fault).Code)
		}
		return fault, nil
	}
	if err := r.Store.Watches.NotePage(ctx, c, 1, got.Credits); err != nil {
		return nil, err
	}
	if got.Incomplete {
		return nil, r.Store.Watches.FinishUnclear(ctx, c)
	}
	return nil, r.Store.Watches.FinishItem(ctx, c, *got.Item)
}

// runList reads a list until it reaches items that the watch knows, imports the new ones and records their events. The first run only
// remembers what is there: one page, or of a playlist as much as one run may read.
func (r *Watches) runList(ctx context.Context, c *watches.Claimed) (fault, err error) {
	l, fault, err := r.walk(ctx, c)
	if l == nil {
		return fault, err
	}
	imported, err := r.importNew(ctx, c, c.News(l))
	if err != nil {
		return nil, err
	}
	if err := r.backfill(ctx, c, l, imported.Credits); err != nil {
		return nil, err
	}
	return nil, r.Store.Watches.FinishList(ctx, c, l, imported)
}

// walk reads pages. It returns nothing if the first page failed, or a later one for any reason but credits: the rows behind it
// would otherwise be lost.
func (r *Watches) walk(ctx context.Context, c *watches.Claimed) (l *watches.Look, fault, err error) {
	l = &watches.Look{Known: map[string]bool{}}
	cursor, seen := "", map[string]bool{}
	for page := int64(1); ; page++ {
		got, fault := r.look(ctx, c, cursor)
		if page > 1 && apierror.Is(fault, apierror.CodeInsufficientCredits) {
			l.Missed = watches.MissedCredits
			return l, nil, nil
		}
		if fault != nil {
			return nil, fault, nil
		}
		if err := r.Store.Watches.NotePage(ctx, c, page, got.Credits); err != nil {
			return nil, nil, err
		}
		if err := r.add(ctx, c, l, got, seen); err != nil {
			return nil, nil, err
		}
		cursor = got.Cursor
		switch {
		case c.LookedAt == nil && !l.Anywhere, l.Reached():
			return l, nil, nil
		case page == watches.MostPages:
			l.Missed = watches.MissedPages
			return l, nil, nil
		case c.Left(r.Store.Now()) < r.Lookup.WatchPrice(c.Source().Kind):
			l.Missed = watches.MissedDailyCredits
			return l, nil, nil
		}
	}
}

// add adds the rows of a page, without those that came before.
func (r *Watches) add(ctx context.Context, c *watches.Claimed, l *watches.Look, got *lookup.Watched, seen map[string]bool) error {
	var ids []string
	for _, row := range got.Rows {
		if !seen[row.ID] {
			seen[row.ID] = true
			l.Rows, ids = append(l.Rows, row), append(ids, row.ID)
		}
	}
	known, err := r.Store.Watches.KnownItems(ctx, c.ID, ids)
	for id := range known {
		l.Known[id] = true
	}
	if l.FirstPage == 0 {
		l.FirstPage, l.Total, l.Rounded = len(got.Rows), got.Total, got.Rounded
	}
	l.Unclear = l.Unclear || got.Incomplete
	l.NewestFirst, l.Anywhere, l.Ended, l.Cursor = got.NewestFirst, got.Anywhere || c.ReadsAll, got.Cursor == "", got.Cursor
	return err
}
