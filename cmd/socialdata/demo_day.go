package main

import (
	"context"
	"time"
)

// followed is how many videos the customer looked up on each of the last followedDays days.
const (
	followed     = 3
	followedDays = 21
)

// usualDay looks up items and imports links: more of both the nearer the day is, and fewer on weekends.
func (h *demoHistory) usualDay(ctx context.Context, back int) error {
	samples := h.platforms.Samples()
	looked, imported := busy(h.clock.Now().Weekday(), back)
	for n := range looked {
		s := samples[(back+n)%len(samples)]
		if err := h.look(ctx, s.Items[min(h.next(s)+(3*back+n)%7, oldestImported)]); err != nil {
			return err
		}
	}
	h.platforms.PassDay()
	if back <= followedDays {
		for n := range followed { // like a program that follows the items it saved
			if err := h.look(ctx, samples[0].Items[n]); err != nil {
				return err
			}
		}
	}
	for n := range imported {
		if _, err := h.runImport(ctx, samples[(back+n)%len(samples)]); err != nil {
			return err
		}
	}
	return nil
}

// busy returns how many items are looked up and imported on a day.
func busy(on time.Weekday, back int) (looked, imported int) {
	if on == time.Saturday || on == time.Sunday {
		return 1, back % 2
	}
	grown := (historyDays - back) * 4 / historyDays // 0 to 3
	return 1 + back%2 + grown, (back%3 + grown) / 2
}
