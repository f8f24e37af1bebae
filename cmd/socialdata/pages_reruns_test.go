package main

import (
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// alsoFailed imports a link that fails as if it were of a content of its own.
func (h *testProgram) alsoFailed(workspace, subject string) {
	h.t.Helper()
	a, err := h.p.store.Imports.Accept(h.t.Context(), imports.NewImport{WorkspaceID: workspace, SourceURL: removed, CanonicalURL: removed, Platform: content.ClipSite,
		Subject: subject, MediaProfile: imports.ProfileNone, HoldDays: 30, Tags: "[]", Key: db.NewID()}, func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
	testkit.Must(h.t, err)
	h.p.imports.Deliver(h.t.Context(), a.ID)
	h.ended(workspace, a.ID)
}

// TestSupportRunsAGroupAgainAndTells runs a group of two again, one a minute: the first runs at once, then it is paused, resumed and
// stopped. Afterwards the group is marked as mended, and its owner reads that, once.
func TestSupportRunsAGroupAgainAndTells(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		h.failed(w)
		h.alsoFailed(w, "clip_site:another")
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support/reruns")
		b.reads("No group was run again yet.")
		b.accessible()
		b.visit("/support?code=unavailable_removed")
		b.lacks("Run again")
		b.visit("/support/reruns/new?code=unavailable_removed")
		b.reads("This content has been removed", "0 of 2 failed imports run again; 2 left out: the content is removed")
		b.accessible()
		modelstest.Run(t, h.p.store, "UPDATE imports SET outcome_code = 'source_changed', cause_code = 'source_changed'")
		modelstest.Run(t, h.p.store, "UPDATE attempts SET failure_code = 'source_changed'")
		b.visit("/support/reruns/new?code=source_changed")
		b.reads("The platform's response has changed", "in 24 hours", "2 of 2 failed imports run again.")
		b.accessible()
		b.unchecked()
		b.press("Run 2 again")
		b.reads("The reason is needed.")
		b.accessible()
		b.fill("reason", "Their clips are back.")
		b.fill("perMinute", "1")
		b.press("Run 2 again")
		b.reads("The imports are running again", "of 2 imports done", "Their clips are back.", "1 import a minute")
		b.until("the first has run and failed again", `document.querySelector("#progress").innerText.includes("1 of 2 imports done") && document.querySelector("#progress").innerText.includes("Failed again")`)
		b.accessible()
		at := b.address()
		for _, step := range []struct{ button, says string }{{"Pause", "The rerun is paused"}, {"Resume", "The rerun goes on."}, {"Stop", "The rerun is stopped"}} {
			b.fill("reason", "To see what comes of it.")
			b.press(step.button)
			b.reads(step.says)
			b.accessible()
		}
		b.lacks("Pause or stop")
		b.visit("/support/reruns")
		b.reads("Stopped", "Their clips are back.")
		b.accessible()
		b.visit("/support/audit")
		b.reads("Ran failed imports again", "Paused a rerun", "Resumed a rerun", "Stopped a rerun", "…"+at[len(at)-12:])
		b.accessible()

		b.visit("/support")
		evaluate[bool](b, `document.querySelector("main table .menu").open = true`)
		b.press("Mark as mended")
		b.accessible()
		b.unchecked()
		b.press("Tell them")
		b.reads("The text is needed.")
		b.fill("text", "Clips that were taken away can be imported again.")
		b.press("Tell them")
		b.reads("The workspaces are being told")
		b.until("one was told", `document.querySelector("#told").innerText.includes("to 1 workspace") && !document.querySelector("#told").innerText.includes("so far")`)
		b.accessible()
		b.fill("text", "Once more.")
		b.press("Tell them")
		b.reads("Nobody was told again.")
		b.accessible()

		owner := h.open(t)
		owner.signIn("owner@example.com")
		owner.visit("/w/" + w)
		owner.reads("Clips that were taken away can be imported again.")
		owner.lacks("Once more.")
		owner.accessible()
		owner.visit("/w/" + w + "/audit/support")
		owner.reads("Ran failed imports again", "Their clips are back.")
		owner.accessible()
	})
}

// TestEditorRunsAllFailedImportsAgain runs all failed imports of the list again, one a minute, and pauses, resumes and stops that.
func TestEditorRunsAllFailedImportsAgain(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.failed(w)
		h.alsoFailed(w, "clip_site:another")
		modelstest.Run(t, h.p.store, "UPDATE imports SET outcome_code = 'source_changed', cause_code = 'source_changed'") // which may succeed now
		h.alsoFailed(w, "clip_site:gone")
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/imports")
		b.lacks("Run all again")
		b.visit("/w/" + w + "/imports?state=failed")
		b.press("Run all again")
		b.reads("Failed imports: 2 of 3. Left out: 1 cannot succeed", "credits in all.", "One that fails again costs nothing.", "1,000 credits")
		b.accessible()
		b.unchecked()
		b.fill("perMinute", "61")
		b.press("Run all again")
		b.reads("Enter a whole number from 1 to 60.")
		b.accessible()
		b.fill("perMinute", "1")
		b.press("Run all again")
		b.reads("The imports are running again", "of 2 imports done", "1 import a minute")
		b.until("the first has run and failed again", `document.querySelector("#progress").innerText.includes("1 of 2 imports done") && document.querySelector("#progress").innerText.includes("Failed again")`)
		b.accessible()
		for _, step := range []struct{ button, says string }{{"Pause", "Paused. What had begun goes on."}, {"Resume", "It goes on."}, {"Stop", "Stopped. What had begun goes on."}} {
			b.press(step.button)
			b.reads(step.says)
			b.accessible()
		}
		b.visit("/w/" + w + "/imports")
		b.leave(func() { b.click("Failed ones were run again") })
		b.reads("of 2 imports done")
		b.visit("/w/" + w + "/credits")
		b.reads("1,000")
	})
}
