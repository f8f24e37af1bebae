package main

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"socialdata/internal/testkit"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// TestCreditsSayWhoSpentThem imports as a person and looks something up with a key: one row an import, with who spent it, and the page
// and the overview say for how long the balance lasts. Without a script the list is narrowed as well.
func TestCreditsSayWhoSpentThem(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, sample := h.owner(), h.platforms.Samples()[0]
		h.status("/v1/items/lookup?url="+sample.Items[1], h.key(w))
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/imports/many")
		b.fill("links", sample.Items[0])
		b.press("Check and see the price")
		b.press("Import 1 link")
		h.idle(w)
		made, err := h.p.store.Imports.List(t.Context(), w, imports.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if made.Items[0].SpentBy == "" || made.Items[0].SpentBy[:5] != billing.ByUser+":" {
			t.Errorf("the import was spent by %q", made.Items[0].SpentBy)
		}
		b.visit("/w/" + w)
		b.reads("at the pace of the last 7 days")
		b.visit("/w/" + w + "/credits")
		b.reads("at the pace of the last 7 days", "What it was for", "Lookups", "Who spent it", "Import: transcript", "Olive Owner", "Key “")
		b.accessible()
		b.until("one row an import", `document.querySelectorAll('table.rows a[href*="/imports/"]').length === 1`)
		b.run(ask(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
		b.visit("/w/" + w + "/credits?by=" + made.Items[0].SpentBy)
		b.reads("Import: transcript", "Show all")
		b.lacks("Granted\n", "Lookup, live", "Lookups")
	})
}
