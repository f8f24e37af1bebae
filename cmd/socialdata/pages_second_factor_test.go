package main

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"socialdata/internal/testkit"
)

// appCode returns what a person's app shows at a time.
func appCode(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(strings.ReplaceAll(secret, " ", ""), at)
	testkit.Must(t, err)
	return code
}

// TestSecondFactor sets one up, signs in with it and with a recovery code, and switches it off.
func TestSecondFactor(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/account")
		b.press("Set it up")
		b.accessible()
		b.fill("current", "not the password")
		b.press("Set it up")
		b.reads("This is not your password")
		b.fill("current", testPassword)
		b.press("Set it up")
		b.reads("Scan this with the app")
		b.accessible()
		b.until("the QR code", `(i => i.complete && i.naturalWidth >= 200)(document.querySelector(".qr"))`)
		secret := evaluate[string](b, `document.querySelector("main code").textContent`)
		b.fill("code", "000000")
		b.press("Switch it on")
		b.reads("not the code that the app shows now")
		b.accessible()
		used := appCode(t, secret, time.Now())
		b.fill("code", used)
		b.press("Switch it on")
		b.reads("Recovery codes", "Each stands for a code of the app, once")
		b.accessible()
		recovery := evaluate[string](b, `[...document.querySelectorAll(".secret code")].map(e => e.textContent).join(" ")`)
		if n := len(strings.Fields(recovery)); n != 10 {
			t.Errorf("%d recovery codes", n)
		}
		b.visit("/account/second-factor")
		b.reads("It is on. 10 recovery codes left.")
		b.lacks(strings.Fields(recovery)[0])
		b.accessible()

		other := h.open(t)
		other.visit("/account/second-factor") // is where the sign-in leads
		other.fill("email", "owner@example.com")
		other.fill("password", testPassword)
		other.press("Sign in")
		other.reads("Enter a code", "Your password was right")
		other.accessible()
		other.fill("code", used)
		other.press("Sign in")
		other.reads("This code is wrong or was used before")
		other.accessible()
		other.fill("code", strings.Fields(recovery)[4])
		other.press("Sign in")
		other.reads("9 recovery codes left")
		h.clock.back(-time.Minute)
		other.fill("current", testPassword)
		other.fill("code", "000000")
		other.press("Switch it off")
		other.reads("This code is wrong or was used before. Nothing was changed.")
		other.accessible()
		other.fill("current", testPassword)
		other.fill("code", appCode(t, secret, time.Now().Add(time.Minute)))
		other.press("Switch it off")
		other.reads("The second factor is switched off.")
		last := h.open(t)
		last.signIn("owner@example.com")
		last.reads("Overview")
	})
}

// TestStaffSetTheirFactorUp: a member of support is led there before any support page.
func TestStaffSetTheirFactorUp(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"STAFF_TOTP": "true"})
	h.owner()
	h.support()
	b := h.open(t)
	b.signIn("support@example.com")
	b.reads("Support pages need a second factor", "Set it up")
	b.accessible()
	b.fill("current", testPassword)
	b.press("Set it up")
	b.fill("code", appCode(t, evaluate[string](b, `document.querySelector("main code").textContent`), time.Now()))
	b.press("Switch it on")
	b.press("I have kept them")
	b.visit("/support")
	b.reads("Failed imports")
}
