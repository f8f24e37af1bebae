package references

import (
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models/references"
)

func TestHowLongAnAdRuns(t *testing.T) {
	seen := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	day := func(n int) *content.Time { return new(content.At(seen.AddDate(0, 0, n))) }
	for want, ad := range map[string]references.ObservedAd{
		"":                {StartedAt: day(-3)},
		"No longer runs":  {Active: new(false), StartedAt: day(-3)},
		"Runs":            {Active: new(true)},
		"Runs for 1 day":  {Active: new(true), StartedAt: day(0)},
		"Runs for 4 days": {Active: new(true), StartedAt: day(-3)},
	} {
		if got := runs(&ad, seen, seen.AddDate(0, 0, 2)); got != want {
			t.Errorf("%+v: %q, want %q", ad, got, want)
		}
	}
	for want, ad := range map[string]references.ObservedAd{
		"":                                {StartedAt: day(-431)},
		"No longer runs":                  {Active: new(false), StartedAt: day(-431)},
		"Ran when last seen":              {Active: new(true)},
		"Ran for 432 days when last seen": {Active: new(true), StartedAt: day(-431)},
	} {
		if got := runs(&ad, seen, seen.AddDate(0, 0, 10)); got != want {
			t.Errorf("ten days later, %+v: %q, want %q", ad, got, want)
		}
	}
}
