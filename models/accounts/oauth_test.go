package accounts_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

const backTo = "https://program.example/back"

// letIn is a person's consent that the program "program" reads media.
func letIn(t *testing.T, s *models.Store, in modelstest.Installed, userID string) accounts.Exchange {
	t.Helper()
	code, err := s.Accounts.SaveConsent(t.Context(), accounts.Consent{WorkspaceID: in.Workspace, UserID: userID, ClientID: "program", ClientName: "Program",
		RedirectURI: backTo, Challenge: "challenge", Scopes: []accounts.Scope{accounts.MediaRead}, Daily: new(int64(7))})
	modelstest.Must(t, err)
	return accounts.Exchange{Code: code, ClientID: "program", RedirectURI: backTo, Verified: func(challenge string) bool { return challenge == "challenge" }}
}

// grant is what the program gets for a consent.
func grant(t *testing.T, s *models.Store, e accounts.Exchange) *accounts.Tokens {
	t.Helper()
	tokens, err := s.Accounts.ExchangeCode(t.Context(), e)
	if modelstest.Must(t, err); tokens == nil {
		t.Fatal("the program gets no tokens")
	}
	return tokens
}

// TestACodeIsExchangedByItsProgramAlone: soon, with the proof, by the address that it was sent to, while the person may let programs act.
func TestACodeIsExchangedByItsProgramAlone(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		for name, change := range map[string]func(*accounts.Exchange){
			"another code":    func(e *accounts.Exchange) { e.Code = "unknown" },
			"another program": func(e *accounts.Exchange) { e.ClientID = "another" },
			"another address": func(e *accounts.Exchange) { e.RedirectURI = "https://other.example/" },
			"no proof":        func(e *accounts.Exchange) { e.Verified = func(string) bool { return false } },
			"too late":        func(*accounts.Exchange) { clock.Add(accounts.CodeLife) },
		} {
			e := letIn(t, s, in, in.Owner)
			change(&e)
			if tokens, err := s.Accounts.ExchangeCode(t.Context(), e); tokens != nil || err != nil {
				t.Errorf("%s: %v, %v", name, tokens, err)
			}
		}
		for role, want := range map[accounts.Role]bool{accounts.Member: false, accounts.Editor: true} {
			tokens, err := s.Accounts.ExchangeCode(t.Context(), letIn(t, s, in, join(t, s, in.Workspace, string(role)+"@example.com", role).User.ID))
			if modelstest.Must(t, err); (tokens != nil) != want {
				t.Errorf("a %s lets a program in: %v", role, tokens != nil)
			}
		}
		left := join(t, s, in.Workspace, "left@example.com", accounts.Editor).User.ID
		modelstest.Must(t, s.Accounts.RemoveMember(t.Context(), in.Workspace, left, false))
		if tokens, err := s.Accounts.ExchangeCode(t.Context(), letIn(t, s, in, left)); tokens != nil || err != nil {
			t.Errorf("of one who has left: %v, %v", tokens, err)
		}
	})
}

