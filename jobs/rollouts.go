package jobs

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/rollout"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/work"
)

// Rollouts takes changes of shapes from their trial to use everywhere, and reverts one with which fewer calls succeed.
type Rollouts struct {
	Store  *models.Store
	Trial  *rollout.Trial
	Shapes *rollout.Shapes
}

// When a change goes on to the next state.
const (
	rolloutLook    = 15 * time.Second // how often its calls are compared
	oneAtLeast     = 2 * time.Minute  // that one process uses it, if it makes enough calls
	oneEnough      = 20               // calls
	oneAtMost      = 10 * time.Minute // that one process uses it, even without calls
	everywhereFor  = time.Hour        // that its calls are compared once all processes use it
	processGone    = 30 * time.Second // without a sign of the process that uses it first
	mostFallenSaid = 3
)

// Run decides about a change and returns when to look again. A run that was killed lost nothing: the next one reads where the change
// stands.
func (r *Rollouts) Run(ctx context.Context, j *work.Job) work.Outcome {
	change, err := r.Store.Rollouts.Find(ctx, j.Key)
	if err != nil {
		return work.Failed(err)
	}
	switch change.State {
	case rollouts.Checking:
		err = r.try(ctx, change)
	case rollouts.OneProcess:
		err = r.followOne(ctx, change)
	case rollouts.Everywhere:
		err = r.followAll(ctx, change)
	default:
		return work.Done()
	}
	if err != nil {
		return work.Failed(err)
	}
	return work.Snooze(r.Store.Now().Add(rolloutLook))
}

// try calls the known objects with the change.
func (r *Rollouts) try(ctx context.Context, c *rollouts.Rollout) error {
	tried, refused, err := r.Trial.Run(ctx, c)
	if err != nil {
		return err
	}
	if refused != "" {
		return r.Store.Rollouts.Refuse(ctx, c.ID, rollout.TriedText(tried), refused)
	}
	err = r.Store.Rollouts.UseInOne(ctx, c.ID, r.Shapes.Process(), rollout.TriedText(tried))
	return errors.Join(err, r.Shapes.Refresh(ctx))
}

// followOne compares the calls of the one process that uses the change. If that process is gone, this one takes its place.
func (r *Rollouts) followOne(ctx context.Context, c *rollouts.Rollout) error {
	now := r.Store.Now()
	if c.SeenAt == nil || now.Sub(db.FromMicros(*c.SeenAt)) > processGone {
		return errors.Join(r.Store.Rollouts.TakeOver(ctx, c, r.Shapes.Process()), r.Shapes.Refresh(ctx))
	}
	calls, reverted, err := r.compare(ctx, c)
	if err != nil || reverted {
		return err
	}
	used := now.Sub(db.FromMicros(*c.OneAt))
	if used >= oneAtMost || used >= oneAtLeast && calls.With >= oneEnough {
		return errors.Join(r.Store.Rollouts.UseEverywhere(ctx, c.ID), r.Shapes.Refresh(ctx))
	}
	return nil
}

// followAll compares the calls of all processes.
func (r *Rollouts) followAll(ctx context.Context, c *rollouts.Rollout) error {
	_, reverted, err := r.compare(ctx, c)
	if err != nil || reverted || r.Store.Now().Sub(db.FromMicros(*c.EverywhereAt)) < everywhereFor {
		return err
	}
	return r.Store.Rollouts.Settle(ctx, c.ID)
}

// compare compares the calls with the change with those without it, and reverts the change if fewer succeed.
func (r *Rollouts) compare(ctx context.Context, c *rollouts.Rollout) (calls routehealth.Compared, reverted bool, err error) {
	calls, err = r.Store.RouteHealth.CompareShapes(ctx, c.Version, *c.OneAt)
	if err != nil || len(calls.Fallen) == 0 {
		return calls, false, err
	}
	why := "Fewer calls succeeded"
	for _, f := range calls.Fallen[:min(len(calls.Fallen), mostFallenSaid)] {
		why += "; " + f.String()
	}
	return calls, true, errors.Join(r.Store.Rollouts.Withdraw(ctx, c.ID, why+"."), r.Shapes.Refresh(ctx))
}
