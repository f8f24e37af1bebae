package main

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestTimesAreLocal reads times in the reader's zone, with UTC in the title, also in parts that are read again.
func TestTimesAreLocal(t *testing.T) {
	inBrowser(t, func(_ *testing.T, h *testProgram) {
		h.owner()
		b := h.open(h.t)
		b.run(ask(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Tokyo"}))
		b.signIn("owner@example.com")
		b.visit("/account")
		const exact = `(t => t && t.textContent.endsWith(" GMT+9") && t.title.includes(" UTC, ") &&
			Date.parse(t.textContent.replace(" GMT+9", "+09:00").replace(" ", "T")) === Date.parse(t.dateTime))`
		b.until("the sign-in in Tokyo's time", exact+`(document.querySelector("#sessions time:not([data-ago])"))`)
		b.until("an age with both times in its title", `(t => t.textContent.endsWith(" ago") && / GMT\+9 \(.* UTC\)$/.test(t.title))(document.querySelector("#sessions time[data-ago]"))`)
	})
}
