package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/internal/content"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// support makes a support user.
func (h *testProgram) support() {
	h.t.Helper()
	_, err := h.p.store.Accounts.CreateUser(h.t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam Support", Password: testPassword, Support: true})
	testkit.Must(h.t, err)
}

// failed imports a link that fails at once, and waits until it has.
func (h *testProgram) failed(workspace string) string {
	h.t.Helper()
	id, err := h.accept(workspace, removed)
	testkit.Must(h.t, err)
	h.p.imports.Deliver(h.t.Context(), id)
	h.ended(workspace, id)
	return id
}

// accept makes an import with words of its owner, which support must not see.
func (h *testProgram) accept(workspace, link string) (string, error) {
	h.t.Helper()
	title := "A title that is nobody's business"
	found, err := h.p.lookup.ItemLink(context.Background(), link)
	testkit.Must(h.t, err)
	a, err := h.p.store.Imports.Accept(h.t.Context(), imports.NewImport{WorkspaceID: workspace, SourceURL: link, CanonicalURL: found.Canonical, Platform: found.Platform,
		Subject: content.NaturalID(found.Platform, found.LocalID), MediaProfile: imports.ProfileNone, HoldDays: 30, CustomTitle: &title, Notes: &title, Tags: "[]",
		Key: db.NewID(), RequestID: "the-request-of-the-customer"}, func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
	if err != nil {
		return "", err
	}
	return a.ID, nil
}

// ended waits until an import has ended.
func (h *testProgram) ended(workspace, id string) {
	h.t.Helper()
	h.until("the import ended", func() bool {
		i, err := h.p.store.Imports.Find(h.t.Context(), workspace, id)
		testkit.Must(h.t, err)
		return i.State.Final()
	})
}

// TestSupportFindsCauseByRequestID has what a customer tells: a request id. It leads to the cause, to all like it, and
// to a new import with a reason that the owner reads.
func TestSupportFindsCauseByRequestID(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		b := h.open(t)
		b.signIn("support@example.com")
		b.reads("No import failed in 24 hours")
		b.accessible()
		id := h.failed(w)
		b.visit("/support")
		b.reads("1 failed import in 24 hours", "This content has been removed", "unavailable_removed", "TikTok website")
		b.lacks("nobody's business")
		b.accessible()
		b.fill("find", "a-request-that-there-was-not")
		b.press("Find")
		b.reads("Nothing is known by this")
		b.accessible()
		b.fill("find", "the-request-of-the-customer")
		b.press("Find")
		b.reads("This content has been removed", "Attempt 1", "Read the source", "the-request-of-the-customer", "First with 1,000 credits")
		b.lacks("nobody's business")
		b.accessible()
		b.press("All failures like this")
		b.reads("Show all", simulator.ClipRemoved)
		b.accessible()
		b.visit("/support/imports/" + id)
		b.leave(func() { b.hit("/", 0) })
		b.until("the field that finds", `document.activeElement === document.querySelector("#find")`)
		b.visit("/support/imports/" + id)
		b.unchecked()
		b.click("Run again")
		b.press("Run it again")
		b.reads("The reason is needed.")
		b.accessible()
		b.fill("reason", "They say that it is back.")
		b.press("Run it again")
		b.reads("The import is running again", "Runs again", "Import …"+id[len(id)-12:])
		h.ended(w, strings.TrimPrefix(b.address(), "/support/imports/"))
		b.visit("/support/audit")
		b.reads("Ran an import again", "They say that it is back.", "Sam Support", "First")
		b.accessible()

		owner := h.open(t)
		owner.signIn("owner@example.com")
		owner.visit("/w/" + w + "/audit")
		owner.press("Support’s actions")
		owner.reads("Support actions in this workspace", "They say that it is back.")
		owner.accessible()
		owner.press("…" + id[len(id)-12:])
		owner.reads("This content has been removed")
		owner.visit("/support")
		owner.reads("Support staff only")
		owner.accessible()
	})
}

// apart is a condition: what a selector matches has so many pixels between one and the next, or stands in another line.
func apart(selector string, pixels int) string {
	return fmt.Sprintf(`(all => all.length > 1 && all.every((r, n) => n === 0 || r.left - all[n-1].right >= %d || r.top >= all[n-1].bottom))([...document.querySelectorAll(%q)].map(e => e.getBoundingClientRect()))`, pixels, selector)
}

