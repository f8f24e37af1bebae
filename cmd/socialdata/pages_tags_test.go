package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// beginChanges lets changes of many references begin now, which spares the test the seconds in which they can be undone.
func (h *testProgram) beginChanges(t *testing.T) {
	t.Helper()
	for _, sql := range []string{"UPDATE reference_changes SET begins_at = 1 WHERE state = 'waiting'", "UPDATE jobs SET run_at = 1 WHERE kind = 'changes' AND lease_holder = ''"} {
		testkit.Must(t, h.p.store.Write(t.Context()).Exec(sql).Error)
	}
}

// TestTags renames a tag, merges it into another, takes a removal back, and tags more references than a page shows.
func TestTags(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for n := range 35 {
			modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", n), SourceTitle: fmt.Sprintf("Pie %02d", n), Tags: []string{"bakng"}})
		}
		modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: "clip_site:99", SourceTitle: "Cider", Tags: []string{"Autumn"}})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references")
		b.press("Tags")
		b.reads("Autumn", "bakng", "35")
		b.accessible()
		row := func(tag, then string) {
			evaluate[any](b, fmt.Sprintf(`{ const to = document.querySelector('[aria-label="New name of %s"]'); %s }`, tag, then))
		}
		b.run(chromedp.EmulateViewport(1280, 900))
		row("bakng", `to.closest("details").open = true`)
		b.until("one line of an open row, with what closes it", `(shown => shown.length === 4 && shown.every((e) => Math.abs(e.getBoundingClientRect().top - shown[0].getBoundingClientRect().top) < 2))([...document.querySelectorAll(".maker[open] input[type=text], .maker[open] .button")].filter((e) => e.checkVisibility()))`)
		row("bakng", `to.value = "a, b"; to.form.querySelector("[value=rename]").click()`)
		b.reads("Enter one name, without commas.")
		b.accessible()
		row("bakng", `to.value = "baking"; to.form.querySelector("[value=rename]").click()`)
		b.reads("35 references will be tagged “baking” instead of “bakng” in ")
		b.accessible()
		h.beginChanges(t)
		b.reads("35 references tagged “baking” instead of “bakng”.")
		b.until("the new name", `!!document.querySelector('[aria-label="New name of baking"]') && !document.querySelector('[aria-label="New name of bakng"]')`)
		row("Autumn", `to.value = "baking"; to.form.querySelector("[value=rename]").click()`)
		b.reads("1 reference will be tagged")
		h.beginChanges(t)
		b.until("one tag of all", `document.querySelector("#rows").innerText.includes("36")`)
		row("baking", `to.form.querySelector("[value=remove]").click()`)
		b.reads("36 references will lose “baking” in ")
		b.press("Undo")
		b.reads("Taken back. Nothing was changed.", "36")

		b.visit("/w/" + w + "/references?q=pie")
		evaluate[any](b, `document.querySelectorAll("[data-row]")[0].click()`)
		evaluate[any](b, `document.querySelector("[name=all]").click()`)
		b.reads("All, 35 references selected")
		b.until("all cards ticked", `[...document.querySelectorAll("[data-row]")].every((b) => b.checked)`)
		b.accessible()
		b.click("Tag")
		b.fill("tags", "pies")
		b.press("Add tags")
		b.reads("35 references will be tagged “pies” in ")
		b.until("the same list", `location.search === "?q=pie"`)
		h.beginChanges(t)
		b.reads("35 references tagged “pies”.", "30 selected") // all of the page
		evaluate[any](b, `document.querySelector("[name=all]").click()`)
		b.press("Delete")
		b.reads("Delete all of this list, 35 references?")
		b.accessible()
		b.press("Delete 35 references")
		h.beginChanges(t)
		b.reads("35 references deleted.", "No references match")
		b.visit("/w/" + w + "/references")
		b.reads("Cider", "1 reference")
	})
}
