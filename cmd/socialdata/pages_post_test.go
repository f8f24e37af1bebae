package main

import (
	"testing"

	"socialdata/internal/sources/simulator"
)

// TestTryShowsThePost holds that a lookup is answered as the platform shows a post: picture, author, words, hashtags and
// transcript, before the counts; and that an ad has facts of its own.
func TestTryShowsThePost(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, samples := h.owner(), h.platforms.Samples()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/try?url=" + samples[1].Items[0])
		b.press("Look it up")
		b.reads("What to do with it", "Look it up again")
		b.until("the picture", `document.querySelector(".answer img").naturalWidth > 0`)
		b.reads("sourdough at dawn, before the street wakes", "#sourdough", "Mira Oven", "@mira.oven", "Shares", "Saves")
		b.lacks("hidden by the platform", `src="https:`)
		b.until("the author to be linked", `document.querySelector(".byline a").href === "https://www.tiktok.com/@mira.oven"`)
		b.until("the transcript", `document.querySelectorAll(".lines li").length > 0`)
		b.accessible()

		b.visit("/w/" + w + "/try?url=" + samples[3].Items[0])
		b.press("Look it up")
		b.reads("Advertiser", "Copperline Kettles", "Active since", "Shown on", "Call to action")
		b.lacks("hidden by the platform", "not offered on this kind of post", "stats.views</")
		b.accessible()
	})
}

// TestReferenceShowsThePost holds the same for what an import keeps, with the facts beside the player.
func TestReferenceShowsThePost(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/try?url=" + h.platforms.Samples()[1].Items[0])
		b.tick("profile", "none")
		b.pressImport()
		b.reads("Succeeded")
		b.press("Open the reference")
		b.reads("sourdough at dawn, before the street wakes", "#sourdough", "Mira Oven", "Comments", "Shares", "Saves", "Seen")
		b.until("the thumbnail in place of a player", `document.querySelector(".player img").naturalWidth > 0`)
		b.until("the facts beside the player", `(() => { const at = s => document.querySelector(s).getBoundingClientRect();
			return at(".beside").left >= at(".player").right && at(".beside").top < at(".player").bottom })()`)
		b.accessible()
		b.visit("/w/" + w + "/references")
		b.until("its picture in the gallery", `document.querySelector(".gallery img").naturalWidth > 0`)
	})
}

// TestListsShowPictures holds that imports and references are listed with title and picture, and that an import that failed
// leaves no grey card among what is saved.
func TestListsShowPictures(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, clips := h.owner(), h.platforms.Samples()[1].Items
		b := h.open(t)
		b.signIn("owner@example.com")
		start := func(link, profile string) {
			b.visit("/w/" + w + "/try?url=" + link)
			b.tick("profile", profile)
			b.pressImport()
		}
		start(clips[0], "none")
		b.reads("Succeeded", "sourdough at dawn, before the street wakes")
		b.until("the title in the tab", `document.title.startsWith("Succeeded \u00b7 sourdough at dawn, before the street wakes")`)
		start("https://www.tiktok.com/@odd.parcels/video/"+simulator.ClipNoVideo, "full")
		b.reads("Failed", "a parcel, still sealed")
		b.visit("/w/" + w + "/imports")
		b.reads("sourdough at dawn, before the street wakes", "a parcel, still sealed")
		b.until("a picture of the first", `document.querySelector("#rows img").naturalWidth > 0`)
		b.accessible()
		b.visit("/w/" + w + "/references")
		b.reads("sourdough at dawn, before the street wakes")
		b.lacks("a parcel, still sealed")
		b.accessible()
		b.visit("/w/" + w + "/references?state=failed")
		b.reads("a parcel, still sealed")
		b.lacks("sourdough at dawn, before the street wakes")
	})
}

// TestReferenceShowsEveryPart holds that a carousel is kept as a whole: pictures and a video side by side, reached by links and
// by keys, and counted on its card.
func TestReferenceShowsEveryPart(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/try?url=" + h.platforms.Samples()[2].Items[2])
		b.tick("profile", "full")
		b.pressImport()
		b.reads("Succeeded")
		b.press("Open the reference")
		b.reads("All 3 parts are kept.", "Part 1 of 3", "Part 3 of 3")
		b.until("the first picture", `document.querySelector(".parts img").naturalWidth > 0`)
		b.until("its words", `document.querySelector(".parts img").alt === "Plate 1 of the series."`)
		b.until("the video", `document.querySelector(".parts video").readyState > 0`)
		b.accessible()
		evaluate[any](b, `scrollTo(0, 0), document.querySelector(".part-links a:last-child").click()`)
		b.until("the last part to be in sight", `(() => { const one = document.querySelector("#part-3").getBoundingClientRect(), all = document.querySelector(".parts").getBoundingClientRect();
			return one.left >= all.left - 8 && one.left < all.right && scrollY === 0 })()`)
		b.until("its number to be marked", `document.querySelector(".part-links [aria-current=true]").textContent === "3"`)
		evaluate[any](b, `document.querySelector(".parts").focus()`)
		b.until("the list to hold the focus", `document.activeElement === document.querySelector(".parts")`)
		b.visit("/w/" + w + "/references")
		b.reads("3 parts")
	})
}
