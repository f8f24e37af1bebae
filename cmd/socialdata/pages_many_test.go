package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
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
		b.fill("links", "Nothing but words")
		b.press("Check and see the price")
		b.reads("No link was found in this text.")
		for profile, shown := range map[string]string{"none": "none", "analysis": "none", "full": "block"} {
			b.tick("profile", profile)
			b.until("days where media is kept", `getComputedStyle(document.querySelector("#hold").parentElement).display === "`+shown+`"`)
		}
		b.fill("links", "Nothing but words\n"+sample.Items[0]+"\n"+sample.Items[1]+", "+sample.Items[0]+"\nlook at https://nonsense (and https://vimeo.com/1).\nyoutube.com/@lanternkitchen")
		b.tick("profile", "none")
		b.press("Check and see the price")
		b.reads("2 links can be imported, for up to 4 credits together", "It is in the list already.", "Only links of these platforms", "An account cannot be imported.", "Line 1 has no link: “Nothing but words”")
		b.isShown("#answer")
		b.accessible()
		b.press("Import 2 links")
		b.reads("2 imports started. 4 links left out")
		b.until("the address of these imports", `/\/imports\/many\/[0-9a-f-]{36}$/.test(location.pathname)`)
		b.accessible()
		b.until("the address of what was left out", `new URL(location.href).searchParams.get("left")?.includes("nonsense") ?? false`)
		b.visit(b.address())
		b.reads("Left out", "It is in the list already.", "Only links of these platforms", "An account cannot be imported.", "succeeded")
		b.visit("/w/" + w + "/imports")
		b.press("With others")
		b.reads("2 succeeded", "See references")
		made, err := h.p.store.Imports.List(t.Context(), w, imports.Filter{}, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(made.Items) != 2 {
			t.Errorf("%d imports", len(made.Items))
		}
		h.idle(w)
		board, err := h.p.store.Boards.Create(t.Context(), boards.Board{WorkspaceID: w, Name: "Spring", Kind: boards.Manual, Sort: references.AsPlaced}, nil)
		testkit.Must(t, err)
		b.visit("/w/" + w + "/imports/many")
		b.choose("board", board.ID)
		b.fill("tags", "spring, many")
		links := []string{"What we keep: " + sample.Items[0] + "; and more:"}
		for _, platform := range h.platforms.Samples() {
			links = append(links, platform.Items[1:min(4, len(platform.Items))]...) // several of each: none may be taken for another
		}
		b.fill("links", strings.Join(links, "\n"))
		b.press("Check and see the price")
		b.reads("Already saved", fmt.Sprint(len(links)-2, " links can be imported")) // sample.Items[1] is kept, too
		b.accessible()
		b.press(fmt.Sprint("Import ", len(links)-2, " links"))
		b.reads(fmt.Sprint(len(links)-2, " imports started. 2 links saved already."))
		h.idle(w)
		b.visit("/w/" + w + "/boards/" + board.ID)
		b.reads(fmt.Sprint(len(links), " references")) // the two that were saved, too
		b.visit("/w/" + w + "/references?tag=many&tag=spring")
		b.reads(fmt.Sprint(len(links), " references")) // the two that were saved, too
		b.visit("/w/" + w + "/references?view=table")
		b.accessible() // with every column that a table can have
		b.visit("/w/" + w + "/try?url=" + url.QueryEscape(sample.Items[0]))
		b.reads("Saved", "ago")
		b.accessible()
	})
}

// TestManyLinksAreMendedWhereTheyStand shows what was looked up before, corrects a link beside the reason, and imports a failed one again
// on the page that shows the others.
func TestManyLinksAreMendedWhereTheyStand(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, sample := h.owner(), h.platforms.Samples()[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/try?url=" + url.QueryEscape(sample.Items[0]))
		b.press("Look it up")
		b.reads("Ramen")
		b.visit("/w/" + w + "/imports/many")
		b.fill("links", "First "+sample.Items[0]+" then https://vimeo.com/1")
		b.tick("profile", "none")
		b.press("Check and see the price")
		b.reads("1 link can be imported", "Ramen")
		b.until("its picture", `document.querySelector("#answer .tile img")?.naturalWidth > 0`)
		b.accessible()
		b.fill("corrected", sample.Items[1])
		b.press("Check again")
		b.reads("2 links can be imported")
		b.press("Import 2 links")
		b.reads("2 imports started.")
		h.idle(w)
		modelstest.Run(t, h.p.store, "UPDATE imports SET state = 'failed', outcome_code = 'source_blocked' WHERE source_url = ?", sample.Items[1])
		made, err := h.p.store.Imports.List(t.Context(), w, imports.Filter{}, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		batch := made.Items[0].BatchID
		b.visit("/w/" + w + "/imports/many/" + batch)
		b.reads("1 succeeded, 1 failed or cancelled.")
		b.accessible()
		b.press("Import again")
		b.reads("2 succeeded.")
		if at := b.address(); at != "/w/"+w+"/imports/many/"+batch {
			t.Errorf("the page was left for %s", at)
		}
	})
}
