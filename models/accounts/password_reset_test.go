package accounts_test

import (
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// join makes a person who is in a workspace with a role.
func join(t *testing.T, s *models.Store, workspace, email string, role accounts.Role) *accounts.SignedIn {
	t.Helper()
	_, token, err := s.Accounts.CreateInvite(t.Context(), workspace, email, role, "")
	testkit.Must(t, err)
	in, err := s.Accounts.AcceptInvite(t.Context(), token, "Somebody", modelstest.Password)
	testkit.Must(t, err)
	return in
}

// TestPasswordResetIsUsedOnce sets a password by a link and ends what the old one had opened.
func TestPasswordResetIsUsedOnce(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		guest := join(t, s, in.Workspace, "guest@example.com", accounts.Member)
		_, first, err := s.Accounts.CreatePasswordReset(ctx, guest.User.ID, in.Owner)
		testkit.Must(t, err)
		_, second, err := s.Accounts.CreatePasswordReset(ctx, guest.User.ID, in.Owner)
		testkit.Must(t, err)
		for what, token := range map[string]string{"the link that was replaced": first, "nonsense": "x"} {
			if _, err := s.Accounts.ResetPassword(ctx, token, "another long password", false); !apierror.Is(err, apierror.CodeNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		signedIn, err := s.Accounts.ResetPassword(ctx, second, "another long password", false)
		testkit.Must(t, err)
		if signedIn.User.ID != guest.User.ID || len(signedIn.Workspaces) != 1 {
			t.Errorf("signed in as %+v", signedIn)
		}
		if _, err := s.Accounts.FindSession(ctx, guest.Token); !apierror.Is(err, apierror.CodeUnauthenticated) {
			t.Errorf("a session of the old password: %v", err)
		}
		if _, err := s.Accounts.SignIn(ctx, "guest@example.com", modelstest.Password); !apierror.Is(err, apierror.CodeInvalidCredential) {
			t.Errorf("the old password: %v", err)
		}
		if _, err := s.Accounts.ResetPassword(ctx, second, "a third long password", false); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("a second use: %v", err)
		}
		_, late, err := s.Accounts.CreatePasswordReset(ctx, guest.User.ID, in.Owner)
		testkit.Must(t, err)
		clock.Add(25 * time.Hour)
		if _, err := s.Accounts.ResetPassword(ctx, late, "a third long password", false); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("after a day: %v", err)
		}
	})
}

// TestPasswordResetReachesNoFurtherThanItsMaker: a link signs in as the person, so an owner must not get one that opens
// another workspace or the desk of support.
func TestPasswordResetReachesNoFurtherThanItsMaker(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		owner := join(t, s, in.Workspace, "owner-too@example.com", accounts.Owner)
		guest := join(t, s, in.Workspace, "guest@example.com", accounts.Member)
		_, early, err := s.Accounts.CreatePasswordReset(ctx, guest.User.ID, owner.User.ID)
		testkit.Must(t, err)
		if _, _, err := s.Accounts.CreatePasswordReset(ctx, in.Owner, owner.User.ID); !apierror.Is(err, apierror.CodeForbidden) {
			t.Errorf("for the operator: %v", err)
		}
		if _, _, err := s.Accounts.CreatePasswordReset(ctx, owner.User.ID, guest.User.ID); !apierror.Is(err, apierror.CodeForbidden) {
			t.Errorf("by a member: %v", err)
		}
		_, err = s.Accounts.CreateWorkspace(ctx, "Elsewhere", guest.User.ID, 0)
		testkit.Must(t, err)
		if _, _, err := s.Accounts.CreatePasswordReset(ctx, guest.User.ID, owner.User.ID); !apierror.Is(err, apierror.CodeForbidden) {
			t.Errorf("for somebody with a workspace elsewhere: %v", err)
		}
		if _, err := s.Accounts.ResetPassword(ctx, early, "another long password", false); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("a link from before they had it: %v", err)
		}
		_, token, err := s.Accounts.CreatePasswordResetFor(ctx, "GUEST@example.com")
		testkit.Must(t, err)
		_, err = s.Accounts.ResetPassword(ctx, token, "another long password", false)
		testkit.Must(t, err)
		if _, _, err := s.Accounts.CreatePasswordResetFor(ctx, "nobody@example.com"); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("for nobody: %v", err)
		}
	})
}

// TestChangeDetails changes a name freely, and the e-mail for the password alone.
func TestChangeDetails(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		guest := join(t, s, in.Workspace, "guest@example.com", accounts.Member)
		testkit.Must(t, s.Accounts.ChangeDetails(ctx, guest.User.ID, "Ada", "guest@example.com", ""))
		if err := s.Accounts.ChangeDetails(ctx, guest.User.ID, "Ada", "ada@example.com", "wrong"); !apierror.Is(err, apierror.CodeInvalidCredential) {
			t.Errorf("with a wrong password: %v", err)
		}
		if err := s.Accounts.ChangeDetails(ctx, guest.User.ID, "Ada", "Owner@example.com ", modelstest.Password); !apierror.Is(err, apierror.CodeInvalidInput) {
			t.Errorf("to somebody else's e-mail: %v", err)
		}
		testkit.Must(t, s.Accounts.ChangeDetails(ctx, guest.User.ID, "Ada", "ADA@example.com", modelstest.Password))
		again, err := s.Accounts.SignIn(ctx, "ada@example.com", modelstest.Password)
		testkit.Must(t, err)
		if again.User.Name != "Ada" {
			t.Errorf("the name is %q", again.User.Name)
		}
	})
}

// TestSessionsKnowTheirDevice keeps where a session was opened, within bounds, and ends one without the others.
func TestSessionsKnowTheirDevice(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		long := make([]byte, 4096)
		for i := range long {
			long[i] = 0xff
		}
		ctx := accounts.WithDevice(t.Context(), accounts.Device{UserAgent: "Mozilla/5.0\x00" + string(long), Address: "203.0.113.7"})
		one, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		testkit.Must(t, err)
		list, err := s.Accounts.Sessions(ctx, in.Owner)
		testkit.Must(t, err)
		if list[0].UserAgent != "Mozilla/5.0" || list[0].Address != "203.0.113.7" {
			t.Errorf("the session is of %q at %q", list[0].UserAgent, list[0].Address)
		}
		guest := join(t, s, in.Workspace, "guest@example.com", accounts.Member)
		if err := s.Accounts.EndSessionOf(ctx, guest.User.ID, one.SessionID); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("somebody else's session: %v", err)
		}
		testkit.Must(t, s.Accounts.EndSessionOf(ctx, in.Owner, one.SessionID))
		if _, err := s.Accounts.FindSession(ctx, one.Token); !apierror.Is(err, apierror.CodeUnauthenticated) {
			t.Errorf("the session that was ended: %v", err)
		}
	})
}
