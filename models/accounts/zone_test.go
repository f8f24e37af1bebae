package accounts_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// TestZonesAreIANANames: what a machine calls local would differ from one to the next.
func TestZonesAreIANANames(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		for _, wrong := range []string{"", "Local", "Europe/Nowhere"} {
			modelstest.WantCode(t, s.Accounts.SetZone(t.Context(), in.Workspace, wrong), apierror.CodeInvalidInput)
		}
		modelstest.Must(t, s.Accounts.SetZone(t.Context(), in.Workspace, "Europe/Berlin"))
		if w, err := s.Accounts.Workspace(t.Context(), in.Workspace); err != nil || w.Zone != "Europe/Berlin" {
			t.Errorf("%+v, %v", w, err)
		}
		_, err := s.Accounts.Workspace(t.Context(), db.NewID())
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}
