package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// TestOwnersWatchAnAccount tries an account, watches it from there, sees what the first run remembers and what the next one finds,
// changes the watch, pauses it and lets it go.
func TestOwnersWatchAnAccount(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		site := h.platforms.Samples()[0]
		_, handle, _ := strings.Cut(site.Accounts[0], "@")
		link := "https://www.youtube.com/@" + handle
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/watches")
		b.reads("No watches yet")
		b.accessible()
		b.press("Add a watch")
		b.accessible()
		b.fill("account", "no account")
		b.press("Continue")
		b.reads("This is no link to an account")
		b.visit("/w/" + w + "/try?url=" + url.QueryEscape(link))
		b.press("Watch this account")
		b.reads("The items of an account", "1 credit a page")
		b.fill("name", "Lanterns")
		b.choose("every", "1h")
		b.accessible()
		b.press("Start watching")
		b.reads("The watch is made", "Lanterns", "every hour")
		b.waitsFor(`document.body.innerText.includes("It remembered what is there")`)
		b.accessible()
		fresh := h.platforms.Publish(site.Platform, handle)
		if fresh == "" {
			t.Fatal("nothing was published")
		}
		b.press("Run now")
		b.reads("It runs now")
		b.waitsFor(`document.querySelector("#watch [aria-current=page]").textContent === "New"`)
		b.reads(fresh)
		b.until("nothing else", `document.querySelectorAll("#watch tbody tr").length === 1`)
		b.press("Runs")
		b.reads("1 new item")
		b.press("Ended")
		b.reads("Nothing has ended.")
		b.press("Still there")
		b.reads(fresh)
		b.accessible()
		b.press("What it has seen")
		b.reads("New", "at the first run", fresh)
		b.accessible()
		b.press("Report")
		b.reads("Running now", "Looks could tell what ended", "Growth of the account")
		b.until("what is new", fmt.Sprintf(`[...document.querySelectorAll("section[aria-labelledby=new] a")].some(a => a.href.includes(%q))`, fresh))
		b.accessible()
		b.press("7 days")
		b.reads("Nothing ended in the last 7 days")
		b.leave(func() { evaluate[any](b, `document.querySelector("a[aria-label='New: 1']").click()`) })
		b.reads("Only what the report counts is shown", fresh)
		b.until("one item", `document.querySelectorAll("#watch tbody tr").length === 1`)
		b.visit("/w/" + w + "/watches")
		b.reads("Lanterns", "Active", "1 new item", "New this week")
		b.until("one is new", `document.querySelector('a[href$="?show=new"]').textContent === "1"`)
		b.accessible()
		b.press("Lanterns")
		b.changesAWatch()
		b.press("Delete this watch")
		b.reads("Delete “Lamps”?")
		b.press("Delete the watch")
		b.reads("The watch is deleted", "No watches yet")
	})
}

// changesAWatch edits, pauses and resumes the watch of the page.
func (b *browser) changesAWatch() {
	b.t.Helper()
	b.click("Edit")
	b.fill("name", "Lamps")
	b.tick("imports", "yes")
	b.fill("credits", "0")
	b.press("Save")
	b.reads("Enter a whole number")
	b.fill("credits", "20")
	b.fill("tags", "lamps")
	b.tick("readsAll", "yes")
	b.click("Thresholds")
	b.choose("threshold-field-1", "views")
	b.choose("threshold-op-1", "grows 7d")
	b.fill("threshold-value-1", "0")
	b.press("Save")
	b.reads("at least 1 for one that grows")
	b.accessible()
	b.fill("threshold-value-1", "5000")
	b.press("Save")
	b.reads("Views grow within 7 days by 5,000", "the whole list at each run")
	b.reads("The watch is saved", "Lamps", "what is new: the facts and an analysis", "tagged lamps", "of 20 credits")
	b.press("Pause")
	b.reads("The watch is paused", "Paused", "when it is resumed")
	b.press("Resume")
	b.reads("The watch is resumed")
}

// TestOwnersWatchASearchAndAnItem makes a watch of each kind, and is told what cannot be watched.
func TestOwnersWatchASearchAndAnItem(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		site := h.platforms.Samples()[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/watches/new?kind=search")
		b.choose("platform", "ad_library")
		b.fill("q", "lamp")
		b.press("Continue")
		b.reads("A search for “lamp”", "Status", "Country")
		b.fill("country", "Q")
		b.press("Start watching")
		b.reads("Two letters, as in DE, or ALL.")
		b.fill("country", "de")
		b.press("Start watching")
		b.reads("“lamp”", "DE")
		b.visit("/w/" + w + "/watches/new?kind=item&url=" + url.QueryEscape("https://www.youtube.com/@"+site.Accounts[0][strings.Index(site.Accounts[0], "@")+1:]))
		b.reads("Watch it as one")
		b.visit("/w/" + w + "/watches/new?kind=item&url=" + url.QueryEscape(site.Items[0]))
		b.reads("A single item", "1 credit")
		b.lacks("Import it")
		b.press("Start watching")
		b.waitsFor(`document.body.innerText.includes("It remembered what is there")`)
		b.press("Run now")
		b.waitsFor(`document.body.innerText.includes("The counts are as they were")`)
	})
}
