package accounts_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

func TestBootstrapHappensOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		got := modelstest.Outcomes(modelstest.AtOnce(4, func(i int) error {
			_, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W",
				Owner: accounts.NewUser{Email: fmt.Sprintf("o%d@example.com", i), Name: "O", Password: modelstest.Password}})
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeBootstrapConflict] != 3 {
			t.Errorf("four at once gave %v, want one success and three conflicts", got)
		}
	})
}

func TestSetupTokenIsMadeOnceAndCompared(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		token, err := s.Accounts.EnsureSetupToken(ctx, "")
		if err != nil || token == "" {
			t.Fatalf("the first start makes a token: %q, %v", token, err)
		}
		if again, err := s.Accounts.EnsureSetupToken(ctx, ""); err != nil || again != "" {
			t.Errorf("a later start shows none: %q, %v", again, err)
		}
		if err := s.Accounts.CheckSetupToken(ctx, token); err != nil {
			t.Errorf("the right token: %v", err)
		}
		modelstest.WantCode(t, s.Accounts.CheckSetupToken(ctx, token+"x"), apierror.CodeInvalidCredential)
		if _, err := s.Accounts.EnsureSetupToken(ctx, "given"); err != nil {
			t.Fatal(err)
		}
		modelstest.WantCode(t, s.Accounts.CheckSetupToken(ctx, token), apierror.CodeInvalidCredential)
	})
}

func TestSessionsEnd(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		modelstest.Install(t, s, 0)
		in, err := s.Accounts.SignIn(ctx, " Owner@Example.com ", modelstest.Password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Accounts.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("a new session: %v", err)
		}
		clock.Add(23 * time.Hour)
		if _, err := s.Accounts.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("after 23 idle hours: %v", err)
		}
		clock.Add(23 * time.Hour) // used an hour before, so not idle for a day
		if _, err := s.Accounts.FindSession(ctx, in.Token); err != nil {
			t.Fatalf("after 23 more hours: %v", err)
		}
		clock.Add(25 * time.Hour)
		_, err = s.Accounts.FindSession(ctx, in.Token)
		modelstest.WantCode(t, err, apierror.CodeUnauthenticated)

		again, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Accounts.EndOtherSessions(ctx, again.User.ID, again.SessionID); err != nil || n != 1 { // the first one ran out before
			t.Errorf("ended %d others, %v", n, err)
		}
		if err := s.Accounts.EndSessions(ctx, again.User.ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.Accounts.FindSession(ctx, again.Token)
		modelstest.WantCode(t, err, apierror.CodeUnauthenticated)
		_, err = s.Accounts.SignIn(ctx, "owner@example.com", "not the passphrase")
		modelstest.WantCode(t, err, apierror.CodeInvalidCredential)
		_, err = s.Accounts.SignIn(ctx, "nobody@example.com", modelstest.Password)
		modelstest.WantCode(t, err, apierror.CodeInvalidCredential)
	})
}

func TestTheLastOwnerStays(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, "Second@example.com", accounts.Owner, in.Owner)
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.Accounts.AcceptInvite(ctx, token, "Second", modelstest.Password)
		if err != nil {
			t.Fatal(err)
		}
		people := []string{in.Owner, second.User.ID}
		got := modelstest.Outcomes(modelstest.AtOnce(2, func(i int) error {
			if i == 0 {
				return s.Accounts.RemoveMember(ctx, in.Workspace, people[0], false)
			}
			_, err := s.Accounts.SetRole(ctx, in.Workspace, people[1], accounts.Member)
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeLastOwnerConflict] != 1 {
			t.Errorf("two owners leaving at once gave %v", got)
		}
	})
}

