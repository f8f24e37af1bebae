package main

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// TestListsFollowWhatIsImported opens the gallery and the page of several imports while they wait: what they bring appears by itself,
// and a list in which nothing changed keeps its rows.
func TestListsFollowWhatIsImported(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, sample := h.owner(), h.platforms.Samples()[0]
		modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: "clip_site:7301", SourceTitle: "Cider"})
		id, err := h.accept(w, sample.Items[0])
		testkit.Must(t, err)
		modelstest.Run(t, h.p.store, "UPDATE imports SET state = 'retry_wait', next_attempt_at = ? WHERE id = ?", h.p.store.NowMicros()+int64(day)/1000, id)
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references")
		b.reads("1 reference", "Cider")
		b.accessible()
		evaluate[any](b, `document.querySelector(".gallery > li").dataset.mine = "yes", performance.clearResourceTimings()`)
		b.until("the list was read again", `performance.getEntriesByType("resource").filter(r => r.name.includes("/references")).length >= 2`)
		b.until("its row is the same", `document.querySelector(".gallery > li").dataset.mine === "yes"`)
		modelstest.Run(t, h.p.store, "UPDATE imports SET state = 'queued', next_attempt_at = NULL WHERE id = ?", id)
		h.p.imports.Deliver(t.Context(), id)
		b.reads("2 references")
		b.until("both are shown", `document.querySelectorAll(".gallery > li").length === 2`)
		b.until("the list is at rest", `!document.querySelector("[data-live]:not([data-live=''])")`)

		b.visit("/w/" + w + "/imports/many")
		b.fill("links", sample.Items[1]+"\n"+sample.Items[2]+"\nhttps://vimeo.com/1")
		b.press("Check and see the price")
		b.press("Import 2 links")
		b.reads("2 imports started. 1 link left out", "Only links of these platforms")
		b.reads("2 succeeded.", " credits charged.")
		b.accessible()
	})
}
