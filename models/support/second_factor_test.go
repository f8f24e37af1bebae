package support_test

import (
	"testing"

	"github.com/pquerna/otp/totp"

	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/support"
)

// TestTheOperatorResetsAFactor holds that it cannot be done without a trace.
func TestTheOperatorResetsAFactor(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		ctx := t.Context()
		modelstest.WantCode(t, s.Support.ResetSecondFactor(ctx, "owner@example.com", "lost phone"), "not_found")
		modelstest.Must(t, s.Accounts.BeginSecondFactor(ctx, in.Owner))
		secret, err := s.Accounts.PendingSecondFactor(ctx, in.Owner)
		modelstest.Must(t, err)
		code, err := totp.GenerateCode(secret, s.Now())
		modelstest.Must(t, err)
		_, err = s.Accounts.ConfirmSecondFactor(ctx, in.Owner, "", code)
		modelstest.Must(t, err)
		modelstest.WantCode(t, s.Support.ResetSecondFactor(ctx, "owner@example.com", " "), "invalid_input")
		modelstest.WantCode(t, s.Support.ResetSecondFactor(ctx, "nobody@example.com", "lost phone"), "not_found")
		if modelstest.CountRows(t, s, "audit_entries") != 0 {
			t.Error("what was refused is in the audit")
		}
		modelstest.Must(t, s.Support.ResetSecondFactor(ctx, "Owner@example.com", "lost phone"))
		_, err = s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		modelstest.Must(t, err)
		var e support.AuditEntry
		modelstest.Must(t, s.Read(ctx).First(&e).Error)
		if e.Action != support.ActionSecondFactorReset || e.UserID != in.Owner || e.Reason != "By the operator: lost phone" {
			t.Errorf("the audit has %+v", e)
		}
	})
}