// TestAGrantIsAKeyForAnHour: it may do what the person allowed, and its next tokens replace the ones before.
func TestAGrantIsAKeyForAnHour(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		first := grant(t, s, letIn(t, s, in, in.Owner))
		k, err := s.Accounts.FindKey(t.Context(), first.Access)
		if modelstest.Must(t, err); k.WorkspaceID != in.Workspace || k.CreatedBy != in.Owner || k.Name != "Program" || *k.DailyCredits != 7 || k.ScopeList != string(accounts.MediaRead) ||
			first.Access[:len(k.Prefix)] != k.Prefix || len(first.Scopes) != 1 {
			t.Errorf("the key is %+v, with %v", k, first.Scopes)
		}
		if _, err := s.Accounts.FindKey(t.Context(), first.Refresh); err == nil {
			t.Error("the refresh token works as a key")
		}
		clock.Add(accounts.AccessLife)
		_, err = s.Accounts.FindKey(t.Context(), first.Access)
		wantReason(t, err, "expired")
		if of, err := s.Accounts.RefreshTokens(t.Context(), first.Refresh, "another"); of != nil || err != nil {
			t.Errorf("another program refreshes: %v, %v", of, err)
		}
		second, err := s.Accounts.RefreshTokens(t.Context(), first.Refresh, "program")
		if modelstest.Must(t, err); second == nil || len(second.Scopes) != 1 {
			t.Fatalf("refreshed: %+v", second)
		}
		now, err := s.Accounts.FindKey(t.Context(), second.Access)
		if modelstest.Must(t, err); now.ID != k.ID || second.Access[:len(now.Prefix)] != now.Prefix {
			t.Errorf("refreshed, it is another key: %+v", now)
		}
		_, err = s.Accounts.FindKey(t.Context(), first.Access)
		wantReason(t, err, "unknown")
		v, err := s.Accounts.Key(t.Context(), in.Workspace, k.ID)
		if modelstest.Must(t, err); v.ClientID == nil || *v.ClientID != "program" || v.State(clock.Now().Add(accounts.RefreshLife-time.Minute)) != accounts.KeyActive ||
			v.State(clock.Now().Add(accounts.RefreshLife)) != accounts.KeyExpired {
			t.Errorf("the owner sees %+v", v)
		}
		if plain := (accounts.KeyView{APIKey: v.APIKey}); plain.State(clock.Now().Add(accounts.AccessLife)) != accounts.KeyExpired {
			t.Error("a key without a program outlives its end")
		}
		v.RevokedAt = new(db.Micros(clock.Now()))
		if state := v.State(clock.Now()); state != accounts.KeyRevoked {
			t.Errorf("revoked, it is %s", state)
		}
		clock.Add(accounts.RefreshLife + time.Second)
		if of, err := s.Accounts.RefreshTokens(t.Context(), second.Refresh, "program"); of != nil || err != nil {
			t.Errorf("too late: %v, %v", of, err)
		}
	})
}

// TestWhatIsUsedTwiceEndsItsGrant: a code and a refresh token that somebody has stolen. A program ends its own grants only.
func TestWhatIsUsedTwiceEndsItsGrant(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		other := grant(t, s, letIn(t, s, in, in.Owner))
		refresh := func(tokens *accounts.Tokens) *accounts.Tokens {
			t.Helper()
			next, err := s.Accounts.RefreshTokens(t.Context(), tokens.Refresh, "program")
			modelstest.Must(t, err)
			return next
		}
		for name, end := range map[string]func(e accounts.Exchange, tokens *accounts.Tokens){
			"the code again": func(e accounts.Exchange, _ *accounts.Tokens) {
				tokens, err := s.Accounts.ExchangeCode(t.Context(), e)
				if modelstest.Must(t, err); tokens != nil {
					t.Error("a code is good for two")
				}
			},
			"the refresh token again": func(_ accounts.Exchange, tokens *accounts.Tokens) {
				if refresh(tokens) == nil || refresh(tokens) != nil {
					t.Error("a refresh token is good for two")
				}
			},
			"the access token is revoked": func(_ accounts.Exchange, tokens *accounts.Tokens) {
				modelstest.Must(t, s.Accounts.RevokeToken(t.Context(), tokens.Access, "program"))
			},
			"the refresh token is revoked": func(_ accounts.Exchange, tokens *accounts.Tokens) {
				modelstest.Must(t, s.Accounts.RevokeToken(t.Context(), tokens.Refresh, "program"))
			},
		} {
			e := letIn(t, s, in, in.Owner)
			tokens := grant(t, s, e)
			k, err := s.Accounts.FindKey(t.Context(), tokens.Access)
			modelstest.Must(t, err)
			modelstest.Must(t, s.Accounts.RevokeToken(t.Context(), tokens.Access, "another"))
			if v, err := s.Accounts.Key(t.Context(), in.Workspace, k.ID); err != nil || v.RevokedAt != nil {
				t.Errorf("another program ends it: %+v, %v", v, err)
			}
			end(e, tokens)
			if v, err := s.Accounts.Key(t.Context(), in.Workspace, k.ID); err != nil || v.RevokedAt == nil || refresh(tokens) != nil {
				t.Errorf("%s: the grant goes on: %+v, %v", name, v, err)
			}
		}
		if _, err := s.Accounts.FindKey(t.Context(), other.Access); err != nil || refresh(other) == nil {
			t.Errorf("another grant has ended: %v", err)
		}
	})
}

