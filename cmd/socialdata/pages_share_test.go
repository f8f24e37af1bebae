package main

import (
	"net/url"
	"testing"
)

// TestALinkIsSharedFromAPhone opens what a share sheet opens, signs in on the way, and starts the import with one press.
func TestALinkIsSharedFromAPhone(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		link := h.platforms.Samples()[0].Items[0]
		b := h.open(t)
		b.visit("/import?title=Look&text=" + url.QueryEscape("Watch this: "+link))
		b.reads("Sign in")
		b.fill("email", "owner@example.com")
		b.fill("password", testPassword)
		b.press("Sign in")
		b.reads("Import it")
		if at, err := url.Parse(b.address()); err != nil || at.Path != "/w/"+w+"/try" || at.Query().Get("url") != link {
			t.Fatalf("after the sign-in the page is %s, %v", b.address(), err)
		}
		b.accessible()
		b.pressImport()
		b.reads("Import started")
		b.visit("/w/" + w + "/try")
		b.reads("drag Save to Social Data", "share sheet")
		b.accessible()
	})
}
