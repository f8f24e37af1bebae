package accounts_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

func TestKeyState(t *testing.T) {
	t.Parallel()
	now := time.UnixMicro(1_900_000_000_000_000)
	at := func(d time.Duration) *int64 { return new(db.Micros(now.Add(d))) }
	tests := []struct {
		name string
		key  accounts.APIKey
		want accounts.KeyState
	}{
		{"without an end", accounts.APIKey{}, accounts.KeyActive},
		{"before its end", accounts.APIKey{ExpiresAt: at(time.Microsecond)}, accounts.KeyActive},
		{"at its end", accounts.APIKey{ExpiresAt: at(0)}, accounts.KeyExpired},
		{"after its end", accounts.APIKey{ExpiresAt: at(-time.Hour)}, accounts.KeyExpired},
		{"revoked", accounts.APIKey{RevokedAt: at(0)}, accounts.KeyRevoked},
		{"revoked and over", accounts.APIKey{RevokedAt: at(0), ExpiresAt: at(-time.Hour)}, accounts.KeyRevoked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.key.State(now); got != tt.want {
				t.Errorf("a key %s is %s, want %s", tt.name, got, tt.want)
			}
		})
	}
}

func TestKeyScopes(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]accounts.Scope{
		"":                               {},
		"media:read":                     {accounts.MediaRead},
		"media:read  references:write\n": {accounts.MediaRead, accounts.ReferencesWrite},
	} {
		if diff := cmp.Diff(want, accounts.APIKey{ScopeList: list}.Scopes()); diff != "" {
			t.Errorf("the scopes of %q differ (-want +got):\n%s", list, diff)
		}
	}
}

// TestKeysOfOthersAreNotFound keeps a workspace from reading or ending the keys of another.
func TestKeysOfOthersAreNotFound(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		other, err := s.Accounts.CreateWorkspace(ctx, "Other", in.Owner, 0)
		modelstest.Must(t, err)
		k, text, err := s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner})
		modelstest.Must(t, err)
		for name, id := range map[string]string{"another workspace": other.ID, "no workspace": db.NewID()} {
			_, err = s.Accounts.Key(ctx, id, k.ID)
			wantCode(t, name+" reads it", err, apierror.CodeNotFound)
			_, err = s.Accounts.RevokeKey(ctx, id, k.ID)
			wantCode(t, name+" revokes it", err, apierror.CodeNotFound)
		}
		if _, err := s.Accounts.FindKey(ctx, text); err != nil {
			t.Errorf("the key is over: %v", err)
		}
		_, _, err = s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: db.NewID(), Name: "k", CreatedBy: in.Owner})
		wantCode(t, "a key of no workspace", err, apierror.CodeNotFound)
	})
}

func TestInvitesOfOthersStay(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		invite, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, " Guest@Example.COM ", accounts.Member, in.Owner)
		modelstest.Must(t, err)
		wantCode(t, "withdrawn by another workspace", s.Accounts.DeleteInvite(ctx, db.NewID(), invite.ID), apierror.CodeNotFound)
		wantCode(t, "withdrawn without being", s.Accounts.DeleteInvite(ctx, in.Workspace, db.NewID()), apierror.CodeNotFound)
		view, err := s.Accounts.FindInvite(ctx, token)
		if modelstest.Must(t, err); view.Email != "guest@example.com" || view.WorkspaceName != "First" {
			t.Errorf("the guest sees %+v", view)
		}
		for name, wrong := range map[string]string{"empty": "", "cut": token[:len(token)-1], "longer": token + "a"} {
			_, err := s.Accounts.FindInvite(ctx, wrong)
			wantCode(t, "a token that is "+name, err, apierror.CodeNotFound)
			_, err = s.Accounts.AcceptInvite(ctx, wrong, "Guest", modelstest.Password)
			wantCode(t, "an acceptance by a token that is "+name, err, apierror.CodeNotFound)
		}
		modelstest.Must(t, s.Accounts.DeleteInvite(ctx, in.Workspace, invite.ID))
		_, err = s.Accounts.AcceptInvite(ctx, token, "Guest", modelstest.Password)
		wantCode(t, "an acceptance after the withdrawal", err, apierror.CodeNotFound)

		_, token, err = s.Accounts.CreateInvite(ctx, in.Workspace, "late@example.com", accounts.Member, in.Owner)
		modelstest.Must(t, err)
		clock.Add(7 * 24 * time.Hour)
		_, err = s.Accounts.FindInvite(ctx, token)
		wantCode(t, "an invite at its end", err, apierror.CodeNotFound)
		page, err := s.Accounts.Invites(ctx, in.Workspace, db.PageRequest{Limit: 10})
		if modelstest.Must(t, err); len(page.Items) != 0 {
			t.Errorf("invites that are over are listed: %+v", page.Items)
		}
	})
}

