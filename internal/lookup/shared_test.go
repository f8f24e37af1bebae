package lookup_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// slow answers a video after a while.
func slow(wait time.Duration) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	return func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		time.Sleep(wait)
		return video(1)(ctx, r)
	}
}

// TestEqualLookupsOfDifferentAge: who wants a live answer and joins a fetch that ended with what was stored gets an
// answer all the same.
func TestEqualLookupsOfDifferentAge(t *testing.T) {
	f := &fake{item: slow(time.Millisecond)}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		ages := []time.Duration{0, time.Minute, time.Hour}
		for round := range 12 {
			url := fmt.Sprintf("https://www.youtube.com/watch?v=aaaaaaaa%03d", round)
			for _, err := range testkit.AtOnce(60, func(n int) error {
				r, err := b.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: url, MaxAge: ages[n%3]})
				if err == nil && len(r.Body) == 0 {
					return fmt.Errorf("an empty answer")
				}
				return err
			}) {
				if err != nil && !apierror.Is(err, apierror.CodeInsufficientCredits) {
					t.Fatal(err)
				}
			}
			if _, err := b.store.Billing.Grant(context.Background(), b.workspace, 60, "more"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestProcessesShareAFetch: two services on one database are two processes.
func TestProcessesShareAFetch(t *testing.T) {
	for name, maxAge := range map[string]time.Duration{"stored would do": time.Hour, "live": 0} {
		t.Run(name, func(t *testing.T) {
			modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
				f := &fake{item: slow(2 * time.Second)} // a live lookup that began after it would rightly fetch again
				routes := []sources.Route{f.route("video_site.web")}
				b := newBench(t, s, clock, routes)
				processes := []*lookup.Service{b.Service, newShared(b, f)}
				var free atomic.Int64
				for _, err := range testkit.AtOnce(60, func(n int) error {
					r, err := processes[n%2].Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: link, MaxAge: maxAge})
					if err == nil && r.Receipt.Usage.CreditsCharged == 0 {
						free.Add(1)
					}
					return err
				}) {
					if err != nil {
						t.Fatal(err)
					}
				}
				if f.calls.Load() != 1 || b.spent(t) != 1 || free.Load() != 59 {
					t.Errorf("%d fetches, %d credits, %d free answers", f.calls.Load(), b.spent(t), free.Load())
				}
			})
		})
	}
}

// TestKilledProcessHoldsUpNobody: a lease that is not renewed ends.
func TestKilledProcessHoldsUpNobody(t *testing.T) {
	f := &fake{item: video(1)}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		const query = "item:video_site:aaaaaaaaaaa"
		if c, err := b.store.Observations.ClaimFetch(context.Background(), query, "killed", query, observations.Plain); !c.Claimed || err != nil {
			t.Fatal(c, err)
		}
		waited := time.AfterFunc(100*time.Millisecond, func() { b.clock.Add(observations.FetchLeaseTime) })
		defer waited.Stop()
		if _, err := b.ask(0); err != nil {
			t.Error(err)
		}
	})
}

// TestNothingIsFetchedThatCannotBePaid: with three credits and twenty lookups on their way, three ask the platform.
func TestNothingIsFetchedThatCannotBePaid(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		f := &fake{item: slow(500 * time.Millisecond)}
		b := newBench(t, s, clock, []sources.Route{f.route("video_site.web")})
		poor, err := b.store.Accounts.CreateWorkspace(context.Background(), "Poor", b.owner, 3)
		if err != nil {
			t.Fatal(err)
		}
		paid := 0
		for _, err := range testkit.AtOnce(20, func(n int) error {
			_, err := b.Answer(context.Background(), lookup.ItemRequest{Workspace: poor.ID, URL: fmt.Sprintf("https://www.youtube.com/watch?v=aaaaaaaaa%02d", n)})
			return err
		}) {
			if err == nil {
				paid++
				continue
			}
			testkit.WantCode(t, err, apierror.CodeInsufficientCredits)
		}
		if paid != 3 || f.calls.Load() != 3 {
			t.Errorf("%d answers, %d fetches", paid, f.calls.Load())
		}
	})
}
