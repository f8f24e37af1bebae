package main

import (
	"testing"

	"socialdata/internal/content"
	"socialdata/models/modelstest"
)

// TestReferenceSearchFindsWhatIsShown types what a card shows, the beginning of it, and its link.
func TestReferenceSearchFindsWhatIsShown(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		id := modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: "clip_site:7301000000000000001", Description: new("sourdough at dawn"),
			Channel: &content.AccountRef{ID: "clip_site:42", Name: new("Lantern Kitchen"), Handle: new("lanternbakes")}})
		modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: "Kettles"})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references")
		b.reads("Kettles", "sourdough at dawn")
		for _, typed := range []string{"sourd", "Lantern", "lanternb"} {
			b.fill("q", typed)
			b.press("Search")
			b.reads("sourdough at dawn")
			b.lacks("Kettles")
		}
		b.accessible()
		b.fill("q", "https://www.tiktok.com/@somebody/video/7309")
		b.press("Search")
		b.reads("No reference of this link yet", "Look it up or import it")
		b.accessible()
		b.fill("q", "www.tiktok.com/@somebody/video/7301000000000000001")
		b.press("Search")
		if at := b.address(); at != "/w/"+w+"/references/"+id {
			t.Errorf("the link leads to %s", at)
		}
	})
}
