package accounts_test

import (
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

const theIssuer = "https://id.example.com"

func ada(subject, email string) accounts.Issued {
	return accounts.Issued{Issuer: theIssuer, Subject: subject, Email: email, Name: "Ada"}
}

func wantRefusal(t *testing.T, err error, reason string) {
	t.Helper()
	if !apierror.Is(err, apierror.CodeForbidden) || apierror.From(err).Details["issuer"] != reason {
		t.Errorf("the sign-in ends with %v, want %s", err, reason)
	}
}

// TestPeopleOfAnIssuer finds a person by their e-mail once, and by subject from then on.
func TestPeopleOfAnIssuer(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		installed := modelstest.Install(t, s, 10)
		w := installed.Workspace
		ctx := t.Context()
		_, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "ada@example.com"), nil)
		wantRefusal(t, err, accounts.NoAccount)
		u, err := s.Accounts.CreateUser(ctx, accounts.NewUser{Email: "ada@example.com", Name: "Ada of here", Password: "correct horse battery"})
		modelstest.Must(t, err)
		in, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "Ada@Example.com"), nil)
		modelstest.Must(t, err)
		if in.User.ID != u.ID || in.User.Name != "Ada of here" || !in.HasPassword || in.ExpiresAt.Sub(in.BegunAt) != accounts.IssuedSessionLife {
			t.Errorf("signed in as %+v", in)
		}
		_, err = s.Accounts.SignInIssued(ctx, ada("eve-1", "ada@example.com"), &accounts.AutoJoin{WorkspaceID: w, Role: accounts.Owner})
		wantRefusal(t, err, accounts.OtherSubject)
		moved, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "countess@example.com"), nil)
		modelstest.Must(t, err)
		if moved.User.ID != u.ID || moved.User.Email != "countess@example.com" {
			t.Errorf("after a change of the e-mail it is %+v", moved.User)
		}
		_, err = s.Accounts.SignInIssued(ctx, ada("eve-1", "ada@example.com"), nil)
		wantRefusal(t, err, accounts.NoAccount)
		other, err := s.Accounts.CreateUser(ctx, accounts.NewUser{Email: "bob@example.com", Name: "Bob", Password: "correct horse battery"})
		modelstest.Must(t, err)
		same, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "bob@example.com"), nil)
		modelstest.Must(t, err)
		if same.User.ID != u.ID || same.User.Email != "countess@example.com" || other.ID == u.ID {
			t.Errorf("with another's e-mail it is %+v", same.User)
		}
		modelstest.WantCode(t, s.Accounts.ChangeDetails(ctx, u.ID, "Ada", "new@example.com", "correct horse battery"), "invalid_input")
		modelstest.Must(t, s.Accounts.ChangeDetails(ctx, u.ID, "Countess", "countess@example.com", ""))
	})
}

// TestAnUnprovedAccountIsTakenOver: whoever made it with another's e-mail keeps neither password nor session.
func TestAnUnprovedAccountIsTakenOver(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		installed := modelstest.Install(t, s, 10)
		w := installed.Workspace
		ctx := t.Context()
		_, token, err := s.Accounts.CreateInvite(ctx, w, "ada@example.com", accounts.Member, installed.Owner)
		modelstest.Must(t, err)
		squatter, err := s.Accounts.AcceptInvite(ctx, token, "Not Ada", "correct horse battery")
		modelstest.Must(t, err)
		_, reset, err := s.Accounts.CreatePasswordReset(ctx, squatter.User.ID, "")
		modelstest.Must(t, err)
		in, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "ada@example.com"), nil)
		modelstest.Must(t, err)
		if in.User.ID != squatter.User.ID || in.HasPassword || in.User.EmailProvedAt == nil {
			t.Errorf("signed in as %+v", in)
		}
		_, err = s.Accounts.FindSession(ctx, squatter.Token)
		modelstest.WantCode(t, err, "unauthenticated")
		for _, password := range []string{"correct horse battery", ""} {
			_, err = s.Accounts.SignIn(ctx, "ada@example.com", password)
			modelstest.WantCode(t, err, "invalid_credential")
			modelstest.WantCode(t, s.Accounts.CheckPassword(ctx, in.User.ID, password), "invalid_credential")
		}
		_, err = s.Accounts.ResetPassword(ctx, reset, "another long password", false)
		modelstest.WantCode(t, err, "not_found")
		found, err := s.Accounts.FindSession(ctx, in.Token)
		if err != nil || found.HasPassword || !found.BegunAt.Equal(in.BegunAt) {
			t.Errorf("its session is %+v, %v", found, err)
		}
	})
}

