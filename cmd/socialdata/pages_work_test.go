package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/references"
)

// removed is a link to what its author took away.
const removed = "https://www.tiktok.com/@lantern/video/" + simulator.ClipRemoved

// TestTryPage recognises a link, looks it up for the price that was said, and again for nothing.
func TestTryPage(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w, sample := h.owner(), h.platforms.Samples()[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		b.reads("Three steps to begin")
		b.accessible()
		b.visit("/w/" + w + "/try")
		b.fill("url", "https://example.com/post/1")
		b.press("Check link")
		b.until("the focus on what it is", `document.activeElement.id === "found"`)
		b.reads("Not supported", "Only links of these platforms can be read")
		b.accessible()
		b.fill("url", "nonsense")
		b.unchecked()
		b.press("Check link")
		b.reads("This is not a link")
		b.fill("url", sample.Items[0])
		b.press("Check link")
		b.reads("YouTube video", "YouTube", "1 credit: it is read live", "The balance is 1,000 credits")
		b.accessible()
		b.press("Look it up")
		b.reads("Charged 1 credit, 999 credits left", "Read live", "not offered on this kind of post")
		b.isShown("#answer")
		b.accessible()
		b.visit("/w/" + w)
		b.until("the first step to be ticked off", `document.querySelectorAll(".steps .done").length === 1`)
		b.reads("Import it", "Why imports failed")
		b.accessible()
		b.visit("/w/" + w + "/try?url=" + sample.Items[0])
		b.press("Look it up")
		b.reads("Charged 0 credits, 999 credits left", "Served from the stored observation")
		b.visit("/w/" + w + "/try?url=https://www.youtube.com/" + strings.TrimPrefix(sample.Accounts[0], "video_site:"))
		b.reads("YouTube account @")
		b.press("Look it up")
		b.reads("Charged 1 credit, 998 credits left", "Followers")

		b.visit("/w/" + w + "/try?url=" + removed)
		b.press("Look it up")
		b.reads("This content has been removed", "Nothing was charged", "unavailable_removed")
		b.lacks("save it from there")
		b.isShown("#answer")
		b.accessible()
		b.visit("/w/" + w + "/try?url=https://www.youtube.com/watch?v=" + simulator.VideoBotCheck)
		b.press("Look it up")
		b.reads("route_degraded", "If your own browser shows the post, save it from there")
		b.accessible()
	})
}

// TestImportPageLeadsToReference goes from a link to the saved reference, edits it beside somebody else, extends
// its hold, finds it and deletes it.
func TestImportPageLeadsToReference(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w, link := h.owner(), h.platforms.Samples()[0].Items[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references")
		b.reads("No references yet")
		b.accessible()
		b.visit("/w/" + w + "/imports")
		b.reads("No imports yet")
		b.accessible()
		b.visit("/w/" + w + "/try?url=" + link)
		b.tick("profile", "full")
		b.pressImport()
		b.isShown(".flash")
		evaluate[any](b, `document.querySelector("#progress .copy").focus()`) // a button that has the focus does not stop the page
		b.reads("Succeeded", "Save the reference", "Open the reference")      // live, without loading the page again
		b.until("a title that says it", `document.title.startsWith("Succeeded")`)
		b.until("the reference is what to do next", `document.querySelector("#progress .primary").textContent === "Open the reference"`)
		b.until("no word of the beginning", `document.querySelector(".flash") === null`)
		b.until("what came later to be copied by a button, too", `document.querySelector("#progress .copy").hidden === false`)
		b.accessible()
		b.visit("/w/" + w + "/imports")
		b.reads("Succeeded")
		b.accessible()
		b.visit("/w/" + w + "/imports?state=failed")
		b.reads("No imports match")

		b.visit("/w/" + w + "/references")
		b.accessible()
		b.visit("/w/" + w + "/references?view=table")
		b.accessible()
		ref := h.onlyReference(w)
		b.visit("/w/" + w + "/references/" + ref.ID)
		b.reads("Media kept", "Measured", "No evidence either way", "It ends")
		b.accessible()
		b.printsWhole()
		b.playsAndSeeks()
		h.followsAnotherImport(b, w, ref)
		h.drawsChanges(b, w, ref)
		h.refreshedWhileTyping(b, w, ref)
		h.editedBesideSomebody(b, w, ref)

		b.fill("days", "200")
		b.press("Extend")
		b.reads("Media is kept until", "Extended manually")
		b.isShown(".flash")
		b.visit("/w/" + w + "/references?q=mine")
		b.reads("Mine")
		b.playsInTheList()
		b.opensTheMoment(w)
		h.showsText(h.onlyReference(w))
		b.opensTheTextOnScreen(w)
		b.visit("/w/" + w + "/references?tag=blue&q=nothinglikethis")
		b.reads("No references match")
		b.accessible()
		b.visit("/w/" + w + "/references/" + ref.ID)
		b.press("Delete reference")
		b.reads("“Mine alone” will be deleted in ")
		h.beginChanges(t)
		b.reads("1 reference deleted.", "No references yet")
	})
}

