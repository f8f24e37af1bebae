package main

import (
	"strings"
	"testing"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/internal/media/likeness"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestSimilarReferences: the page of a reference leads to one of another platform, at the moment at which it looks alike, and the gallery
// shows versions of an ad's creative once.
func TestSimilarReferences(t *testing.T) {
	inBrowserOnServers(t, func(t *testing.T, h *testProgram) {
		w := h.owner()
		save := func(link, title string, poster likeness.Hash, shot references.ShotHash) string {
			in := modelstest.Saved{Link: link, SourceTitle: title, Channel: &content.AccountRef{ID: strings.SplitAfter(link, ":")[0] + "author"}, Media: []references.Media{{Role: references.PosterMedia, ContentType: "image/jpeg", BlobKey: w + "/" + title, SHA256: title}}}
			id := modelstest.Save(t, h.p.store, w, in)
			testkit.Must(t, h.p.store.Tx(t.Context(), func(tx *gorm.DB) error {
				return references.KeepHashes(tx, &references.Reference{ID: id, WorkspaceID: w}, []references.HashedFile{{MediaID: in.Media[0].ID, Picture: &poster}, {Shots: []references.ShotHash{shot}}})
			}))
			return id
		}
		const look, other = likeness.Hash(0xf0e1d2c3b4a59687), likeness.Hash(0x00ff00ff12345678)
		save("video_site:1", "Bread", ^look, references.ShotHash{StartMs: 12_000, Hash: other ^ 1})
		save("clip_site:2", "Cider again", look^3, references.ShotHash{Hash: ^other})
		save("ad_library:4", "Creative again", 0x5a5a0f0f3c3c9696, references.ShotHash{})
		save("ad_library:5", "Creative", 0x5a5a0f0f3c3c9696^3, references.ShotHash{})
		id := save("photo_site:3", "Cider", look, references.ShotHash{StartMs: 3000, Hash: other})
		b := h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/references/" + id)
		b.reads("Looks like these", "Bread", "Its picture at 0:12 is 98 % like 0:03 here", "Cider again", "Its picture is 96 % like this one")
		b.accessible()
		b.leave(func() { evaluate[any](b, `document.querySelector("#similar a[href$='at=12000']").click()`) })
		b.reads("Bread", "Looks like these")
		b.visit("/w/" + w + "/references")
		b.reads("5 references", "Bread", "Cider again", "1 more like it")
		b.until("one card for both ads, and one for each post", `document.querySelectorAll(".gallery > li").length === 4`)
		b.accessible()
		evaluate[any](b, `document.querySelector(".versions summary").click()`)
		b.reads("Creative again")
		evaluate[any](b, `document.querySelector(".versions [data-row]").click()`)
		b.reads("1 selected")
		b.accessible()
		b.visit("/w/" + w + "/references?view=table")
		b.until("every row of the table", `document.querySelectorAll("tbody tr").length === 5`)
	})
}
