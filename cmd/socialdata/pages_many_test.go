package main

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// TestManyLinks pastes good links and bad ones, sees the price of all, and imports each good one once.
func TestManyLinks(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, sample := h.owner(), h.platforms.Samples()[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/imports/many")
		b.accessible()
		b.unchecked()
		b.press("Check and see the price")
		b.reads("Paste at least one link, and at most 100.")
		b.fill("links", sample.Items[0]+"\n"+sample.Items[1]+", "+sample.Items[0]+"\nnonsense\nhttps://vimeo.com/1\nyoutube.com/@lanternkitchen")
		b.tick("profile", "none")
		b.press("Check and see the price")
		b.reads("2 links can be imported, for up to 4 credits together", "It is in the list already.", "This is not a link.", "Only links of these platforms", "An account cannot be imported.")
		b.isShown("#answer")
		b.accessible()
		b.press("Import 2 links")
		b.reads("2 imports started. 4 links left out")
		b.accessible()
		made, err := h.p.store.Imports.List(t.Context(), w, imports.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(made.Items) != 2 {
			t.Errorf("%d imports", len(made.Items))
		}
		h.idle(w)
	})
}