// printsWhole holds that a printed reference has its title, and the bars of its shots where no pictures are drawn yet.
func (b *browser) printsWhole() {
	b.t.Helper()
	b.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	b.until("the title on paper", `document.querySelector("h1").checkVisibility() && !document.querySelector(".in-place span").checkVisibility()`)
	b.until("the shots on paper", `document.querySelector("[data-drawn]") !== null || document.querySelector(".strip").checkVisibility()`)
	b.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
}

// playsAndSeeks holds that a shot and a line of the transcript lead the player to their times.
func (b *browser) playsAndSeeks() {
	b.t.Helper()
	b.until("the player to know its media", `document.querySelector("video").readyState >= 1`)
	evaluate[any](b, `document.querySelector("[data-shots]").parentElement.scrollIntoView({block: "center"})`) // they are drawn when they come into view
	b.until("a picture of each shot", `document.querySelectorAll(".shots canvas[data-drawn]").length === 3`)
	b.clickAt(".shots li:nth-child(3) a")
	b.until("the player to be at the third shot", `document.querySelector("video").currentTime >= 4`)
	b.click("3 shots as a list")
	b.clickAt("details .lines li:nth-child(2) a")
	b.until("the player to be at the second shot", `document.querySelector("video").currentTime >= 2`)
	b.clickAt(".transcript .lines li:nth-child(1) a")
	b.until("the player to be back at the first line", `document.querySelector("video").currentTime < 2 && document.querySelector(".now") !== null`)
}

// opensTheMoment searches for what is said, opens the video there, and goes on to the page of its account.
func (b *browser) opensTheMoment(w string) {
	b.t.Helper()
	b.visit("/w/" + w + "/references?q=Welcome")
	b.accessible()
	b.clickAt(".matches a.at")
	b.until("the video to be at the moment", `/[?&]at=\d+/.test(location.search) && document.querySelector("video").src.includes("#t=")`)
	b.clickAt(".byline a")
	b.reads("Lantern Kitchen", "Newest in References")
	b.accessible()
}

// opensTheTextOnScreen searches for what is only shown, and opens the video where it shows.
func (b *browser) opensTheTextOnScreen(w string) {
	b.t.Helper()
	b.visit("/w/" + w + "/references?q=twenty")
	b.until("the match to say that it is shown", `document.querySelector(".matches a.at").textContent === "On screen 0:02"`)
	b.accessible()
	b.clickAt(".matches a.at")
	b.until("the video to be where the text shows", `/[?&]at=2000/.test(location.search) && document.querySelector("video").src.includes("#t=2.0")`)
	b.reads("Text on screen", "Twenty percent off")
	b.clickAt("section[aria-labelledby=on-screen] .lines li:nth-child(2) a")
	b.until("the player to be at the second text", `document.querySelector("video").currentTime >= 3`)
	b.accessible()
}

