package events_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// TestEndpointsThatHangKeepNoOtherWaiting gives an endpoint its turn: while it lasts the endpoint is not due, though more waits
// for it, and one that failed is listed apart from those that work.
func TestEndpointsThatHangKeepNoOtherWaiting(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := t.Context()
		in := modelstest.Install(t, s, 0)
		hangs := hook(t, s, in.Workspace)
		healthy := hook(t, s, in.Workspace)
		for range 3 {
			testkit.Must(t, s.Tx(ctx, func(tx *gorm.DB) error {
				e, err := events.New(in.Workspace, events.ReferenceUpdated, map[string]int{})
				testkit.Must(t, err)
				return events.Add(tx, e)
			}))
		}
		testkit.Must(t, s.Events.Order(ctx, in.Workspace))
		want := func(when string, working, failing []string) {
			t.Helper()
			for n, list := range [][]string{working, failing} {
				got, err := s.Events.Due(ctx, n == 1, 1)
				if diff := cmp.Diff(list, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
					t.Errorf("%s, failing %v (-want +got): %v\n%s", when, n == 1, err, diff)
				}
			}
		}
		claimed, err := s.Events.Claim(ctx, hangs.ID, "worker", 1)
		testkit.Must(t, err)
		want("while one has its turn", []string{healthy.ID}, []string{})
		testkit.Must(t, s.Events.Record(ctx, &claimed[0], events.Attempt{Failure: "timeout"}))
		testkit.Must(t, s.Events.EndTurn(ctx, hangs.ID))
		want("after it failed", []string{healthy.ID}, []string{hangs.ID})
		_, err = s.Events.Claim(ctx, hangs.ID, "worker", 1)
		testkit.Must(t, err)
		want("while it is tried again", []string{healthy.ID}, []string{})
		clock.Add(time.Minute)
		want("after its worker was killed", []string{healthy.ID}, []string{hangs.ID})
	})
}