func TestInviteOfAMemberChangesNoRole(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, "owner@example.com", accounts.Member, in.Owner)
		modelstest.Must(t, err)
		_, err = s.Accounts.AcceptInvite(ctx, token, "", modelstest.Password)
		modelstest.Must(t, err)
		m, err := s.Accounts.Member(ctx, in.Workspace, in.Owner)
		if modelstest.Must(t, err); m.Role != accounts.Owner {
			t.Errorf("the owner became %s", m.Role)
		}
	})
}

func TestStrangersHaveNoRole(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		stranger := db.NewID()
		_, err := s.Accounts.SetRole(ctx, in.Workspace, stranger, accounts.Owner)
		wantCode(t, "a role for a stranger", err, apierror.CodeNotFound)
		_, err = s.Accounts.SetRole(ctx, db.NewID(), in.Owner, accounts.Member)
		wantCode(t, "a role in no workspace", err, apierror.CodeNotFound)
		_, err = s.Accounts.Member(ctx, in.Workspace, stranger)
		wantCode(t, "a stranger as a member", err, apierror.CodeNotFound)
		wantCode(t, "the end of a stranger", s.Accounts.RemoveMember(ctx, in.Workspace, stranger, true), apierror.CodeNotFound)
		wantCode(t, "the end of the last owner", s.Accounts.RemoveMember(ctx, in.Workspace, in.Owner, true),
			apierror.CodeLastOwnerConflict)
		_, err = s.Accounts.SetRole(ctx, in.Workspace, in.Owner, accounts.Member)
		wantCode(t, "another role for the last owner", err, apierror.CodeLastOwnerConflict)
		if m, err := s.Accounts.SetRole(ctx, in.Workspace, in.Owner, accounts.Owner); err != nil || m.Role != accounts.Owner {
			t.Errorf("the same role: %+v, %v", m, err)
		}
	})
}

func TestSessionsOfTwoWeeksEndInSpiteOfUse(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := t.Context()
		modelstest.Install(t, s, 0)
		in, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		modelstest.Must(t, err)
		for day := range 27 {
			clock.Add(12 * time.Hour)
			if _, err := s.Accounts.FindSession(ctx, in.Token); err != nil {
				t.Fatalf("after %d half days of use: %v", day+1, err)
			}
		}
		clock.Add(12 * time.Hour)
		_, err = s.Accounts.FindSession(ctx, in.Token)
		wantCode(t, "a session of two weeks", err, apierror.CodeUnauthenticated)
	})
}

func TestSessionsAreFoundByTheirTokenAlone(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 0)
		first, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		modelstest.Must(t, err)
		second, err := s.Accounts.SignIn(ctx, "owner@example.com", modelstest.Password)
		modelstest.Must(t, err)
		for name, token := range map[string]string{"empty": "", "an id": first.SessionID, "cut": first.Token[1:]} {
			_, err := s.Accounts.FindSession(ctx, token)
			wantCode(t, "a token that is "+name, err, apierror.CodeUnauthenticated)
		}
		modelstest.Must(t, s.Accounts.EndSession(ctx, first.SessionID))
		modelstest.Must(t, s.Accounts.EndSession(ctx, first.SessionID))
		_, err = s.Accounts.FindSession(ctx, first.Token)
		wantCode(t, "a session that ended", err, apierror.CodeUnauthenticated)
		clock.Add(time.Hour)
		found, err := s.Accounts.FindSession(ctx, second.Token)
		modelstest.Must(t, err)
		want := []accounts.Membership{{WorkspaceID: in.Workspace, Name: "First", Role: accounts.Owner, Zone: "UTC"}}
		if diff := cmp.Diff(want, found.Workspaces); diff != "" || found.Token != "" {
			t.Errorf("the session shows its token, or its workspaces differ (-want +got):\n%s", diff)
		}
		if found.User.PasswordHash != "" {
			t.Error("a session carries the hash of a password")
		}
	})
}

func TestEmailsAreTakenInAnyCase(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		modelstest.Install(t, s, 0)
		_, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: " OWNER@example.com", Name: "Second",
			Password: modelstest.Password})
		if err == nil || apierror.Is(err, apierror.CodeInternalError) {
			t.Errorf("an e-mail that is taken: %v", err)
		}
	})
}

func wantCode(t *testing.T, what string, err error, code apierror.Code) {
	t.Helper()
	if !apierror.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// TestNamesOfMembersAlone: of people who are no members nothing is said.
func TestNamesOfMembersAlone(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		for _, tt := range []struct {
			workspace string
			of        []string
			want      int
		}{{in.Workspace, nil, 0}, {in.Workspace, []string{in.Owner, db.NewID()}, 1}, {db.NewID(), []string{in.Owner}, 0}} {
			names, err := s.Accounts.MemberNames(t.Context(), tt.workspace, tt.of)
			if modelstest.Must(t, err); names == nil || len(names) != tt.want || tt.want == 1 && names[in.Owner] != "Owner" {
				t.Errorf("names of %v: %v", tt.of, names)
			}
		}
	})
}
