package accounts_test

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
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

// TestAChangeOfAKey changes what it names, in its own workspace, and nothing else.
func TestAChangeOfAKey(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		k, _, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "before", CreatedBy: in.Owner, KeyBounds: accounts.KeyBounds{DailyCredits: new(int64(1)), MonthlyCredits: new(int64(2))}})
		modelstest.Must(t, err)
		networks := []netip.Prefix{netip.MustParsePrefix("203.0.113.7/24"), netip.MustParsePrefix("203.0.113.9/24"), netip.MustParsePrefix("2001:db8::/32")}
		said := func(k *accounts.KeyView) string {
			number := func(n *int64) int64 {
				if n == nil {
					return -1
				}
				return *n
			}
			return fmt.Sprint(k.Name, " ", number(k.DailyCredits), " ", number(k.MonthlyCredits), " ", k.Networks())
		}
		for _, step := range []struct {
			change accounts.KeyChange
			want   string
		}{
			{accounts.KeyChange{}, "before 1 2 []"},
			{accounts.KeyChange{Name: new("after")}, "after 1 2 []"},
			{accounts.KeyChange{Daily: &accounts.Mark{To: new(int64(3))}}, "after 3 2 []"},
			{accounts.KeyChange{Monthly: &accounts.Mark{}}, "after 3 -1 []"},
			{accounts.KeyChange{Networks: &networks}, "after 3 -1 [203.0.113.0/24 2001:db8::/32]"},
		} {
			_, err := s.Accounts.ChangeKey(t.Context(), db.NewID(), k.ID, step.change)
			modelstest.WantCode(t, err, apierror.CodeNotFound)
			got, err := s.Accounts.ChangeKey(t.Context(), in.Workspace, k.ID, step.change)
			if modelstest.Must(t, err); said(got) != step.want {
				t.Errorf("the key is %s, want %s", said(got), step.want)
			}
		}
	})
}

// TestKeysWorkFromTheirNetworks, however an address is written; what cannot be read allows nobody.
func TestKeysWorkFromTheirNetworks(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]string{
		"":                           {"203.0.113.7", "198.51.100.1", "fe80::1%eth0"},
		"203.0.113.0/24":             {"203.0.113.7", "::ffff:203.0.113.7"},
		"198.51.100.0/24 fe80::/10":  {"198.51.100.1", "fe80::1%eth0"},
		"unreadable":                 nil,
		"unreadable 198.51.100.1/32": {"198.51.100.1"},
	} {
		k := accounts.APIKey{NetworkList: list}
		for _, from := range []string{"203.0.113.7", "::ffff:203.0.113.7", "198.51.100.1", "fe80::1%eth0"} {
			allowed := slices.Contains(want, from) || list == ""
			if k.Allows(netip.MustParseAddr(from)) != allowed {
				t.Errorf("%q allows %s: %v", list, from, !allowed)
			}
		}
	}
}

// TestUseOfAKeyIsWrittenOnceAMinute.
func TestUseOfAKeyIsWrittenOnceAMinute(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		_, text, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "ci", CreatedBy: in.Owner})
		modelstest.Must(t, err)
		used := func() int64 {
			t.Helper()
			_, err := s.Accounts.FindKey(t.Context(), text)
			modelstest.Must(t, err)
			k, err := s.Accounts.FindKey(t.Context(), text)
			if modelstest.Must(t, err); k.LastUsedAt == nil {
				t.Fatal("the use is not written")
			}
			return *k.LastUsedAt
		}
		first := used()
		clock.Add(time.Second)
		if again := used(); again != first {
			t.Error("a second later it is written again")
		}
		clock.Add(time.Hour)
		if later := used(); later < first+time.Hour.Microseconds() {
			t.Error("an hour later it is not written")
		}
	})
}

// TestKeysAreNamedByID: names are read of those keys alone that are asked for and are the workspace's, revoked ones as well.
func TestKeysAreNamedByID(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		k, _, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "nightly", CreatedBy: in.Owner})
		modelstest.Must(t, err)
		modelstest.Run(t, s, "UPDATE api_keys SET revoked_at = 1")
		for _, tt := range []struct {
			workspace string
			of        []string
			want      map[string]string
		}{{in.Workspace, nil, map[string]string{}}, {in.Workspace, []string{k.ID, db.NewID()}, map[string]string{k.ID: "nightly"}}, {db.NewID(), []string{k.ID}, map[string]string{}}} {
			names, err := s.Accounts.KeyNames(t.Context(), tt.workspace, tt.of)
			if modelstest.Must(t, err); !maps.Equal(names, tt.want) || names == nil {
				t.Errorf("names of %v: %v", tt.of, names)
			}
		}
	})
}
