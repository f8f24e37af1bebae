package lookup_test

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestIncompleteObservations: what lacks the answer to a throttled side question is served for a quarter of an hour, after
// that only where a newer look fails.
func TestIncompleteObservations(t *testing.T) {
	var fails error
	incomplete := true
	f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		item, err := video(7)(ctx, r)
		item.Incomplete = incomplete
		if fails != nil {
			return nil, fails
		}
		return item, err
	}}
	routes := []sources.Route{f.route("video_site.web")}
	for _, c := range []struct {
		name       string
		incomplete bool
		wait       time.Duration
		fails      error
		cached     bool
		fetches    int64
	}{
		{"fresh", true, 14 * time.Minute, nil, true, 1},
		{"older, a newer look succeeds", true, 16 * time.Minute, nil, false, 2},
		{"older, a newer look fails", true, 16 * time.Minute, apierror.New(apierror.CodeRouteDegraded), true, 2},
		{"whole", false, 16 * time.Minute, nil, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			inTurn(t, routes, func(t *testing.T, b *bench) {
				incomplete, fails = c.incomplete, nil
				before := f.calls.Load()
				if _, err := b.ask(0); err != nil {
					t.Fatal(err)
				}
				b.clock.Add(c.wait)
				fails = c.fails
				r, err := b.ask(24 * time.Hour)
				if err != nil {
					t.Fatal(err)
				}
				if cached := r.Receipt.Usage.CreditsCharged == 0; cached != c.cached || f.calls.Load()-before != c.fetches {
					t.Errorf("cached %v after %d fetches", cached, f.calls.Load()-before)
				}
			})
		})
	}
}
