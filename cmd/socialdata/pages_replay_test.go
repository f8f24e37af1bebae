package main

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/routehealth"
	"socialdata/models/support"
)

// TestSupportReadsAnswersAgain reads the answers of a group of failures and of one import again, after saying why, and downloads them.
func TestSupportReadsAnswersAgain(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		id := h.failed(w)
		h.alsoFailed(w, "clip_site:another")
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support")
		b.reads("This content has been removed", "Mark as known")
		b.lacks("Read its answers again")
		b.visit("/support/replay?code=unavailable_removed")
		b.reads("Nothing is requested, imported or charged.", "2 failed imports")
		b.accessible()
		b.unchecked()
		b.press("Read the answers again")
		b.reads("The reason is needed.")
		b.fill("reason", "To see whether the new version reads them.")
		h.platforms.Lower()
		b.press("Read the answers again")
		b.reads("0 of 2 would now succeed", "Still fails", "unavailable_removed", "Import by import")
		b.accessible()
		b.visit("/support/imports/" + id)
		b.press("Read its answers again")
		b.reads("Nothing is requested, imported or charged.", "Download them")
		b.accessible()
		b.fill("reason", "To look at them.")
		b.until("the platform's answers as a file", `(() => { const form = document.querySelector("main form.narrow"), ask = new XMLHttpRequest();
			ask.open("POST", form.querySelector("[formaction]").formAction, false);
			ask.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
			ask.send(new URLSearchParams(new FormData(form)));
			return ask.status === 200 && JSON.parse(ask.responseText)[0].request.url.startsWith("https://") })()`)
		log, err := h.p.store.Support.FilteredAudit(t.Context(), support.AuditFilter{WorkspaceID: w}, db.PageRequest{Limit: 10})
		if err != nil || len(log.Items) != 2 || log.Items[0].Action != support.ActionAnswersOpened || log.Items[1].Action != support.ActionAnswersReplayed {
			t.Errorf("the audit has %+v, %v", log, err)
		}
		b.visit("/support/replay?code=" + string(apierror.CodePolicyBlocked))
		b.fill("reason", "Nothing is there.")
		b.press("Read the answers again")
		b.reads("No answers are kept of these imports")
		b.accessible()
		b.visit("/support/audit")
		b.reads("Read answers on which imports failed again", "Opened the answers on which an import failed")
		b.accessible()
	})
}

// TestSupportReadsAnIncident has two checks fail: the incident's page says whom it concerns and what was done, and its end.
func TestSupportReadsAnIncident(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		h.support()
		checked := func(code apierror.Code, good string) {
			_, err := h.p.store.RouteHealth.SaveChecks(t.Context(), []routehealth.Check{{RouteID: "clip_site.web", Operation: "item", At: h.p.store.NowMicros(), Code: code, Detail: "missing: title", Good: good}})
			testkit.Must(t, err)
		}
		checked("", `{"id":"clip_site:1","title":"A lantern","stats":{"likes":7}}`)
		checked(apierror.CodeSourceChanged, "")
		checked(apierror.CodeSourceChanged, "")
		h.failed(w)
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support/routes/clip_site.web")
		b.lacks("Fields")
		b.click("Switch off")
		b.fill("reason", "It answers nothing.")
		b.tick("sure", "yes")
		b.press("Switch it off")
		b.reads("TikTok website is switched off", "Does not answer")
		b.accessible()
		b.leave(func() { evaluate[any](b, `document.querySelector("a[href^='/support/incidents/']").click()`) })
		b.reads("Two checks in a row", "missing: title", "1 failed import on the route in this time", "First", "3 fields", "It answers nothing.", "does not return posts that are known to exist")
		evaluate[any](b, `document.querySelector("#good + details summary").click()`)
		b.reads("A lantern", "stats.likes")
		b.accessible()
		checked("", "")
		b.visit(b.address())
		b.reads("Answers again")
		b.accessible()
		b.visit("/support/incidents/01234567-89ab-7def-8123-456789abcdef")
		b.lacks("What was done")
	})
}
