package main

import (
	"strings"
	"testing"

	"socialdata/models/modelstest"
)

// TestGalleryOpensBesideTheList opens a card without leaving the list, moves to the next ones by keys, and comes back to the card of the
// last one.
func TestGalleryOpensBesideTheList(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for _, title := range []string{"First lamp", "Second lamp", "Third lamp"} {
			modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: title})
		}
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references?sort=title")
		const opened = `document.querySelector("dialog[open]:not([aria-busy]) h2")?.textContent`
		b.clickAt(".gallery > li:first-child .poster")
		b.until("the first beside the list", opened+` === "First lamp"`)
		b.until("its facts, and no form", `document.querySelector("dialog[open] .standing") && document.querySelectorAll("dialog[open] form").length === 1`)
		b.accessible()
		b.hit("ArrowRight", 0)
		b.until("the next", opened+` === "Second lamp"`)
		b.click("→")
		b.until("the last", opened+` === "Third lamp" && document.querySelector("dialog[open] [data-step='1']").disabled`)
		b.hit("ArrowRight", 0)
		third := b.address()
		b.visit("/w/" + w + "/boards")
		b.visit(third)
		b.until("it again, by its address", opened+` === "Third lamp"`)
		b.visit("/w/" + w + "/boards")
		b.visit(strings.Replace(third, "?sort=title", "?q=first", 1))
		b.until("it beside a list without it", opened+` === "Third lamp"`)
		b.visit("/w/" + w + "/boards")
		b.visit(third)
		b.until("it once more", opened+` === "Third lamp"`)
		b.hit("Escape", 0)
		b.until("the focus on its card", `!document.querySelector("dialog[open]") && document.activeElement.textContent === "Third lamp"`)
		b.until("the address of the list", `location.pathname.endsWith("/references") && location.search === "?sort=title" && location.hash === ""`)
		b.hit("Enter", 0)
		b.until("it again", opened+` === "Third lamp"`)
		evaluate[any](b, `history.back()`)
		b.until("the list alone", `!document.querySelector("dialog[open]") && location.pathname.endsWith("/references") && location.hash === ""`)
		evaluate[any](b, `history.forward()`)
		b.until("it after going forward", opened+` === "Third lamp"`)
		b.hit("Escape", 0)
		b.until("the list after closing", `!document.querySelector("dialog[open]") && location.hash === ""`)
		b.hit("Enter", 0)
		b.until("it at last", opened+` === "Third lamp"`)
		b.leave(func() { b.clickAt("dialog[open] .head a") })
		b.clickAt(".in-place > summary")
		b.until("the title, to be typed", `document.activeElement.name === "title"`)
	})
}
