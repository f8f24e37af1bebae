package accounts_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

func TestKeysLiveAndEnd(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 5)
		soon := clock.Now().Add(time.Hour)
		k, text, err := s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "ci", CreatedBy: in.Owner,
			Scopes: []accounts.Scope{accounts.MediaRead}, Expires: &soon})
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^sd_[0-9A-Za-z]{57}$`).MatchString(text) || k.Prefix != text[:11] {
			t.Errorf("key %q with prefix %q", text, k.Prefix)
		}
		found, err := s.Accounts.FindKey(ctx, text)
		if err != nil || found.WorkspaceID != in.Workspace || found.Balance != 5 {
			t.Fatalf("the key speaks for its workspace: %+v, %v", found, err)
		}
		for _, wrong := range []string{"", "sd_", text + "a", text[:len(text)-1], strings.ToUpper(text), "sd_" + strings.Repeat("a", 57)} {
			_, err := s.Accounts.FindKey(ctx, wrong)
			wantReason(t, err, "unknown")
		}
		clock.Add(2 * time.Hour)
		_, err = s.Accounts.FindKey(ctx, text)
		wantReason(t, err, "expired")
		first, err := s.Accounts.RevokeKey(ctx, in.Workspace, k.ID)
		if err != nil {
			t.Fatal(err)
		}
		clock.Add(time.Minute)
		again, err := s.Accounts.RevokeKey(ctx, in.Workspace, k.ID)
		if err != nil || *again.RevokedAt != *first.RevokedAt {
			t.Errorf("revoking again: %v at %v, first at %v", err, again, first)
		}
		_, err = s.Accounts.FindKey(ctx, text)
		wantReason(t, err, "revoked")
	})
}

func wantReason(t testing.TB, err error, reason string) {
	t.Helper()
	modelstest.WantCode(t, err, apierror.CodeInvalidCredential)
	if got := apierror.From(err).Details["reason"]; got != reason {
		t.Errorf("reason %v, want %s", got, reason)
	}
}

func TestAtMostFiftyLiveKeys(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		create := func(int) error {
			_, _, err := s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner})
			return err
		}
		if got := modelstest.Outcomes(modelstest.AtOnce(56, create)); got["ok"] != 50 || got[apierror.CodeLimitExceeded] != 6 {
			t.Errorf("56 at once gave %v", got)
		}
	})
}

func TestRecordListsPageByKeyset(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		for range 7 {
			if _, _, err := s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner}); err != nil {
				t.Fatal(err)
			}
		}
		seen, last := map[string]bool{}, "~"
		page := db.PageRequest{Limit: 3}
		for {
			p, err := s.Accounts.Keys(ctx, in.Workspace, page)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range p.Items {
				if seen[k.ID] || k.ID >= last {
					t.Errorf("key %s after %s, seen %v", k.ID, last, seen[k.ID])
				}
				seen[k.ID], last = true, k.ID
			}
			if page.Cursor = p.NextCursor; page.Cursor == "" {
				break
			}
			_, _, _ = s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "new while reading", CreatedBy: in.Owner})
		}
		if len(seen) != 7 {
			t.Errorf("%d keys were listed, want the 7 that were there", len(seen))
		}
		p, _ := s.Accounts.Keys(ctx, in.Workspace, db.PageRequest{Limit: 1})
		_, err := s.Billing.Ledger(ctx, in.Workspace, db.PageRequest{Limit: 1, Cursor: p.NextCursor})
		modelstest.WantCode(t, err, apierror.CodeInvalidInput)
		_, err = s.Accounts.Keys(ctx, db.NewID(), db.PageRequest{Limit: 1, Cursor: p.NextCursor})
		modelstest.WantCode(t, err, apierror.CodeInvalidInput)
	})
}

// TestKeysOfFormerMembers: keys outlive the membership of who made them, are shown as such, and go in one step, or with
// the member.
func TestKeysOfFormerMembers(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		join := func(email string) (user, key string) {
			_, token, err := s.Accounts.CreateInvite(ctx, in.Workspace, email, accounts.Owner, in.Owner)
			modelstest.Must(t, err)
			p, err := s.Accounts.AcceptInvite(ctx, token, "P", modelstest.Password)
			modelstest.Must(t, err)
			_, key, err = s.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: email, CreatedBy: p.User.ID})
			modelstest.Must(t, err)
			return p.User.ID, key
		}
		stays, kept := join("stays@example.com")
		first, firstKey := join("first@example.com")
		second, secondKey := join("second@example.com")
		if n, err := s.Accounts.CountLiveKeys(ctx, in.Workspace, second); err != nil || n != 1 {
			t.Errorf("%d keys of the second, %v", n, err)
		}
		modelstest.Must(t, s.Accounts.RemoveMember(ctx, in.Workspace, first, false))
		modelstest.Must(t, s.Accounts.RemoveMember(ctx, in.Workspace, second, true))
		works := func(text string) bool { _, err := s.Accounts.FindKey(ctx, text); return err == nil }
		if !works(kept) || !works(firstKey) || works(secondKey) {
			t.Errorf("kept %v, first %v, second %v", works(kept), works(firstKey), works(secondKey))
		}
		page, err := s.Accounts.Keys(ctx, in.Workspace, db.PageRequest{Limit: 10})
		modelstest.Must(t, err)
		for _, k := range page.Items {
			if k.CreatorLeft != (k.CreatedBy != stays) {
				t.Errorf("%s: creator left %v", k.Name, k.CreatorLeft)
			}
		}
		if n, err := s.Accounts.KeysOfFormerMembers(ctx, in.Workspace); err != nil || n != 1 {
			t.Errorf("%d live keys of former members, %v", n, err)
		}
		if n, err := s.Accounts.RevokeKeysOfFormerMembers(ctx, in.Workspace); err != nil || n != 1 {
			t.Errorf("revoked %d, %v", n, err)
		}
		if works(firstKey) || !works(kept) {
			t.Errorf("afterwards: first %v, kept %v", works(firstKey), works(kept))
		}
	})
}
