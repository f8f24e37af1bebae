package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/models/modelstest"
)

// TestHeadersSort sorts the table by its headers, which say how it is sorted; a search is sorted by relevance, one that is too long finds
// nothing. A phone has the filters in a sheet.
func TestHeadersSort(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for _, title := range []string{"Apple cake", "Bread", "Cider of one apple 🍏"} {
			modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: title})
		}
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references?view=table")
		first := func(title, sorted string) {
			b.until(title+" is the first, "+sorted, `document.querySelector("tbody .two").textContent === "`+title+`" && (document.querySelector("th[aria-sort]:not([aria-sort=none])")?.ariaSort || "") === "`+sorted+`"`)
		}
		first("Cider of one apple 🍏", "descending")
		b.press("Saved")
		first("Apple cake", "ascending")
		b.accessible()
		b.press("Saved")
		first("Cider of one apple 🍏", "descending")
		b.press("Title")
		first("Apple cake", "ascending")
		b.until("the address says it", `location.search.includes("sort=title")`)
		b.visit("/w/" + w + "/references?view=table&q=apple")
		first("Apple cake", "")
		b.visit("/w/" + w + "/references?q=🍏")
		b.reads("1 reference", "Cider")
		b.visit("/w/" + w + "/references?q=" + strings.Repeat("a", 281))
		b.reads("has more than 280 characters", "No references match")
		b.lacks("Cider")
		b.run(chromedp.EmulateViewport(390, 844))
		b.visit("/w/" + w + "/references?view=table")
		b.until("facts that share lines", `[...document.querySelectorAll("table.rows tbody tr")].every(r => [...r.querySelectorAll("td:not(.box)")].reduce((sum, e) => sum + e.offsetHeight, 0) > r.offsetHeight - r.querySelector("th").offsetHeight)`)
		b.visit("/w/" + w + "/references")
		b.until("the filters are folded", `!document.getElementById("media").checkVisibility()`)
		b.click("More filters")
		b.until("the filters are open", `document.getElementById("media").checkVisibility()`)
		b.accessible()
	})
}
