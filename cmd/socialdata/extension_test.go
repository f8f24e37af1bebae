package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/internal/sources/simulator"
	"socialdata/models/captures"
)

// TestExtension connects the extension by one page of the service, and saves a post of each platform from its page.
func TestExtension(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		x := h.extendedBrowser(t)
		x.signIn("owner@example.com")
		x.visit("/extension")
		x.reads("What leaves your browser")
		x.accessible()
		x.visit("/extension/connect")
		x.reads("Connect a browser", "Name of the key")
		x.accessible()
		x.press("Make the key")
		x.reads("The key is made")
		x.accessible()
		key := evaluate[string](x.browser, `document.querySelector("[data-extension-key]").dataset.extensionKey`)
		settings := x.extensionPage("options.html", "")
		settings.reads("Not connected")
		settings.click("I have a key")
		settings.fill("key", key)
		settings.click("Use this key")
		settings.reads("Connected to First at " + h.base)
		settings.accessible()
		settings.close()
		samples := h.platforms.Samples()
		for _, sample := range samples {
			x.saves(sample.Items[0])
		}
		for album := range samples[2].Albums {
			x.saves(album)
			break
		}
		h.idle(w)
		var rows []captures.Capture
		if err := h.p.store.Read(t.Context()).Find(&rows).Error; err != nil || len(rows) != len(samples)+1 {
			t.Errorf("%d captures are stored, %v", len(rows), err)
		}
	})
}

// saves saves the post of a page and looks at what is said of it.
func (x *extended) saves(address string) {
	x.t.Helper()
	p := x.pressButton(address)
	p.reads("Nothing was read yet")
	p.choose("profile", "none")
	p.click("Save this post")
	p.reads("Saved. This was read from the page", "See the import")
	p.accessible()
	p.close()
}

// TestExtensionRefuses presses the button where nothing can be saved.
func TestExtensionRefuses(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		x := h.extendedBrowser(t)
		connection := `{address: "` + h.base + `", key: "` + h.key(h.owner()) + `", workspace: "First", workspaceId: "w", name: "test"}`
		settings := x.extensionPage("options.html", "")
		evaluate[bool](settings, `chrome.storage.local.set({connection: `+connection+`}).then(() => true)`, chromedp.EvalAwaitPromise)
		settings.close()
		for _, address := range []string{"https://example.com/", "https://www.instagram.com/direct/inbox/", "https://www.youtube.com/"} {
			p := x.pressButton(address)
			p.reads("This page shows no post")
			p.accessible()
			p.close()
		}
		private := "https://www.tiktok.com/@a/video/" + simulator.ClipPrivate
		x.isRefused(private, "unavailable_private")
		changed := h.platforms.Samples()[2].Items[0]
		_, path, _ := strings.Cut(changed, "instagram.com")
		h.platforms.Fail(simulator.Failure{Platform: "photo_site", Path: path, Status: 200, Header: map[string]string{"Content-Type": "text/html"},
			Body: `<html><body><script type="application/json" data-sjs>{"shortcode_media":{"renamed":"` + strings.Trim(strings.TrimPrefix(path, "/p"), "/") + `"}}</script></body></html>`})
		x.isRefused(changed, "source_changed")
		h.platforms.Heal()
		var rows []captures.Capture
		if err := h.p.store.Read(t.Context()).Find(&rows).Error; err != nil || len(rows) != 0 {
			t.Errorf("%d captures are stored, %v", len(rows), err)
		}
	})
}

// isRefused presses the button and wants an error by its code.
func (x *extended) isRefused(address, code string) {
	x.t.Helper()
	p := x.pressButton(address)
	p.reads("Nothing was read yet")
	p.click("Save this post")
	p.reads(code + ", request")
	p.accessible()
	p.close()
}