// TestSupportHandlesAGroupOfFailures goes from a group to its rows, marks it as known, and finds its import by the link that
// the customer sent; the page of queues reads itself again and keeps the focus.
func TestSupportHandlesAGroupOfFailures(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		id := h.failed(w)
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support")
		b.press("This content has been removed")
		b.until("the rows in view", `location.hash === "#each" && document.getElementById("each").getBoundingClientRect().top < innerHeight`)
		b.visit("/support")
		b.run(chromedp.EmulateViewport(390, 844))
		b.until("the places apart", apart(".rail .support span", 16))
		b.until("the actions of a group apart", apart("td > .sides > a, td > .sides summary", 16))
		b.run(chromedp.EmulateViewport(1280, 900))
		b.press("Mark as known")
		b.accessible()
		b.unchecked()
		b.press("Mark as known")
		b.reads("The reason is needed.")
		b.fill("reason", "The author takes clips away; ticket 7.")
		b.fill("mendedIn", "9.9.9")
		b.press("Mark as known")
		b.reads("Nothing new failed in 24 hours", "1 known group")
		b.click("1 known group")
		b.reads("ticket 7", "Mended in 9.9.9")
		b.accessible()
		b.fill("find", removed)
		b.press("Find")
		if at := b.address(); at != "/support/imports/"+id {
			t.Errorf("the link leads to %s", at)
		}
		b.visit("/support/workspaces/" + w)
		b.reads("Ledger", "Members and keys", "No keys.", "None yet.", simulator.ClipRemoved)
		b.click("1 member")
		b.reads("Olive Owner")
		b.accessible()
		b.press("All imports")
		b.reads(simulator.ClipRemoved, "Failed")
		b.accessible()
		b.visit("/support/queues")
		b.accessible()
		evaluate[any](b, `document.querySelector("#queues a").focus(); document.querySelector("#queues time").dataset.seen = "yes"`)
		b.until("the page read again", `!document.querySelector("#queues time").dataset.seen`)
		b.until("the focus where it was", `document.activeElement === document.querySelector("#queues a")`)
		b.accessible()
	})
}

// TestSupportGrantsCreditsAndReruns finds it by an e-mail and gives it credits; the owner reads why.
func TestSupportGrantsCreditsAndReruns(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support/workspaces")
		b.fill("q", "nobody at all")
		b.press("Find")
		b.reads("No workspace matches this name")
		b.accessible()
		b.fill("q", "OWNER@example.com")
		b.press("Find")
		b.reads("First", "1,000")
		b.accessible()
		b.press("First")
		b.reads("Grant credits", "None yet.")
		b.click("Grant credits")
		b.accessible()
		b.fill("amount", "none")
		b.fill("reason", "For the outage.")
		b.press("Grant")
		b.reads("Enter a whole number of 1 or more.")
		b.accessible()
		b.fill("amount", "250")
		b.press("Grant")
		b.reads("250 credits granted.", "1,250", "For the outage.")
		b.accessible()

		owner := h.open(t)
		owner.signIn("owner@example.com")
		owner.visit("/w/" + w + "/credits")
		owner.reads("+250", "For the outage.", "initial credits", "Prices")
		owner.accessible()
	})
}

// TestSupportSwitchesRoute asks before it switches a route off for everybody, and the public page says why.
func TestSupportSwitchesRoute(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		h.owner()
		h.support()
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support/routes")
		b.reads("TikTok website", "Not called yet")
		b.accessible()
		b.press("TikTok website")
		b.click("Switch off")
		b.fill("reason", "The platform is temporarily refusing requests.")
		b.unchecked()
		b.press("Switch it off")
		b.reads("Tick this to confirm")
		b.accessible()
		b.tick("sure", "yes")
		b.press("Switch it off")
		b.reads("TikTok website is switched off for every workspace.", "The platform is temporarily refusing requests.")
		b.accessible()
		stranger := h.open(t)
		stranger.visit("/status")
		stranger.reads("Some sources are switched off", "The platform is temporarily refusing requests.")
		stranger.accessible()
		b.press("TikTok website")
		b.reads("Switch on", "Switched off")
		b.accessible()
		b.click("Switch on")
		b.fill("reason", "It is over.")
		b.press("Switch it on")
		b.reads("TikTok website is switched on.")
		b.visit("/support/queues")
		b.reads("Unfinished imports", "active")
		b.until("a worker with its places", `/\d of \d/.test(document.body.innerText)`) // some may be busy with upkeep
		b.accessible()
	})
}

// TestQueuesPageShowsUnavailableQueue opens the page while Redis is away: imports are accepted and wait.
func TestQueuesPageShowsUnavailableQueue(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{"REDIS_URL": "redis://127.0.0.1:" + freePort(t)})
	w := h.owner()
	h.support()
	b := h.open(t)
	b.signIn("support@example.com")
	_, err := h.accept(w, removed)
	testkit.Must(t, err)
	b.visit("/support/queues")
	b.reads("The queue is not responding", "until the queue responds again", "Waiting to be queued 1")
	b.accessible()
}
