package observations_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

func TestFetchLease(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		claim := func(holder string) bool {
			t.Helper()
			c, err := s.Observations.ClaimFetch(ctx, "item:x", holder, "item:x", observations.Plain)
			if err != nil {
				t.Fatal(err)
			}
			return c.Claimed
		}
		won := 0
		for _, err := range modelstest.AtOnce(8, func(n int) error {
			if c, err := s.Observations.ClaimFetch(ctx, "item:x", fmt.Sprint(n), "item:x", observations.Plain); !c.Claimed || err != nil {
				return fmt.Errorf("not claimed: %v", err)
			}
			return nil
		}) {
			if err == nil {
				won++
			}
		}
		if won != 1 {
			t.Fatalf("%d of 8 hold the fetch", won)
		}
		clock.Add(observations.FetchLeaseTime + time.Millisecond) // the holder was killed
		if held, err := s.Observations.FetchHeld(ctx, "item:x"); held || err != nil {
			t.Errorf("held %v, %v", held, err)
		}
		if !claim("next") || claim("third") {
			t.Error("one may take over from a killed holder")
		}
		clock.Add(observations.FetchLeaseTime / 2)
		if err := s.Observations.RenewFetch(ctx, "item:x", "next"); err != nil {
			t.Fatal(err)
		}
		clock.Add(observations.FetchLeaseTime * 3 / 4)
		if claim("third") {
			t.Error("a renewed lease was taken")
		}
		if err := s.Observations.ReleaseFetch(ctx, "item:x", "somebody else"); err != nil || claim("third") {
			t.Errorf("released by somebody else, %v", err)
		}
		if err := s.Observations.ReleaseFetch(ctx, "item:x", "next"); err != nil || !claim("third") {
			t.Errorf("a released fetch is free, %v", err)
		}
	})
}

// TestClaimSeesWhatWasRecorded: who claims a fetch learns of an observation that another fetch recorded meanwhile.
func TestClaimSeesWhatWasRecorded(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		for _, o := range []observations.Observation{{Subject: "item:x", ID: "a", ObservedAt: 5, Body: []byte("{}")}, {Subject: "item:x", Variant: observations.WithCaptions, ID: "b", ObservedAt: 7, Body: []byte("{}")}} {
			if err := s.Observations.Observe(ctx, &o); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			name, subject string
			variant       observations.Variant
			want          int64
		}{
			{"any variant", "item:x", observations.Plain, 7},
			{"with captions", "item:x", observations.WithCaptions, 7},
			{"in another language", "item:x", observations.CaptionsIn("de"), 0},
			{"another subject", "item:y", observations.Plain, 0},
		} {
			t.Run(tt.name, func(t *testing.T) {
				c, err := s.Observations.ClaimFetch(ctx, "query "+tt.name, "holder", tt.subject, tt.variant)
				if want := (observations.FetchClaim{Claimed: true, ObservedAt: tt.want}); c != want || err != nil {
					t.Errorf("ClaimFetch = %+v, %v, want %+v", c, err, want)
				}
			})
		}
	})
}
