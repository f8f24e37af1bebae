package main

import (
	"testing"
	"time"

	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/support"
)

// TestSupportChangesShapes has the platform renew its documents: support enters a new id, sees it tried and used by one process and then by
// all, without a restart, and undoes it. A bad value is refused with the text kept.
func TestSupportChangesShapes(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		h.owner()
		h.support()
		testkit.Must(t, h.platforms.Raise("photo_site.documents_renewed"))
		old := shapes.Default().PhotoSite.Documents.Profile[0]
		b := h.open(t)
		b.signIn("support@example.com")
		b.visit("/support/routes")
		b.press("Platform shapes and their changes")
		b.reads("Nobody has changed them here")
		b.until("the values in use", `document.querySelector("#text").value.includes("`+old+`")`)
		b.accessible()
		b.click("Change the shapes")
		b.fill("text", `{"photo_site":{"app":"https://evil.example","documents":{"profile":["9`+old+`"]}}}`)
		b.fill("reason", "They renewed the document of profiles.")
		b.press("Try the change")
		b.reads("This text cannot be used. photo_site.app: want digits")
		b.until("the text that was refused", `document.querySelector("#text").value.includes("https://evil.example")`)
		b.accessible()
		b.fill("text", `{"photo_site":{"documents":{"profile":["`+simulator.RenewedDocument+old+`"]}}}`)
		b.press("Try the change")
		b.reads("Used by one process", "photo_site.documents.profile", "Instagram website, account", "Answered")
		b.accessible()
		if got := h.p.shapes.Now().PhotoSite.Documents.Profile[0]; got != simulator.RenewedDocument+old {
			t.Errorf("the process uses %s", got)
		}
		h.clock.back(-11 * time.Minute)
		b.reads("Used by all, still compared")
		b.click("Undo")
		b.fill("reason", "The old one works again.")
		b.press("Undo the change")
		b.reads("Undone by support: The old one works again.")
		b.accessible()
		testkit.Must(t, h.p.inUse.Refresh(t.Context()))
		if got := h.p.shapes.Now().PhotoSite.Documents.Profile[0]; got != old {
			t.Errorf("the process uses %s", got)
		}
		log, err := h.p.store.Support.FilteredAudit(t.Context(), support.AuditFilter{}, db.PageRequest{Limit: 10})
		if err != nil || len(log.Items) != 2 || log.Items[0].Action != support.ActionShapesUndone || log.Items[1].Action != support.ActionShapesChanged {
			t.Errorf("the audit has %+v, %v", log, err)
		}
		b.visit("/support/audit")
		b.reads("Changed the shapes", "Undid a change of the shapes")
	})
}