// showsText has texts on screen in a reference, as an import with tesseract finds them.
func (h *testProgram) showsText(ref references.Reference) {
	h.t.Helper()
	derived := ref.Derived()
	derived.OnScreenText = []content.ScreenText{{StartMs: new(int64(2000)), EndMs: new(int64(3500)), Text: "Twenty percent off", Confidence: 0.94},
		{StartMs: new(int64(3500)), EndMs: new(int64(5000)), Text: "Only this week", Confidence: 0.81}}
	var err error
	ref.MachineDerived, err = json.Marshal(derived)
	testkit.Must(h.t, err)
	testkit.Must(h.t, h.p.store.Tx(h.t.Context(), func(tx *gorm.DB) error {
		if err := tx.Model(&references.Reference{}).Where("id = ?", ref.ID).Update("machine_derived", ref.MachineDerived).Error; err != nil {
			return err
		}
		return references.Index(tx, &ref, nil)
	}))
}

// playsInTheList holds that a card of the gallery plays, without sound, as long as somebody looks at it.
func (b *browser) playsInTheList() {
	b.t.Helper()
	b.run(chromedp.Focus(chromedp.CSS(".gallery h2 a")))
	b.until("the card with the focus to play", `(v => v && v.muted && v.currentTime > 0 && v.checkVisibility())(document.querySelector(".poster video"))`)
	evaluate[any](b, `document.activeElement.blur()`)
	b.until("a card without it to stop", `!document.querySelector(".poster video")`)
}

func (h *testProgram) onlyReference(w string) references.Reference {
	h.t.Helper()
	refs, err := h.p.store.References.References(h.t.Context(), w, references.Filter{}, db.PageRequest{Limit: 2})
	testkit.Must(h.t, err)
	if len(refs.Items) != 1 {
		h.t.Fatalf("%d references", len(refs.Items))
	}
	return refs.Items[0]
}

// drawsChanges holds that counts which changed are drawn, with their numbers.
func (h *testProgram) drawsChanges(b *browser, w string, ref references.Reference) {
	h.t.Helper()
	b.lacks("How it changed")
	link, problem := h.p.platforms.Recognize(ref.CanonicalURL)
	if problem != nil {
		h.t.Fatal(problem)
	}
	for n, views := range []int64{12_000, 12_345} {
		seen := history.Seen{Subject: link.NaturalID(), Counts: history.CountsOf(content.Stats{Views: &views}), Source: history.Lookup, At: h.p.store.NowMicros() + int64(n)}
		testkit.Must(h.t, h.p.store.Tx(h.t.Context(), func(tx *gorm.DB) error { return history.Add(tx, w, []history.Seen{seen}) }))
	}
	b.visit("/w/" + w + "/references/" + ref.ID)
	b.reads("How it changed", "Views 12,345")
	b.accessible()
}

// followsAnotherImport holds that the page of a reference that is there follows an import that renews it.
func (h *testProgram) followsAnotherImport(b *browser, w string, ref references.Reference) {
	h.t.Helper()
	id, err := h.accept(w, ref.CanonicalURL)
	testkit.Must(h.t, err)
	b.visit("/w/" + w + "/references/" + ref.ID)
	h.ended(w, id)
	b.until("the page to have followed it to its end", `!document.querySelector("#reference").dataset.live && !document.body.innerText.includes("is running")`)
}

// refreshedWhileTyping holds that a part that is read again keeps what is being typed, where, and what is open.
func (h *testProgram) refreshedWhileTyping(b *browser, w string, ref references.Reference) {
	h.t.Helper()
	b.clickAt(".in-place > summary")
	b.fill("title", "Half a tit")
	evaluate[any](b, `document.querySelector("video").pause()`)
	_, err := h.p.store.References.ExtendHold(h.t.Context(), w, ref.ID, 123)
	testkit.Must(h.t, err)
	evaluate[any](b, `document.getElementById("reference").dataset.live = "2"; refresh(); null`)
	b.reads("Extended manually", "in 123 days")
	b.until("what was typed, with the focus at its end",
		`(e => e.value === "Half a tit" && document.activeElement === e && e.selectionStart === 10 && e.checkVisibility())(document.querySelector("main [name=title]"))`)
	b.visit("/w/" + w + "/references/" + ref.ID)
}

