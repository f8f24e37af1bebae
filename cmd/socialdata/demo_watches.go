package main

import (
	"context"
	"log/slog"
	"time"

	"socialdata/internal/sources/simulator"
	"socialdata/jobs"
	"socialdata/models/watches"
)

// watchedDays is for how many past days the demo has runs of watches.
const watchedDays = 6

// publishEvery is how often a simulated account publishes while the demo runs.
const publishEvery = 2 * time.Minute

// watchedAccount is an account that the demo watches.
type watchedAccount struct {
	platform, handle, name string
	every                  watches.Every
}

// watchedAccounts returns the second account of their platforms, so that the sample links stay the same.
func watchedAccounts() []watchedAccount {
	return []watchedAccount{{"video_site", "hollowpine", "Hollow Pine Workshop", "1h"}, {"clip_site", "tidepool.tess", "Tess at the Tidepool", "6h"}}
}

// watched runs the watches for a day in the past.
func (h *demoHistory) watched(ctx context.Context, back int) error {
	switch {
	case back == watchedDays:
		return h.startWatches(ctx)
	case back < watchedDays:
		return h.watchDay(ctx, back)
	}
	return nil
}

// startWatches creates the demo's watches and makes their first runs.
func (h *demoHistory) startWatches(ctx context.Context) error {
	for _, f := range watchedAccounts() {
		w, err := h.store.Watches.Create(ctx, watches.NewWatch{WorkspaceID: h.workspace, Name: f.name, Every: f.every, DailyCredits: 20,
			Source: watches.Source{Kind: watches.Account, Account: f.platform + ":@" + f.handle}})
		if err != nil {
			return err
		}
		h.watches = append(h.watches, w.ID)
	}
	return h.runWatches(ctx)
}

// watchDay publishes an item on one of the watched accounts and runs the watches.
func (h *demoHistory) watchDay(ctx context.Context, back int) error {
	f := watchedAccounts()[back%len(watchedAccounts())]
	h.platforms.Publish(f.platform, f.handle)
	return h.runWatches(ctx)
}

func (h *demoHistory) runWatches(ctx context.Context) error {
	runs := &jobs.Watches{Store: h.store, Lookup: h.lookup, Log: slog.New(slog.DiscardHandler),
		Starts: jobs.Starter{Store: h.store, Lookup: h.lookup, Queue: h.imports}}
	for _, id := range h.watches {
		if err := runs.RunDue(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// publishOn publishes items while the demo runs, so that its watches find something.
func publishOn(ctx context.Context, platforms *simulator.Simulator) {
	tick := time.NewTicker(publishEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		f := watchedAccounts()[n%len(watchedAccounts())]
		platforms.Publish(f.platform, f.handle)
	}
}