// TestAPersonWhoLosesTheRightEndsTheirPrograms, and what they allowed before a program asked for it.
func TestAPersonWhoLosesTheRightEndsTheirPrograms(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		stays := grant(t, s, letIn(t, s, in, in.Owner))
		for name, lose := range map[string]func(user string) error{
			"demoted": func(user string) error {
				_, err := s.Accounts.SetRole(t.Context(), in.Workspace, user, accounts.Member)
				return err
			},
			"removed": func(user string) error { return s.Accounts.RemoveMember(t.Context(), in.Workspace, user, false) },
		} {
			user := join(t, s, in.Workspace, name+"@example.com", accounts.Editor).User.ID
			waiting, tokens := letIn(t, s, in, user), grant(t, s, letIn(t, s, in, user))
			_, err := s.Accounts.SetRole(t.Context(), in.Workspace, user, accounts.Owner)
			modelstest.Must(t, err)
			_, err = s.Accounts.FindKey(t.Context(), tokens.Access)
			modelstest.Must(t, err)
			modelstest.Must(t, lose(user))
			_, err = s.Accounts.FindKey(t.Context(), tokens.Access)
			wantReason(t, err, "revoked")
			if next, err := s.Accounts.RefreshTokens(t.Context(), tokens.Refresh, "program"); next != nil || err != nil {
				t.Errorf("%s: %v, %v", name, next, err)
			}
			if n := modelstest.CountRows(t, s, "oauth_codes WHERE grant_id IS NULL"); n != 0 {
				t.Errorf("%s: %d codes may still be exchanged", name, n)
			}
			if tokens, err := s.Accounts.ExchangeCode(t.Context(), waiting); tokens != nil || err != nil {
				t.Errorf("%s: %v, %v", name, tokens, err)
			}
		}
		_, err := s.Accounts.FindKey(t.Context(), stays.Access)
		modelstest.Must(t, err)
		modelstest.Run(t, s, "UPDATE members SET role = 'member'") // as support might, without a thought of programs
		if next, err := s.Accounts.RefreshTokens(t.Context(), stays.Refresh, "program"); next != nil || err != nil {
			t.Errorf("a program goes on without the right: %v, %v", next, err)
		}
	})
}

// TestProgramsAreBounded: the grants of a workspace that are alive, and the programs that registered themselves.
func TestProgramsAreBounded(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 5)
		for range accounts.MaxLiveKeys {
			grant(t, s, letIn(t, s, in, in.Owner))
		}
		_, err := s.Accounts.ExchangeCode(t.Context(), letIn(t, s, in, in.Owner))
		modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
		clock.Add(accounts.RefreshLife)
		tokens := grant(t, s, letIn(t, s, in, in.Owner)) // the others have ended
		for range 2 {
			clock.Add(accounts.RefreshLife - time.Minute)
			if tokens, err = s.Accounts.RefreshTokens(t.Context(), tokens.Refresh, "program"); tokens == nil || err != nil {
				t.Fatalf("%v, %v", tokens, err)
			}
		}
		if n := modelstest.CountRows(t, s, "oauth_refresh_tokens WHERE grant_id = (SELECT MAX(id) FROM oauth_grants)"); n != 2 {
			t.Errorf("%d refresh tokens are kept, want the last two", n)
		}
		clients := make([]accounts.OAuthClient, accounts.MaxClients-1)
		for n := range clients {
			clients[n] = accounts.OAuthClient{ID: db.NewID(), Redirects: "[]"}
		}
		modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return tx.CreateInBatches(&clients, 1000).Error }))
		c, err := s.Accounts.RegisterClient(t.Context(), "Program", []string{backTo})
		modelstest.Must(t, err)
		if found, err := s.Accounts.FindClient(t.Context(), c.ID); err != nil || found.Name != "Program" || len(found.RedirectURIs()) != 1 || found.RedirectURIs()[0] != backTo {
			t.Errorf("%+v, %v", found, err)
		}
		clock.Add(time.Hour)
		_, err = s.Accounts.SaveConsent(t.Context(), accounts.Consent{WorkspaceID: in.Workspace, UserID: in.Owner, ClientID: c.ID})
		modelstest.Must(t, err)
		if found, err := s.Accounts.FindClient(t.Context(), c.ID); err != nil || found.UsedAt <= c.UsedAt {
			t.Errorf("a program that was let in is as old as before: %+v, %v", found, err)
		}
		_, err = s.Accounts.RegisterClient(t.Context(), "Program", nil)
		modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
	})
}
