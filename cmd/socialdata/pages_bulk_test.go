package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"socialdata/models/modelstest"
)

// unreachable looks, while the page scrolls, at the middle and the corners of every control of the bar for several rows, and
// returns what stands over one: "" if everything can be pressed.
const unreachable = `(() => {
	const controls = [...document.querySelectorAll("[data-bulk] :is(summary, button, select, input:not([type=hidden]))")].filter(e => e.checkVisibility());
	for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 24) {
		scrollTo(0, y);
		for (const c of controls) {
			const r = c.getBoundingClientRect();
			if (r.bottom > innerHeight - 80) continue; // it comes up by scrolling
			for (const [dx, dy] of [[.5, .5], [.1, .2], [.9, .2], [.1, .8], [.9, .8]]) {
				const over = document.elementFromPoint(r.x + r.width * dx, r.y + r.height * dy);
				if (!over || !c.contains(over)) return c.name + " " + c.textContent + " at " + y + " is under " + (over ? over.outerHTML.slice(0, 120) : "nothing");
			}
		}
	}
	return "";
})()`

// TestSeveralRowsAreChosen ticks rows, also a range of them, and finds each control of the bar for them free at every place of the
// page, on a desk and on a phone.
func TestSeveralRowsAreChosen(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for n := range 14 {
			modelstest.Save(t, h.p.store, w, modelstest.Saved{Link: fmt.Sprint("clip_site:", n), SourceTitle: fmt.Sprint("Soup ", n)})
		}
		b := h.open(t)
		b.signIn("owner@example.com")
		for _, view := range []string{"gallery", "table"} {
			b.visit("/w/" + w + "/references?view=" + view)
			evaluate[bool](b, `document.querySelectorAll("[data-row]")[1].click(), true`)
			evaluate[bool](b, `document.querySelectorAll("[data-row]")[4].dispatchEvent(new MouseEvent("click", {bubbles: true, shiftKey: true})), true`)
			b.reads("4 selected")
			for _, width := range []int64{1280, 390} {
				b.run(chromedp.EmulateViewport(width, 700))
				for _, open := range []string{"none", "Tag", "Board"} {
					evaluate[any](b, fmt.Sprintf(`document.querySelectorAll("[data-bulk] details").forEach(d => { d.open = d.querySelector("summary").textContent === %q })`, open))
					if under := evaluate[string](b, unreachable); under != "" {
						t.Errorf("%s, %d wide, menu %s: %s", view, width, open, under)
					}
				}
			}
			b.run(chromedp.EmulateViewport(1280, 900))
			evaluate[any](b, `document.querySelector("[data-bulk] [type=reset]").click()`)
			b.until("nothing selected, and no bar", `!document.querySelector("[data-row]:checked") && !document.querySelector("[data-bulk]").checkVisibility()`)
		}
		b.visit("/w/" + w + "/references")
		b.hit("j", 0)
		b.until("the title of the first card", `document.activeElement.matches(".gallery > li:first-child h2 a")`)
	})
}

// TestPagesBehave holds small things that a mouse, a key or a printer meets on every page.
func TestPagesBehave(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: "Soup"})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references")
		evaluate[bool](b, `document.querySelector(".filters [name=q]").focus(), true`)
		b.until("a field with the focus keeps its corners", `getComputedStyle(document.activeElement).borderRadius === "6px"`)
		evaluate[bool](b, `document.activeElement.blur(), true`)
		b.hit("k", 2) // with Ctrl
		b.until("the palette", `!!document.querySelector("dialog[open] [name=q]")`)
		b.run(ask(input.InsertText, input.InsertTextParams{Text: "soup"}))
		b.until("what Enter opens is marked", `(e => e && getComputedStyle(e).backgroundColor !== "rgba(0, 0, 0, 0)")(document.querySelector("dialog .enters"))`)
		b.hit("Escape", 0)
		b.until("no palette after one Escape", `!document.querySelector("dialog[open]")`)

		evaluate[bool](b, `document.documentElement.dataset.theme = "dark"`+`, true`)
		b.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		b.until("the whole sheet", `document.querySelector("main").getBoundingClientRect().x === 0`)
		b.until("nothing to press", `![...document.querySelectorAll("button, input, select")].some(e => e.checkVisibility())`)
		b.until("dark ink", `getComputedStyle(document.body).color === "oklch(0.23 0.02 220)"`)
	})
}
