package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestManyReferences sorts, narrows, tags and deletes several references, with filters that apply at once and stand in the
// address.
func TestManyReferences(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for n, title := range []string{"Cider", "Apple pie", "Bread"} {
			id := modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: fmt.Sprint("clip_site:", n), SourceTitle: title})
			r, err := h.p.store.References.Find(t.Context(), w, id)
			testkit.Must(t, err)
			r.Observe(references.SourceObserved{SourceTitle: &title, ViewCount: new(int64(1000 * (n + 1))), LikeCount: new(int64(220822)), DurationMs: new(int64(6000)), PublishedAt: &content.Time{Time: h.clock.Now()}})
			testkit.Must(t, h.p.store.Write(t.Context()).Save(r).Error)
		}
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references?view=table")
		b.reads("3 references", "3,000")
		b.until("nothing to do with several yet", `!document.querySelector("[data-bulk]").checkVisibility()`)
		b.accessible()
		titles := func(want string) {
			b.until("the order "+want, fmt.Sprintf(`[...document.querySelectorAll("tbody .two, .gallery .two")].map(e => e.textContent).join() === %q`, want))
		}
		b.leave(func() { b.choose("sort", "title") })
		titles("Apple pie,Bread,Cider")
		b.until("a short address", `location.search === "?sort=title&view=table"`)
		b.leave(func() { b.choose("sort", "views") })
		titles("Bread,Apple pie,Cider")
		b.until("folded days", `!document.getElementById("from").checkVisibility()`)
		b.click("More filters")
		b.leave(func() { b.choose("from", "2100-01-01") })
		b.reads("0 references", "No references match", "More filters 1", "From day")
		b.accessible()

		b.visit("/w/" + w + "/references?sort=title")
		titles("Apple pie,Bread,Cider")
		evaluate[any](b, `document.querySelectorAll("[data-row]")[2].click()`)
		b.until("that one alone is not compared", `document.querySelector("[data-between]").disabled`)
		evaluate[any](b, `document.querySelectorAll("[data-row]")[1].click()`)
		b.press("Compare")
		b.reads("Compare", "Bread", "Cider", "Hook", "Shots")
		b.lacks("Apple pie")
		b.accessible()
		b.visit("/w/" + w + "/references?sort=title")
		evaluate[any](b, `document.querySelectorAll("[data-row]")[0].click()`)
		evaluate[any](b, `document.querySelectorAll("[data-row]")[2].click()`)
		b.reads("2 selected")
		b.accessible()
		b.click("Tag")
		b.fill("tags", "baking, autumn")
		b.press("Add tags")
		b.reads("2 references tagged.")
		b.until("the same list", `location.search === "?sort=title"`)
		b.until("the tags on two", `document.querySelectorAll(".gallery .chips").length === 2`)
		b.reads("2 selected")
		b.press("Hold 30 days")
		b.reads("0 references kept", "2 others not changed: no media is kept", "2 selected")
		b.run(chromedp.EmulateViewport(1265, 900))
		b.visit("/w/" + w + "/references?view=table")
		b.until("a table as wide as the filters above it, also with a longer tag", `(tag => { tag.textContent = "competitorsofoursinprint"; return document.querySelector("table").offsetWidth <= document.querySelector(".filters").offsetWidth })(document.querySelector("table .chips a"))`)
		evaluate[any](b, `document.querySelector("[data-all]").click()`)
		b.reads("3 selected")
		b.press("Delete")
		h.clock.back(time.Hour) // a slow machine has no less time to take it back
		b.reads("3 references will be deleted in ")
		b.until("that in their rows, which cannot be ticked", `document.querySelectorAll("tbody [type=checkbox]").length === 0 && [...document.querySelectorAll("tbody tr")].every(r => r.innerText.includes("Will be deleted"))`)
		b.accessible()
		b.visit("/w/" + w + "/boards")
		b.reads("3 references will be deleted in ")
		b.accessible()
		b.press("Undo")
		h.clock.back(0)
		b.reads("Taken back. Nothing was changed.")
		b.until("the same page", `location.pathname.endsWith("/boards")`)
		b.visit("/w/" + w + "/references?view=table")
		b.reads("Apple pie")
		b.until("the rows", `document.querySelectorAll("[data-row]").length === 3`)
		evaluate[any](b, `document.querySelector("[data-all]").click()`)
		b.press("Delete")
		b.reads("3 references will be deleted")
		b.visit("/w/" + w + "/boards")
		b.reads("3 references will be deleted")
		h.beginChanges(t)
		b.until("it to go when it cannot be taken back", `document.querySelector("#changes") === null`)
		b.visit("/w/" + w + "/references")
		b.reads("3 references deleted.", "No references yet")
	})
}

// TestListsWithoutAScript does the same by plain forms.
func TestListsWithoutAScript(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: "clip_site:1", SourceTitle: "Cider"})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.run(ask(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
		b.visit("/w/" + w + "/references?sort=title")
		b.tick("id", h.onlyReference(w).ID)
		b.click("Tag")
		b.fill("tags", "plain")
		b.press("Add tags")
		b.reads("1 reference tagged.", "plain")
		b.choose("sort", "views")
		b.press("Search")
		b.until("the filter in the address", `location.search.includes("sort=views")`)
	})
}