// editedBesideSomebody holds that what one person does not touch is not sent, and that what two people changed is a choice
// in which neither loses a word.
func (h *testProgram) editedBesideSomebody(b *browser, w string, ref references.Reference) {
	h.t.Helper()
	theirs := func(a references.Annotation) {
		a.Revision = h.onlyReference(w).Revision
		_, err := h.p.store.References.Annotate(h.t.Context(), w, ref.ID, a)
		testkit.Must(h.t, err)
	}
	b.click("Edit")
	b.fill("notes", "A **note** of mine")
	theirs(references.Annotation{CustomTitle: &references.Note{To: new("Theirs")}, Tags: &[]string{"green"}})
	b.press("Save")
	b.reads("Saved.", "A note of mine")
	b.lacks("Someone else changed")
	b.isShown(".flash")
	b.fill("add-tags", "red, blue")
	evaluate[any](b, `answer(); null`) // a page that is slow to load takes no focus from somebody who types
	b.leave(func() { b.hit("Enter", 0) })
	h.isWritten(w, "Theirs", "A **note** of mine", "green red blue")
	b.fill("add-tags", strings.Repeat("long ", 20))
	b.press("Add")
	b.reads("Edit title, notes and tags", "A tag has more than 64 characters.")
	b.visit("/w/" + w + "/references/" + ref.ID)
	theirs(references.Annotation{Tags: &[]string{"green", "red", "blue", "also theirs"}})
	b.run(chromedp.Focus(chromedp.CSS("[aria-label='Remove the tag red']")))
	b.leave(func() { b.hit("Enter", 0) })
	h.isWritten(w, "Theirs", "A **note** of mine", "green blue also theirs")

	b.clickAt(".in-place > summary")
	b.accessible()
	b.fill("title", "Mine")
	theirs(references.Annotation{CustomTitle: &references.Note{To: new("Theirs again")}, Notes: &references.Note{To: new("A note of theirs")}})
	b.press("Save")
	b.reads("Someone else changed this while you were editing", "Theirs again", "Theirs:")
	b.isShown("[role=alert]")
	b.accessible()
	h.isWritten(w, "Theirs again", "A note of theirs", "green blue also theirs")
	b.unchecked()
	b.press("Save")
	b.reads("Choose one of the two.")
	b.isShown("[role=alert]")
	b.choose("keep-title", "mine")
	b.press("Save")
	b.reads("Saved.")
	h.isWritten(w, "Mine", "A note of theirs", "green blue also theirs")

	b.clickAt(".in-place > summary")
	b.fill("title", "Mine alone")
	b.leave(func() { b.hit("Enter", 0) })
	b.reads("Saved.", "Mine alone")
	h.isWritten(w, "Mine alone", "A note of theirs", "green blue also theirs")
}

func (h *testProgram) isWritten(w, title, notes, tags string) {
	h.t.Helper()
	r := h.onlyReference(w)
	if *r.CustomTitle != title || *r.Notes != notes || strings.Join(r.TagList(), " ") != tags {
		h.t.Errorf("title %q, notes %q, tags %v; want %q, %q, %s", *r.CustomTitle, *r.Notes, r.TagList(), title, notes, tags)
	}
}

// TestFailedImportPageShowsCause shows the failure in words, when the next attempt is, and what to do; and a waiting one can
// be cancelled.
func TestFailedImportPageShowsCause(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w, link := h.owner(), h.platforms.Samples()[1].Items[0]
		b := h.open(t)
		b.signIn("owner@example.com")
		h.platforms.Fail(simulator.Failure{Platform: "clip_site", Reset: true})
		b.visit("/w/" + w + "/try?url=" + link)
		b.pressImport()
		b.reads("Attempt 1", "The connection to the platform failed", "network_transport")
		b.reads("Attempt 2", "Waiting to retry", "Next is attempt 3 at") // after one second; the next one after a minute
		b.accessible()
		b.press("Cancel import")
		b.reads("Cancelled. Nothing was charged.")
		b.accessible()
		h.platforms.Heal()
		b.press("Import again")
		b.reads("Succeeded")
		b.visit("/w/" + w + "/try?url=" + removed)
		b.pressImport()
		b.reads("Failed", "This content has been removed", "It cannot be recovered")
		b.accessible()
		b.visit("/w/" + w)
		b.reads("Why imports failed", "This content has been removed")
		b.accessible()
	})
}
