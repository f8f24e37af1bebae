package accounts_test

import (
	"context"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// TestNoSessionOutlivesTheChangeOfItsPassword signs in with the old password, and accepts invites with it, while it is
// being changed.
func TestNoSessionOutlivesTheChangeOfItsPassword(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		keep, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		if err != nil {
			t.Fatal(err)
		}
		var tokens []string
		for range 8 {
			_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, "owner@example.com", accounts.Member, in.Owner)
			if err != nil {
				t.Fatal(err)
			}
			tokens = append(tokens, token)
		}
		results := modelstest.AtOnce(25, func(i int) error {
			switch {
			case i == 4:
				return s.Accounts.ChangePassword(ctx, in.Owner, keep.SessionID, modelstest.Password, "the next passphrase")
			case i%3 == 0 && i/3 < len(tokens):
				_, err := s.Accounts.AcceptInvite(ctx, tokens[i/3], "", modelstest.Password)
				return err
			}
			_, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
			return err
		})
		if results[4] != nil {
			t.Fatalf("the change: %v", results[4])
		}
		alive, err := s.Accounts.Sessions(ctx, in.Owner)
		if err != nil || len(alive) != 1 || alive[0].ID != keep.SessionID {
			t.Errorf("%d sessions, %v", len(alive), err)
		}
	})
}

// TestAPasswordIsChangedByWhoKnowsIt: neither by another text nor by the one that another change has replaced meanwhile.
func TestAPasswordIsChangedByWhoKnowsIt(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		modelstest.WantCode(t, s.Accounts.ChangePassword(ctx, in.Owner, "", "another passphrase", "the next passphrase"), apierror.CodeInvalidCredential)
		hash, err := s.Accounts.HashPassword(ctx, modelstest.Password)
		modelstest.Must(t, err)
		modelstest.Must(t, s.Accounts.CheckHash(ctx, hash, modelstest.Password))
		modelstest.WantCode(t, s.Accounts.CheckHash(ctx, hash, "another passphrase"), apierror.CodeInvalidCredential)
		modelstest.Must(t, s.Write(ctx).Callback().Update().Before("gorm:update").Register("meanwhile", func(tx *gorm.DB) {
			if tx.Statement.Table == "users" {
				modelstest.Must(t, tx.Session(&gorm.Session{NewDB: true}).Exec("UPDATE users SET password_hash = ?", hash).Error)
			}
		}))
		modelstest.WantCode(t, s.Accounts.ChangePassword(ctx, in.Owner, "", modelstest.Password, "the next passphrase"), apierror.CodeInvalidCredential)
		_, err = s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		modelstest.Must(t, err)
	})
}
