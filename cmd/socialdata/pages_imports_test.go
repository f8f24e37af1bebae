package main

import (
	"fmt"
	"testing"

	"socialdata/internal/sources/simulator"
	"socialdata/models/imports"
	"socialdata/views"
)

// TestManyImports finds imports by title, link and id, starts a failed one again with other settings, and does the same to
// several.
func TestManyImports(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w, clips := h.owner(), h.platforms.Samples()[1].Items
		b := h.open(t)
		b.signIn("owner@example.com")
		broken := "https://www.tiktok.com/@odd.parcels/video/" + simulator.ClipNoVideo
		for link, profile := range map[string]string{clips[0]: "none", broken: "full"} {
			b.visit("/w/" + w + "/try?url=" + link)
			b.tick("profile", profile)
			b.pressImport()
			b.until("its end", `/^(Succeeded|Failed)/.test(document.title)`)
		}
		one := func(path, has, lacks string) {
			t.Helper()
			b.visit("/w/" + w + "/imports?q=" + path)
			b.reads(has)
			b.lacks(">" + lacks + "<")
		}
		one("sourd", "sourdough at dawn, before the street wakes #sourdough", "a parcel, still sealed #parcel")
		one(broken, "a parcel, still sealed #parcel", "sourdough at dawn, before the street wakes #sourdough")
		one(simulator.ClipNoVideo, "a parcel, still sealed #parcel", "sourdough at dawn, before the street wakes #sourdough")
		b.accessible()
		b.visit("/w/" + w + "/imports?state=failed")
		b.press("a parcel, still sealed #parcel")
		b.press("Import with other settings")
		b.reads("Import it", "TikTok post")
		b.until("the settings that it had", `document.querySelector("#profile-full").checked`)
		costs := func(price string) {
			t.Helper()
			b.until("the price on the button", fmt.Sprintf(`document.querySelector("form[action$='/try/import'] button[type=submit]").textContent === %q`, "Import it · "+price))
		}
		costs("up to " + views.Credits(h.p.store.Imports.FullPrice(imports.ProfileFull, evaluate[bool](b, `document.querySelector("#transcript").checked`))))
		b.until("another choice", `(document.querySelector("#profile-none").click(), true)`)
		b.until("no transcript", `(t => { if (t.checked) t.click(); return !t.checked })(document.querySelector("#transcript"))`)
		costs(views.Credits(h.p.store.Imports.FullPrice(imports.ProfileNone, false)))
		evaluate[any](b, `document.querySelector("#transcript").click()`)
		costs("up to " + views.Credits(h.p.store.Imports.FullPrice(imports.ProfileNone, true)))
		b.pressImport()
		b.until("its end", `document.title.startsWith("Succeeded")`)

		b.visit("/w/" + w + "/try?url=" + clips[0])
		b.until("the picture of what is saved", `document.querySelector(".known img")?.naturalWidth > 0`)
		b.accessible()
		b.press("Open")
		b.reads("sourdough at dawn, before the street wakes #sourdough", "Transcript")

		b.visit("/w/" + w + "/imports")
		evaluate[any](b, `document.querySelector("[data-all]").click()`)
		b.reads("3 selected")
		b.until("only what can be done to one of them", `(doing => doing.length > 0 && doing.every(e => e.dataset.does === "again"))([...document.querySelectorAll("[data-does]")].filter(e => e.checkVisibility()))`)
		b.until("what that costs at most", `/^Import again · up to [1-9]\d* credits$/.test(document.querySelector("[data-sum]").parentElement.textContent)`)
		b.until("no reason against it", `document.querySelector("[data-cannot]").hidden`)
		evaluate[any](b, `(row => { delete row.dataset.can; row.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector("[data-row]"))`)
		b.reads("1 cannot succeed: the content is removed")
		b.leave(func() { evaluate[any](b, `document.querySelector("[data-sum]").parentElement.click()`) })
		b.reads("3 imports started.")
		b.visit("/w/" + w + "/imports?from=2100-01-01")
		b.reads("No imports match")
	})
}

// TestAButtonThatWorksCannotBePressedTwice holds that a slow lookup shows that it works, and that a second press sends
// nothing.
func TestAButtonThatWorksCannotBePressedTwice(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/try?url=" + h.platforms.Samples()[1].Items[0])
		sent := evaluate[int](b, `(() => {
			let sent = 0;
			const form = [...document.forms].find(f => f.action.includes("try/lookup"));
			addEventListener("submit", e => { if (!e.defaultPrevented) sent++; e.preventDefault(); });
			form.querySelector("button").click();
			form.querySelector("button").click();
			return sent;
		})()`)
		if sent != 1 {
			t.Errorf("two presses sent %d forms", sent)
		}
		b.until("that it works", `document.querySelector("form[action*='try/lookup'] button").getAttribute("aria-busy") === "true"`)
	})
}