func TestInvitesAreGoodForOne(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, "guest@example.com", accounts.Member, in.Owner)
		if err != nil {
			t.Fatal(err)
		}
		got := modelstest.Outcomes(modelstest.AtOnce(4, func(int) error {
			_, err := s.Accounts.AcceptInvite(ctx, token, "Guest", modelstest.Password)
			return err
		}))
		if got["ok"] != 1 {
			t.Errorf("four acceptances at once gave %v", got)
		}
		// A person who exists joins with the own password; a wrong one leaves the invite.
		_, token, _ = s.Accounts.CreateInvite(ctx, in.Workspace, "owner@example.com", accounts.Member, in.Owner)
		_, err = s.Accounts.AcceptInvite(ctx, token, "Ignored", "not the passphrase")
		modelstest.WantCode(t, err, apierror.CodeInvalidCredential)
		if joined, err := s.Accounts.AcceptInvite(ctx, token, "Ignored", modelstest.Password); err != nil || joined.User.Name != "Owner" {
			t.Errorf("the right password joins as who one is: %v", err)
		}
		_, token, _ = s.Accounts.CreateInvite(ctx, in.Workspace, "late@example.com", accounts.Member, in.Owner)
		clock.Add(8 * 24 * time.Hour)
		_, err = s.Accounts.AcceptInvite(ctx, token, "Late", modelstest.Password)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

func TestRenamingIsGuardedByTheRevision(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		if err := s.Accounts.ChangeWorkspace(ctx, in.Workspace, accounts.WorkspaceChange{Revision: 1, Name: new("Second name")}); err != nil {
			t.Fatal(err)
		}
		err := s.Accounts.ChangeWorkspace(ctx, in.Workspace, accounts.WorkspaceChange{Revision: 1, Name: new("Late")})
		modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
		if got := apierror.From(err).Details["currentRevision"]; got != int64(2) {
			t.Errorf("currentRevision %v, want 2", got)
		}
		if err := s.Accounts.ChangeWorkspace(ctx, in.Workspace, accounts.WorkspaceChange{Revision: 2, Name: new("Second name")}); err != nil {
			t.Errorf("the same name: %v", err)
		}
		if w, _ := s.Accounts.FindWorkspace(ctx, in.Workspace, in.Owner); w.Revision != 2 {
			t.Errorf("the same name made revision %d", w.Revision)
		}
		revision := int64(2)
		for _, step := range []struct {
			to      *int64
			changed bool
		}{{nil, false}, {new(int64(5)), true}, {new(int64(5)), false}, {new(int64(6)), true}, {nil, true}, {nil, false}} {
			modelstest.Must(t, s.Accounts.ChangeWorkspace(ctx, in.Workspace, accounts.WorkspaceChange{Revision: revision, LowBalance: &accounts.Mark{To: step.to}}))
			if step.changed {
				revision++
			}
			if w, _ := s.Accounts.FindWorkspace(ctx, in.Workspace, in.Owner); w.Revision != revision || (w.LowBalance == nil) != (step.to == nil) || step.to != nil && *w.LowBalance != *step.to {
				t.Errorf("after a mark at %v: %+v, want revision %d", step.to, w, revision)
			}
		}
	})
}

// TestAWorkspaceBeginsWithItsCredits, written in the ledger, or with none; one that is not metered is refused nothing.
func TestAWorkspaceBeginsWithItsCredits(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		for _, n := range []accounts.NewWorkspace{{Name: "none"}, {Name: "some", Credits: 7}, {Name: "free", Unmetered: true}} {
			n.OwnerID = in.Owner
			w, err := s.Accounts.NewWorkspace(t.Context(), n)
			modelstest.Must(t, err)
			metered, err := s.Billing.Metered(t.Context(), w.ID)
			if modelstest.Must(t, err); w.Name != n.Name || metered == n.Unmetered || !n.Unmetered && (w.Balance != n.Credits || w.Granted != n.Credits) {
				t.Errorf("%s: %+v, metered %v", n.Name, w, metered)
			}
		}
		if n := modelstest.CountRows(t, s, "ledger_entries WHERE amount = 0"); n != 0 {
			t.Errorf("%d entries of nothing", n)
		}
	})
}

// TestALostSetupTokenIsRenewed until there is a workspace.
func TestALostSetupTokenIsRenewed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		token, err := s.Accounts.RenewSetupToken(t.Context())
		modelstest.Must(t, err)
		modelstest.Must(t, s.Accounts.CheckSetupToken(t.Context(), token))
		modelstest.Install(t, s, 0)
		_, err = s.Accounts.RenewSetupToken(t.Context())
		modelstest.WantCode(t, err, apierror.CodeBootstrapConflict)
	})
}
