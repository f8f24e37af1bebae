package jobs

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestLeaseThatCannotBeRenewedEnds: a worker stops once its lease is lost, or is over because no renewal succeeded; and not before.
func TestLeaseThatCannotBeRenewedEnds(t *testing.T) {
	lost, away := errors.New("lost"), errors.New("the database is away")
	for name, c := range map[string]struct {
		renew func(n int) error // of the nth renewal
		after time.Duration     // when the worker stops; 0: never
	}{
		"renewed": {func(int) error { return nil }, 0},
		"lost":    {func(int) error { return lost }, 10 * time.Second},
		"away":    {func(int) error { return away }, 40 * time.Second},
		"away for a while": {func(n int) error {
			if n%2 == 0 {
				return nil
			}
			return away
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
				defer cancel()
				begun, n, stopped := time.Now(), 0, time.Duration(0)
				lease{10 * time.Second, 30 * time.Second, func(context.Context) error { n++; return c.renew(n) }, lost}.
					keep(ctx, func() { stopped = time.Since(begun) })
				if stopped != c.after {
					t.Errorf("stopped after %v, want %v", stopped, c.after)
				}
			})
		})
	}
}
