package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/web"
	"socialdata/web/webtest"
)

const wrongPassword = "not the right passphrase"

// passwordDoors are the places that take the password of the site's owner; each gives the status of a wrong one.
func passwordDoors(t *testing.T, s *webtest.Site) map[string]func() int {
	t.Helper()
	origin := map[string]string{"Origin": webtest.Origin}
	form := func(path string, as map[string]string, pairs ...string) int {
		values := url.Values{}
		for n := 0; n < len(pairs); n += 2 {
			values.Set(pairs[n], pairs[n+1])
		}
		header := map[string]string{"Origin": webtest.Origin, "Content-Type": "application/x-www-form-urlencoded"}
		for k, v := range as {
			header[k] = v
		}
		return s.Do("POST", path, values.Encode(), header).Status
	}
	invite := func() string {
		_, token, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, webtest.OwnerEmail, accounts.Member, s.OwnerID)
		testkit.Must(t, err)
		return token
	}
	return map[string]func() int{
		"sign-in": func() int {
			return s.Do("POST", "/v1/auth/sessions", map[string]string{"email": " Olive@example.com ", "password": wrongPassword}, origin).Status
		},
		"invite": func() int {
			body := map[string]string{"token": invite(), "name": "Guess", "password": wrongPassword}
			return s.Do("POST", "/v1/invites/accept", body, origin).Status
		},
		"sign-in page": func() int {
			return form("/sign-in", nil, "email", webtest.OwnerEmail, "password", wrongPassword)
		},
		"invite page": func() int {
			return form("/invite/"+invite(), nil, "name", "Guess", "password", wrongPassword)
		},
		"password change": func() int {
			return form("/account/password", s.AsOwner(), "current", wrongPassword, "password", "another long passphrase")
		},
	}
}

// TestEveryPlaceThatTakesAPasswordSharesOneGuard uses up the attempts of a person at one place, and finds all closed.
func TestEveryPlaceThatTakesAPasswordSharesOneGuard(t *testing.T) {
	for _, first := range []string{"sign-in", "invite", "sign-in page", "invite page", "password change"} {
		t.Run(first, func(t *testing.T) {
			s := embedded(t, webtest.Options{Rates: web.Rates{SignIn: 1000}})
			doors := passwordDoors(t, s)
			for n := range 5 {
				if got := doors[first](); got != http.StatusUnauthorized {
					t.Fatalf("attempt %d: %d", n+1, got)
				}
			}
			for name, try := range doors {
				if got := try(); got != http.StatusTooManyRequests {
					t.Errorf("%s after five failures: %d", name, got)
				}
			}
		})
	}
}

// TestGuessesAtOnceAreCountedBeforeTheCheck sends more guesses at once than are allowed.
func TestGuessesAtOnceAreCountedBeforeTheCheck(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{SignIn: 1000}}, func(t *testing.T, s *webtest.Site) {
		var mu sync.Mutex
		var all sync.WaitGroup
		got := map[int]int{}
		for range 20 {
			all.Go(func() {
				r := s.Do("POST", "/v1/auth/sessions", map[string]string{"email": webtest.OwnerEmail, "password": wrongPassword},
					map[string]string{"Origin": webtest.Origin})
				mu.Lock()
				defer mu.Unlock()
				got[r.Status]++
			})
		}
		all.Wait()
		if got[401] != 5 || got[429] != 15 {
			t.Errorf("%v", got)
		}
	})
}

// TestRightPasswordsUseUpNoAttempts signs in more often than may fail.
func TestRightPasswordsUseUpNoAttempts(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{SignIn: 1000}}, func(t *testing.T, s *webtest.Site) {
		sign := func(password string) int {
			return s.Do("POST", "/v1/auth/sessions", map[string]string{"email": webtest.OwnerEmail, "password": password},
				map[string]string{"Origin": webtest.Origin}).Status
		}
		for range 7 {
			if got := sign(webtest.Password); got != http.StatusCreated {
				t.Fatal(got)
			}
		}
		for range 4 {
			if got := sign(wrongPassword); got != http.StatusUnauthorized {
				t.Fatal(got)
			}
		}
		if got := sign(webtest.Password); got != http.StatusCreated {
			t.Errorf("the fifth, right: %d", got)
		}
		if got := sign(wrongPassword); got != http.StatusUnauthorized {
			t.Errorf("the fifth failure: %d", got)
		}
		if got := sign(webtest.Password); got != http.StatusTooManyRequests {
			t.Errorf("after five failures: %d", got)
		}
	})
}

// TestAnInviteDoesNotSayWhoHasAnAccount compares the pages of two invites, for a known and an unknown e-mail.
func TestAnInviteDoesNotSayWhoHasAnAccount(t *testing.T) {
	s := embedded(t, webtest.Options{})
	page := func(email string) string {
		_, token, err := s.Store.Accounts.CreateInvite(t.Context(), s.Workspace, email, accounts.Member, s.OwnerID)
		testkit.Must(t, err)
		r := s.Do("GET", "/invite/"+token, nil, nil)
		body := regexp.MustCompile(`\d\d:\d\d:\d\d`).ReplaceAllString(string(r.Body), "TIME") // a second may have passed between the two
		return strings.ReplaceAll(strings.ReplaceAll(body, email, "EMAIL"), token, "TOKEN")
	}
	if known, unknown := page(webtest.OwnerEmail), page("olive@example.org"); known != unknown {
		t.Errorf("known:\n%s\nunknown:\n%s", known, unknown)
	}
}
