package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"socialdata/models/modelstest"
)

// TestOwnersArrangeBoards makes a board, puts references on it from their list and from their page, moves them by buttons and by
// dragging, and makes a smart board of a search.
func TestOwnersArrangeBoards(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		for _, title := range []string{"Copper", "Brass", "Amber"} { // listed the other way round
			modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: title})
		}
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/boards")
		b.accessible()
		b.fill("name", " ")
		b.press("Make board")
		b.reads("The name is needed.")
		b.fill("name", "Metals")
		b.press("Make board")
		b.reads("The board is made", "Nothing is on this board yet")
		b.accessible()
		b.press("Add references")
		b.reads("Add to Metals", "Tick what belongs on this board")
		evaluate[any](b, `document.querySelectorAll("[data-row]").forEach(e => e.click())`)
		b.press("Add to Metals")
		b.reads("3 references put on “Metals”.", "Open the board", "On it already")
		b.visit("/w/" + w + "/references")
		evaluate[any](b, `document.querySelectorAll("[data-row]").forEach(e => e.click())`)
		b.reads("3 selected")
		b.click("Board")
		evaluate[any](b, `document.querySelector("[data-bulk] [name=board]").selectedIndex = 1; null`)
		b.press("Put on board")
		b.reads("Nothing was changed: the board has 3 references of this selection already.", "3 selected")
		b.until("no tick", `document.querySelector(".flash.not") !== null`)
		b.makesABoardOfTwo(w)
		b.visit("/w/" + w + "/boards")
		b.reads("3 references")
		b.press("Metals")
		b.wantTitles("Amber", "Brass", "Copper")
		b.accessible()
		b.run(chromedp.EmulateViewport(390, 844))
		b.click("Edit board")
		b.until("the open form below one line of buttons", `new Set([...document.querySelectorAll(".head > .button, .head summary")].map(e => e.getBoundingClientRect().top)).size === 1 && document.getElementById("name").checkVisibility()`)
		b.accessible()
		b.run(chromedp.EmulateViewport(1280, 900))
		evaluate[any](b, `document.querySelector(".skip[href='#cards']").click()`)
		b.until("the first card to be one step away", `document.activeElement.id === "cards" && document.activeElement.contains(document.querySelector("[title=Later]"))`)
		b.pressNth("Later", 0)
		b.wantTitles("Brass", "Amber", "Copper")
		again := func() { b.leave(func() { evaluate[any](b, `document.activeElement.click()`) }) } // the focus stays on the button
		again()
		b.wantTitles("Brass", "Copper", "Amber")
		b.until("nothing that moves it further", `document.activeElement.matches("[aria-disabled=true][title=Later]")`)
		b.pressNth("Earlier", 2)
		b.wantTitles("Brass", "Amber", "Copper")
		b.leave(func() { evaluate[any](b, dragLastToTheFront) })
		b.wantTitles("Copper", "Brass", "Amber")
		b.pressNth("Take off the board", 1)
		b.reads("Taken off the board")
		b.wantTitles("Copper", "Amber")
		b.press("Undo")
		b.reads("Back on the board, at place 2.")
		b.wantTitles("Copper", "Brass", "Amber")
		b.pressNth("Take off the board", 1)
		b.wantTitles("Copper", "Amber")
		b.click("Amber")
		b.until("it beside the board", `document.querySelector("dialog[open]:not([aria-busy]) h2")?.textContent === "Amber"`)
		b.leave(func() { b.clickAt("dialog[open] .head a") })
		b.reads("Boards", "Metals")
		b.visit("/w/" + w + "/references?q=brass&sort=title")
		b.press("Save as board")
		b.until("the name, to be typed", `document.activeElement.name === "name"`)
		b.reads("It will show: “brass”.")
		b.until("the field below what it will show", `document.querySelector(".ask > p").getBoundingClientRect().bottom <= document.querySelector(".ask .field").getBoundingClientRect().top`)
		b.until("the order of the list", `document.querySelector(".ask [name=order]").value === "title"`)
		b.fill("name", "All brass")
		b.press("Make board")
		b.reads("It shows what its filter finds")
		b.wantTitles("Brass")
		b.accessible()
		b.click("Edit board")
		b.press("Delete board")
		b.press("Delete the board")
		b.reads("Its references stay saved.")
	})
}

// makesABoardOfTwo selects two references on a phone, whose bar of actions takes little of the screen, and makes a board of them.
func (b *browser) makesABoardOfTwo(w string) {
	b.run(chromedp.EmulateViewport(390, 844))
	b.visit("/w/" + w + "/references")
	evaluate[any](b, `[...document.querySelectorAll("[data-row]")].slice(1).forEach(e => e.click())`)
	b.reads("2 selected")
	b.until("a low bar", `document.querySelector("[data-bulk]").offsetHeight < 120 && !document.querySelector("[name=tags]").checkVisibility()`)
	b.click("Board")
	b.accessible()
	b.press("New board")
	b.reads("2 references put on a new board. Give it a name.")
	b.until("the form that names it, its name selected", `document.querySelector("#edit").open && document.activeElement.name === "name" && getSelection().toString() === "New board"`)
	b.fill("name", "Two metals")
	b.press("Save board")
	b.reads("Two metals", "2 references")
	b.run(chromedp.EmulateViewport(1280, 900))
}

// dragLastToTheFront drags the last card of a board before its first.
const dragLastToTheFront = `(() => {
	const cards = [...document.querySelectorAll("[data-board] > li")], last = cards.at(-1), data = new DataTransfer();
	const at = cards[0].getBoundingClientRect();
	const event = (type, on) => on.dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data, clientX: at.left + 1, clientY: at.top + 1}));
	event("dragstart", last);
	event("dragover", cards[0]);
	event("drop", last);
	return null;
})()`

// pressNth presses the n-th of the buttons with this title, from 0, and waits for the page that comes.
func (b *browser) pressNth(title string, n int) {
	b.t.Helper()
	b.leave(func() {
		evaluate[any](b, fmt.Sprintf(`[...document.querySelectorAll("main button")].filter(e => e.title === %q)[%d].click()`, title, n))
	})
}

// wantTitles waits until the cards of the page have these titles, in this order.
func (b *browser) wantTitles(titles ...string) {
	b.t.Helper()
	b.until(fmt.Sprint("the cards ", titles), fmt.Sprintf(`[...document.querySelectorAll(".gallery .two")].map(e => e.textContent).join() === %q`, strings.Join(titles, ",")))
}
