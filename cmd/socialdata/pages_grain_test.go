package main

import (
	"testing"

	"socialdata/models/modelstest"
)

// TestRowsOfFiltersAreEven holds that what stands in one line of filters has one height and one foot,
// and that a title runs in the direction of its own letters.
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
		b.visit("/w/" + w + "/references/" + id)
		b.until("a title from right to left", `getComputedStyle(document.querySelector("h1")).direction === "rtl"`)
	})
}
