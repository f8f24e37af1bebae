package accounts_test

import (
	"regexp"
	"strings"
	"testing"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

// TestTestKeysAreFoundAsSuchAlone: a test key is no key, and a key no test key.
func TestTestKeysAreFoundAsSuchAlone(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := t.Context()
		in := modelstest.Install(t, s, 0)
		n := accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner}
		ordinary, text, err := s.Accounts.CreateKey(ctx, n)
		modelstest.Must(t, err)
		n.Test = true
		k, test, err := s.Accounts.CreateKey(ctx, n)
		modelstest.Must(t, err)
		if !regexp.MustCompile(`^sdt_[0-9A-Za-z]{57}$`).MatchString(test) || k.Prefix != test[:12] || !k.IsTest() || ordinary.IsTest() {
			t.Errorf("key %q with prefix %q", test, k.Prefix)
		}
		if found, err := s.Accounts.FindTestKey(ctx, test); err != nil || found.ID != k.ID {
			t.Errorf("the test key: %v, %v", found, err)
		}
		for _, wrong := range []string{test, accounts.OrdinaryKeyText(test)} {
			_, err := s.Accounts.FindKey(ctx, wrong)
			wantReason(t, err, "unknown")
		}
		for _, wrong := range []string{text, "sdt_" + strings.TrimPrefix(text, "sd_"), "sdt_", test + "a", ""} {
			_, err := s.Accounts.FindTestKey(ctx, wrong)
			wantReason(t, err, "unknown")
		}
		_, err = s.Accounts.RevokeKey(ctx, in.Workspace, k.ID)
		modelstest.Must(t, err)
		_, err = s.Accounts.FindTestKey(ctx, test)
		wantReason(t, err, "revoked")
	})
}

// TestRepresentedKeys: another store knows a test key by its ordinary text, in a workspace that costs nothing and has no name of the
// real one, and follows its changes.
func TestRepresentedKeys(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := t.Context()
		limit := int64(0)
		k := accounts.APIKey{ID: "0197f3a0-0000-7000-8000-000000000001", WorkspaceID: "0197f3a0-0000-7000-8000-000000000002", CreatedBy: "0197f3a0-0000-7000-8000-000000000003",
			Name: "trial", ScopeList: "media:read", Prefix: "sdt_abcdefgh"}
		k.DailyCredits = &limit
		text := accounts.OrdinaryKeyText("sdt_" + strings.TrimPrefix(validKey(t, s), "sd_"))
		for _, scopes := range []string{"media:read", "media:read", "events:read"} {
			k.ScopeList = scopes
			modelstest.Must(t, s.Accounts.Represent(ctx, k, text))
			found, err := s.Accounts.FindKey(ctx, text)
			modelstest.Must(t, err)
			if found.ID != k.ID || found.WorkspaceID != k.WorkspaceID || found.ScopeList != scopes || found.Limited() {
				t.Errorf("represented %+v", found)
			}
			if metered, err := s.Billing.Metered(ctx, k.WorkspaceID); err != nil || metered {
				t.Errorf("a test costs credits: %v", err)
			}
		}
		metered, err := s.Billing.Metered(ctx, k.WorkspaceID)
		modelstest.Must(t, err)
		if w, err := s.Accounts.Workspace(ctx, k.WorkspaceID); err != nil || w.Name != "Test workspace" || metered {
			t.Errorf("the workspace %+v, metered %v, %v", w, metered, err)
		}
		other := k
		if other.Name = "another"; accounts.SameTestKey(k, other) || !accounts.SameTestKey(k, k) {
			t.Error("a changed name is not seen")
		}
	})
}

// validKey returns the text of a key that no longer is one.
func validKey(t *testing.T, s *models.Store) string {
	t.Helper()
	in := modelstest.Install(t, s, 0)
	k, text, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "k", CreatedBy: in.Owner})
	modelstest.Must(t, err)
	modelstest.Run(t, s, "DELETE FROM api_keys WHERE id = ?", k.ID)
	return text
}