func TestPeopleOfAnIssuerJoin(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		installed := modelstest.Install(t, s, 10)
		w := installed.Workspace
		ctx, join := t.Context(), &accounts.AutoJoin{WorkspaceID: w, Role: accounts.Editor}
		in, err := s.Accounts.SignInIssued(ctx, ada("ada-1", "ada@example.com"), join)
		modelstest.Must(t, err)
		if len(in.Workspaces) != 1 || in.Workspaces[0].WorkspaceID != w || in.Workspaces[0].Role != accounts.Editor || in.User.Operator || in.User.Support || in.User.EmailProvedAt == nil {
			t.Errorf("joined as %+v", in)
		}
		modelstest.Must(t, s.Accounts.RemoveMember(ctx, w, in.User.ID, false))
		if in, err = s.Accounts.SignInIssued(ctx, ada("ada-1", "ada@example.com"), join); err != nil || len(in.Workspaces) != 0 {
			t.Errorf("whoever was removed comes back as %+v, %v", in, err)
		}
		_, token, err := s.Accounts.CreateInvite(ctx, w, "ada@example.com", accounts.Member, installed.Owner)
		modelstest.Must(t, err)
		eve := ada("eve-1", "eve@example.com")
		eve.Invite = token
		_, err = s.Accounts.SignInIssued(ctx, eve, join)
		wantRefusal(t, err, accounts.OtherInvite)
		known := ada("ada-1", "ada@example.com")
		known.Invite = token
		if in, err = s.Accounts.SignInIssued(ctx, known, nil); err != nil || len(in.Workspaces) != 1 || in.Workspaces[0].Role != accounts.Member {
			t.Errorf("invited as %+v, %v", in, err)
		}
		_, err = s.Accounts.SignInIssued(ctx, known, nil)
		wantRefusal(t, err, accounts.OtherInvite)
		_, err = s.Accounts.SignInIssued(ctx, ada("bob-1", "bob@example.com"), &accounts.AutoJoin{WorkspaceID: "00000000-0000-7000-8000-000000000000", Role: accounts.Owner})
		wantRefusal(t, err, accounts.NoAccount)
		modelstest.Run(t, s, "UPDATE workspaces SET closed_at = 1")
		_, err = s.Accounts.SignInIssued(ctx, ada("bob-1", "bob@example.com"), join)
		wantRefusal(t, err, accounts.NoAccount)
		if modelstest.CountRows(t, s, "identities") != 1 {
			t.Error("a refused sign-in left something")
		}
	})
}

// TestFirstSignInsAtOnce holds that one person becomes one account, and two people with one e-mail do not share one.
func TestFirstSignInsAtOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		installed := modelstest.Install(t, s, 10)
		w := installed.Workspace
		join := &accounts.AutoJoin{WorkspaceID: w, Role: accounts.Member}
		for _, err := range modelstest.AtOnce(8, func(int) error {
			_, err := s.Accounts.SignInIssued(t.Context(), ada("ada-1", "ada@example.com"), join)
			return err
		}) {
			modelstest.Must(t, err)
		}
		came := 0
		for _, err := range modelstest.AtOnce(4, func(n int) error {
			_, err := s.Accounts.SignInIssued(t.Context(), ada(fmt.Sprint("bob-", n), "bob@example.com"), join)
			return err
		}) {
			if err == nil {
				came++
			} else {
				wantRefusal(t, err, accounts.OtherSubject)
			}
		}
		if came != 1 || modelstest.CountRows(t, s, "identities") != 2 {
			t.Errorf("%d of those with one e-mail came in; %d identities", came, modelstest.CountRows(t, s, "identities"))
		}
	})
}

// TestOnlyTheOperatorsLinksWorkWithoutPasswords holds for an installation where people sign in at the issuer only.
func TestOnlyTheOperatorsLinksWorkWithoutPasswords(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		installed := modelstest.Install(t, s, 10)
		w, owner := installed.Workspace, installed.Owner
		in, err := s.Accounts.SignInIssued(t.Context(), ada("ada-1", "ada@example.com"), &accounts.AutoJoin{WorkspaceID: w, Role: accounts.Member})
		modelstest.Must(t, err)
		_, token, err := s.Accounts.CreatePasswordReset(t.Context(), in.User.ID, owner)
		modelstest.Must(t, err)
		_, err = s.Accounts.ResetPassword(t.Context(), token, "another long password", true)
		modelstest.WantCode(t, err, "not_found")
		_, token, err = s.Accounts.CreatePasswordReset(t.Context(), in.User.ID, "")
		modelstest.Must(t, err)
		clock.Add(time.Hour)
		if in, err = s.Accounts.ResetPassword(t.Context(), token, "another long password", true); err != nil || !in.HasPassword {
			t.Errorf("the operator's link: %+v, %v", in, err)
		}
	})
}
