package main

import (
	"maps"
	"testing"
	"time"

	"socialdata/internal/issuer/issuertest"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
)

// withIssuer starts the program beside an issuer at which Ada signs in.
func withIssuer(t *testing.T, settings map[string]string) (*testProgram, *issuertest.Issuer) {
	t.Helper()
	there := issuertest.New(t)
	all := map[string]string{"OIDC_ISSUER": there.URL, "OIDC_CLIENT_ID": issuertest.ClientID, "OIDC_CLIENT_SECRET": issuertest.ClientSecret, "OIDC_NAME": "Example Identity"}
	maps.Copy(all, settings)
	return newProgram(t, all), there
}

// TestSignInAtTheIssuer: an owner who has a password also signs in at the issuer, and goes where they wanted to go.
func TestSignInAtTheIssuer(t *testing.T) {
	t.Parallel()
	h, there := withIssuer(t, map[string]string{})
	w := h.owner()
	there.Set(func(there *issuertest.Issuer) { there.Claims["email"], there.Down = "owner@example.com", true })
	b := h.open(t)
	b.visit("/w/" + w + "/members")
	b.reads("Sign in with Example Identity", "Or with a password")
	b.accessible()
	b.press("Sign in with Example Identity")
	b.reads("Example Identity does not answer now")
	b.accessible()
	there.Set(func(there *issuertest.Issuer) { there.Down = false })
	h.clock.back(-time.Minute) // it is asked again then
	b.press("Sign in with Example Identity")
	b.reads("Continue as Ada")
	b.press("Continue as Ada")
	b.reads("Members", "Olive Owner")
	if b.address() != "/w/"+w+"/members" {
		t.Errorf("the sign-in leads to %s", b.address())
	}
	b.visit("/account")
	b.reads("You sign in with Example Identity", "Change password")
	b.accessible()
	b.fill("email", "other@example.com")
	b.fill("confirm", testPassword)
	b.press("Save email")
	b.reads("Your email comes from Example Identity")
	b.accessible()
}

// TestPeopleWithoutPasswords: an invite leads to the issuer, and no page speaks of passwords.
func TestPeopleWithoutPasswords(t *testing.T) {
	t.Parallel()
	h, there := withIssuer(t, map[string]string{"PASSWORDS": "false"})
	w := h.owner()
	owner, err := h.p.store.Accounts.SignIn(t.Context(), "owner@example.com", testPassword)
	testkit.Must(t, err)
	_, token, err := h.p.store.Accounts.CreateInvite(t.Context(), w, "ada@example.com", accounts.Owner, owner.User.ID)
	testkit.Must(t, err)
	b := h.open(t)
	b.visit("/sign-in")
	b.lacks("assword")
	b.accessible()
	b.visit("/invite/" + token)
	b.reads("Join with Example Identity")
	b.lacks("assword")
	b.accessible()
	b.press("Join with Example Identity")
	b.press("Continue as Ada")
	b.reads("Overview", "Ada")
	b.visit("/w/" + w + "/members")
	b.lacks("Password link")
	b.visit("/w/" + w + "/close")
	b.lacks("assword")
	b.reads("Close First?")
	b.accessible()
	b.fill("name", "First")

	there.Set(func(there *issuertest.Issuer) {
		there.Claims["email"], there.Claims["sub"] = "eve@example.com", "eve-1"
	})
	eve := h.open(t)
	eve.visit("/sign-in")
	eve.press("Sign in with Example Identity")
	eve.press("Continue as Ada")
	eve.reads("Nobody has an account with your email here")
	eve.accessible()

	_, link, err := h.p.store.Accounts.CreatePasswordResetFor(t.Context(), "owner@example.com")
	testkit.Must(t, err)
	lost := h.open(t)
	lost.visit("/reset/" + link) // made by the operator
	lost.fill("password", "another long password")
	lost.press("Set password and sign in")
	lost.reads("Your new password is set")
}
