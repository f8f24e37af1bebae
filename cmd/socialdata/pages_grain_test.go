package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/models/modelstest"
)

// TestRowsOfFiltersAreEven holds that what stands in one line of filters has one height and one foot, that the states of imports are
// not cut, that long lines of code show that they go on, and that a title runs in the direction of its own letters.
func TestRowsOfFiltersAreEven(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		id := modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: "clip_site:1", SourceTitle: "\u0644\u062d\u0645 \u0639\u0644\u0649 \u0627\u0644\u0641\u062d\u0645"})
		b := h.open(t)
		b.signIn("owner@example.com")
		for _, path := range []string{"/w/" + w + "/references", "/w/" + w + "/imports?state=failed"} {
			b.visit(path)
			if uneven := evaluate[string](b, `(() => {
				const parts = [...document.querySelectorAll(".filters input:not([type=hidden]), .filters select, .filters button, .filters > a")];
				const lines = {};
				for (const p of parts) { const r = p.getBoundingClientRect(); (lines[Math.round(r.bottom)] ||= []).push(Math.round(r.height)); }
				const bottoms = Object.keys(lines).map(Number).sort((a, b) => a - b);
				const near = bottoms.some((y, n) => n > 0 && y - bottoms[n - 1] < 20);
				return near || Object.values(lines).some(l => new Set(l).size > 1) ? JSON.stringify(lines) : "";
			})()`); uneven != "" {
				t.Errorf("%s: %s", path, uneven)
			}
		}
		wide := func() bool {
			return evaluate[bool](b, `(() => {
				const state = document.getElementById("state"), width = state.clientWidth;
				state.style.width = "auto";
				const words = state.clientWidth;
				state.style.width = "";
				return width >= words;
			})()`)
		}
		if !wide() {
			t.Error("the states of imports are cut")
		}
		b.run(chromedp.EmulateViewport(390, 844))
		evaluate[any](b, `document.querySelector(".more-filters").open = true`)
		if !wide() || !evaluate[bool](b, `document.getElementById("state").offsetWidth === document.querySelector(".filters").offsetWidth`) {
			t.Error("the states of imports have no line of their own on a phone")
		}
		b.visit("/docs/guides/first-calls")
		if !evaluate[bool](b, `[...document.querySelectorAll(".block pre")].every(p => getComputedStyle(p).backgroundAttachment === "local, local, scroll, scroll") && [...document.querySelectorAll(".block pre")].some(p => p.scrollWidth > 390)`) {
			t.Error("nothing shows that lines of code go on")
		}
		b.run(chromedp.EmulateViewport(1280, 900))
		b.visit("/w/" + w + "/references/" + id)
		b.until("a title from right to left", `getComputedStyle(document.querySelector("h1")).direction === "rtl"`)
	})
}
