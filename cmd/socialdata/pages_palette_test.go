package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"

	"socialdata/internal/testkit"
)

// hit presses a key that writes nothing; Enter is the character that submits a form.
func (b *browser) hit(key string, modifiers int64) {
	b.t.Helper()
	text := map[string]string{"Enter": "\r"}[key]
	code := map[string]int64{"Enter": 13, "Escape": 27}[key] // the browser's own keys are known by their number
	for _, kind := range []input.DispatchKeyEventType{"keyDown", "keyUp"} {
		b.run(ask(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: key, Text: text,
			WindowsVirtualKeyCode: code, Modifiers: modifiers}))
	}
}

// TestSearchAndKeys searches everything with and without the palette, and walks by keys.
func TestSearchAndKeys(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		id, err := h.accept(w, "https://www.youtube.com/watch?v=g6QYSy6P-nW")
		testkit.Must(t, err)
		h.idle(w)
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/search")
		for typed, found := range map[string][]string{
			id: {"Imports", "Succeeded"}, "https://youtu.be/g6QYSy6P-nW": {"References"}, "olive": {"Members", "Olive Owner"},
			"impo": {"Pages", "Imports"}, "nowhere to be found": {"Nothing found."},
		} {
			b.fill("q", typed)
			b.press("Search")
			b.reads(found...)
		}
		b.accessible()

		b.visit("/w/" + w)
		b.hit("k", 2) // with Ctrl
		b.until("the palette", `!!document.querySelector("dialog[open] [name=q]")`)
		b.until("what can be begun", `document.querySelector("dialog[open] .enters")?.pathname.endsWith("/try")`)
		for n, press := range []struct {
			key   string
			focus int
		}{{"ArrowDown", 1}, {"ArrowUp", 0}, {"ArrowDown", 1}} { // Down goes on from the hit that Enter opens
			b.hit(press.key, 0)
			b.until(fmt.Sprint("press ", n), fmt.Sprintf(`document.activeElement === document.querySelectorAll("dialog[open] .found a")[%d]`, press.focus))
		}
		evaluate[bool](b, `document.querySelector("dialog[open] [name=q]").focus(), true`)
		b.run(ask(input.InsertText, input.InsertTextParams{Text: "over"}))
		b.until("the overview", `!!document.querySelector("dialog[open] .enters")`)
		b.leave(func() { // more words, and Enter before they are looked for
			evaluate[bool](b, `(f => { f.elements.q.value = "lantern"; f.elements.q.dispatchEvent(new Event("input", {bubbles: true})); f.requestSubmit(); return true })(document.querySelector("dialog form"))`)
		})
		b.until("the search for all the words", `location.pathname.endsWith("/search") && location.search.includes("q=lantern")`)

		b.visit("/w/" + w)
		b.hit("k", 2) // with Ctrl
		b.until("the palette", `!!document.querySelector("dialog[open] [name=q]")`)
		b.run(ask(input.InsertText, input.InsertTextParams{Text: "lantern"}))
		b.until("what it found", `!!document.querySelector("dialog[open] .found a[href*='/references/']")`)
		b.accessible()
		b.leave(func() {
			b.hit("Enter", 0)
			evaluate[bool](b, `document.querySelector("dialog form")?.requestSubmit(); true`)
		})
		b.until("the account, which stands first", fmt.Sprintf(`location.pathname.startsWith("/w/%s/accounts/")`, w))

		b.leave(func() { b.hit("g", 0); b.hit("i", 0) })
		b.until("the imports", `location.pathname.endsWith("/imports")`)
		b.leave(func() { b.hit("g", 0); b.hit("b", 0) })
		b.until("the boards", `location.pathname.endsWith("/boards")`)
		for range 2 { // the second time, the address has the field already
			b.hit("k", 2)
			b.until("the palette", `!!document.querySelector("dialog[open] [name=q]")`)
			b.run(ask(input.InsertText, input.InsertTextParams{Text: "new board"}))
			b.until("what is begun there", `!!document.querySelector("dialog[open] .enters[href$='/boards#name']")`)
			b.hit("Enter", 0)
			b.until("the form of this page, unfolded, with the focus", `!document.querySelector("dialog") && document.activeElement.matches("details[open] #name")`)
			evaluate[bool](b, `document.activeElement.blur(), true`)
		}
		b.leave(func() { b.hit("g", 0); b.hit("i", 0) })
		b.until("the imports again", `location.pathname.endsWith("/imports")`)
		b.hit("j", 0)
		b.until("the first row", `!!document.activeElement.closest("tbody tr:first-child")`)
		b.hit("?", 0)
		b.until("the list of keys", `!!document.querySelector("dialog[open] #key-list-title")`)
		b.until("a name that no page has", `document.querySelector("#key-list-title").textContent === "Keyboard shortcuts"`)
		b.until("its top, with the focus on it", `document.activeElement === document.querySelector("dialog[open]") && document.activeElement.scrollTop === 0`)
		b.until("all of it", `document.activeElement.scrollHeight <= document.activeElement.clientHeight`)
		b.until("keys of every page", `[...document.querySelectorAll("dialog[open] kbd")].every((k) => k.textContent.trim() !== "g")`)
		b.accessible()
		b.click("Switch single-key shortcuts off")
		b.click("Close")
		b.hit("/", 0)
		b.hit("?", 0)
		b.until("the list of keys alone", `document.querySelectorAll("dialog[open]").length === 1 && !!document.querySelector("dialog[open] #key-list-title")`)
	})
}
