package main

import (
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// TestRequestsPageShowsALookup looks something up in vain, finds it in the request log by its outcome, and leaves the filter
// again.
func TestRequestsPageShowsALookup(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/requests")
		b.reads("No requests yet")
		b.accessible()
		b.visit("/w/" + w + "/try?url=" + removed)
		b.press("Look it up")
		b.reads("This content has been removed")
		for _, item := range h.platforms.Samples() { // some with titles that are wider than a phone
			b.visit("/w/" + w + "/try?url=" + url.QueryEscape(item.Items[0]))
			b.press("Look it up")
		}
		h.p.requests.Flush(t.Context())
		b.visit("/w/" + w + "/requests")
		b.reads("Look up one public item", "tiktok.com/", "410", "unavailable_removed", "Olive Owner")
		b.run(chromedp.EmulateViewport(1280, 900))
		whole := func(what, selector string) {
			b.until(what, fmt.Sprintf(`[...document.querySelectorAll(%q)].every((e) => e.scrollWidth <= e.clientWidth)`, selector))
		}
		whole("answers that are not cut", "td[data-label=Answer] > *, td[data-label=Answer]")
		b.accessible()
		b.choose("outcome", "unavailable_restricted")
		b.press("Search")
		b.until("a code that is not cut", `(s => { const c = document.createElement("canvas").getContext("2d"); c.font = getComputedStyle(s).font; return c.measureText(s.selectedOptions[0].text).width + 32 < s.clientWidth })(document.querySelector("[name=outcome]"))`)
		b.choose("outcome", "rate_limited")
		b.press("Search")
		b.reads("No requests match")
		b.accessible()
		b.press("Show all")
		b.choose("outcome", "failed")
		b.press("Search")
		b.reads("Look up one public item")
	})
}

// TestBarsOfTheOverviewLeadToTheirImports presses a bar of the chart: the list holds the imports of its day, and no other.
func TestBarsOfTheOverviewLeadToTheirImports(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for n, at := range []time.Duration{3 * day, 0} {
			h.clock.back(at)
			modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: []string{"clip_site:7301", "clip_site:7302"}[n]})
		}
		testkit.Must(t, h.p.store.Housekeep(t.Context()))
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "?range=30d")
		b.lacks("In flight")
		b.accessible()
		b.leave(func() {
			evaluate[any](b, `document.querySelector("a[data-bar]").dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))`)
		})
		b.reads("7301", "Made from")
		b.lacks("7302")
		b.accessible()
		b.leave(func() { evaluate[any](b, `document.querySelector(".chip").click()`) })
		b.reads("7301", "7302")
	})
}
