package observations_test

import (
	"net/netip"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestKeysOfNetworksTakeTheSlowPath leaves keys that are limited to networks to FindKey, whose caller checks the address.
func TestKeysOfNetworksTakeTheSlowPath(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		k, key, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner})
		modelstest.Must(t, err)
		_, err = s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "item:a", "1"), 1)
		modelstest.Must(t, err)
		found := func() bool {
			c, err := s.Observations.FindCachedByKey(t.Context(), key, "item:a", observations.Plain, clock.Now().Add(-time.Hour))
			modelstest.Must(t, err)
			return c != nil && c.Found()
		}
		if !found() {
			t.Fatal("not found by a key of any network")
		}
		_, err = s.Accounts.ChangeKey(t.Context(), in.Workspace, k.ID, accounts.KeyChange{Networks: &[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
		modelstest.Must(t, err)
		if found() {
			t.Error("found by a key that is limited to a network")
		}
		_, err = s.Accounts.ChangeKey(t.Context(), in.Workspace, k.ID, accounts.KeyChange{Networks: &[]netip.Prefix{}})
		modelstest.Must(t, err)
		if !found() {
			t.Error("not found after the limit was lifted")
		}
	})
}
