package main

import (
	"context"
	"time"

	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/support"
)

// renewShape has support change a value of a platform three weeks ago, and undo it six days later. The change went its whole way: it was tried
// with known objects, used by one process, and then by all.
func (h *demoHistory) renewShape(ctx context.Context) error {
	row, err := h.inUse.Propose(`{"video_site":{"web":{"version":"2.20261119.01.00"}}}`)
	if err != nil {
		return err
	}
	helper, err := h.store.Accounts.SignIn(ctx, demoSupport, demoPassword)
	if err != nil {
		return err
	}
	act := func(ago time.Duration, reason string) support.Actor {
		h.clock.back(21*day - ago)
		return support.Actor{UserID: helper.User.ID, Reason: reason, RequestID: db.NewID()}
	}
	made, err := h.store.Support.ChangeShapes(ctx, act(0, "YouTube renewed the version of its own program; its pages say so."), row)
	if err != nil {
		return err
	}
	tried := []rollout.Tried{}
	for _, operation := range []sources.Operation{sources.OpItem, sources.OpAccount, sources.OpItems} {
		tried = append(tried, rollout.Tried{RouteID: "video_site.web", Operation: string(operation)})
	}
	for _, step := range []struct {
		ago time.Duration
		do  func() error
	}{
		{20 * time.Second, func() error { return h.store.Rollouts.UseInOne(ctx, made.ID, "demo", rollout.TriedText(tried)) }},
		{8 * time.Minute, func() error { return h.store.Rollouts.UseEverywhere(ctx, made.ID) }},
		{68 * time.Minute, func() error { return h.store.Rollouts.Settle(ctx, made.ID) }},
	} {
		h.clock.back(21*day - step.ago)
		if err := step.do(); err != nil {
			return err
		}
	}
	return h.store.Support.UndoShapes(ctx, act(6*day, "YouTube takes the version of the release again."), made.ID)
}
