package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

// TestCreateAndRevokeKey shows a key once, that it works, and that it does not when it was revoked.
func TestCreateAndRevokeKey(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/keys")
		b.reads("No keys yet")
		b.until("a first key for everything", `document.querySelectorAll("[name=scopes]").length > 0 && !document.querySelector("[name=scopes]:not(:checked)")`)
		b.accessible()
		b.fill("name", "ci")
		b.click("Limits Budget, networks, expiry")
		b.fill("days", "0")
		b.unchecked()
		b.press("Create key")
		b.reads("whole number from 1 to")
		b.accessible()
		b.fill("days", "30")
		b.tick("scopes", "references:read")
		b.press("Create key")
		b.reads("Key “ci” made", "not be shown again", "Everything", "in 30 days")
		b.accessible()
		key := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		if got := h.status("/v1/references", key); got != http.StatusOK {
			t.Errorf("the new key answers %d", got)
		}
		b.visit("/w/" + w + "/keys")
		b.reads("ci")
		b.lacks(key)
		b.run(chromedp.EmulateViewport(390, 844))
		b.until("room for a thumb between what changes a key", `(([one, other]) => other.left - one.right >= 24 && Math.min(one.height, other.height) >= 40)([...document.querySelectorAll("td .sides a")].map(a => a.getBoundingClientRect()))`)
		b.run(chromedp.EmulateViewport(1280, 900))
		b.press("Limits")
		b.fill("daily", "many")
		b.unchecked()
		b.press("Save")
		b.reads("Enter a whole number from 0 to")
		b.accessible()
		b.fill("daily", "12")
		b.fill("networks", "127.0.0.0/8, ::1")
		b.press("Save")
		b.reads("The limits of key “ci” are changed", "0 of 12 credits a day", "Only from 127.0.0.0/8, ::1/128")
		b.press("Revoke")
		b.reads("Revoke key “ci”?", "Requests with it will fail from now on")
		b.accessible()
		b.press("Revoke the key")
		b.reads("Key “ci” is revoked", "Revoked")
		if got := h.status("/v1/references", key); got != http.StatusUnauthorized {
			t.Errorf("the revoked key answers %d", got)
		}
	})
}

// TestReadOnlyKey begins a key at the preset that spends nothing.
func TestReadOnlyKey(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/keys")
		b.fill("name", "agent")
		b.press("Read only")
		b.press("Create key")
		b.reads("Key “agent” made", "5 scopes beside lookups", "Spends nothing")
		b.accessible()
		key := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		if got := h.status("/v1/items/lookup?maxAge=0&url=https://youtu.be/g6QYSy6P-nW", key); got != http.StatusPaymentRequired {
			t.Errorf("a lookup answers %d", got)
		}
	})
}

// TestOwnersMakeATestKey ticks the box, sees the mark in the list, and follows the link to what test keys ask.
func TestOwnersMakeATestKey(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/keys")
		b.fill("name", "trial")
		evaluate[any](b, `document.getElementById("test").click()`)
		b.press("Create key")
		b.reads("Key “trial” made", "sdt_", "Test")
		b.accessible()
		key := evaluate[string](b, `document.querySelector(".secret code").textContent`)
		if got := h.status("/v1/items/lookup?url=https://www.youtube.com/watch?v=test-credit", key); !strings.HasPrefix(key, "sdt_") || got != http.StatusPaymentRequired {
			t.Errorf("the key %q answers %d", key, got)
		}
		b.visit("/docs/test-links")
		b.reads("test-credit", "insufficient_credits", "Errors without a link", "webhooks.invalid")
		b.run(chromedp.EmulateViewport(1280, 900))
		b.until("links within their column", `[...document.querySelectorAll("th code")].every((c) => c.getBoundingClientRect().right <= c.closest("th").getBoundingClientRect().right)`)
		b.accessible()
	})
}

// status asks the API with a key.
func (h *testProgram) status(path, key string) int {
	h.t.Helper()
	req, err := http.NewRequest(http.MethodGet, h.base+path, nil)
	testkit.Must(h.t, err)
	req.Header.Set("Authorization", "Bearer "+key)
	r, err := http.DefaultClient.Do(req)
	testkit.Must(h.t, err)
	defer r.Body.Close()
	var body any
	testkit.Must(h.t, json.NewDecoder(r.Body).Decode(&body))
	return r.StatusCode
}

// TestMemberCannotSeeKeys holds that a page for owners says so.
func TestMemberCannotSeeKeys(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.member(w, "member@example.com")
		b := h.open(t)
		b.signIn("member@example.com")
		b.visit("/w/" + w + "/keys")
		b.reads("Only owners can see this")
		b.accessible()
		b.visit("/w/" + db.NewID())
		b.reads("Page not found")
		b.accessible()
	})
}

// member adds a member to a workspace.
func (h *testProgram) member(workspace, email string) {
	h.t.Helper()
	_, token, err := h.p.store.Accounts.CreateInvite(h.t.Context(), workspace, email, accounts.Member, "")
	testkit.Must(h.t, err)
	name := strings.ToUpper(email[:1]) + email[1:strings.Index(email, "@")]
	_, err = h.p.store.Accounts.AcceptInvite(h.t.Context(), token, name, testPassword)
	testkit.Must(h.t, err)
}
