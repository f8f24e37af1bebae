package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"socialdata/internal/media/blobs"
	"socialdata/internal/testkit"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestOwnersShareWithStrangers makes a link to a board that has a password, opens it in a browser without a session, and revokes it.
func TestOwnersShareWithStrangers(t *testing.T) {
	inBrowser(t, func(t *testing.T, h *testProgram) {
		w, notes := h.owner(), "Open with this one."
		ref := modelstest.Save(t, h.p.store, w, modelstest.Saved{SourceTitle: "A copper lamp", Notes: &notes, Media: []references.Media{h.keep(w, references.PosterMedia, "image/png", picture(t)),
			h.keep(w, references.TranscriptMedia, "application/json", []byte(`{"language":"en","source":"captions","segments":[{"startMs":0,"endMs":900,"text":"It floats."}],"text":"It floats."}`))}})
		board, err := h.p.store.Boards.Create(t.Context(), boards.Board{WorkspaceID: w, Name: "Metals", Kind: boards.Manual, Sort: references.AsPlaced}, []string{ref})
		testkit.Must(t, err)
		b, stranger := h.open(t), h.open(t)
		b.signIn("owner@example.com")
		b.visit("/w/" + w + "/boards/" + board.ID)
		b.press("Share")
		b.reads("Nobody outside sees it yet.")
		b.accessible()
		for _, width := range []int64{320, 390, 1280} {
			b.run(chromedp.EmulateViewport(width, 900))
			b.until("label, field and unit in one line", `((label, input, unit) => {
				const [l, i, u] = [label, input, unit].map((e) => e.getBoundingClientRect()), middle = (r) => (r.top + r.bottom) / 2;
				return l.right <= i.left && i.right <= u.left && Math.abs(middle(l) - middle(i)) < 8 && Math.abs(middle(u) - middle(i)) < 8;
			})(document.querySelector("label[for=days]"), document.querySelector("#days"), document.querySelector("#days-unit"))`)
		}
		b.fill("days", "400")
		b.press("Make link")
		b.reads("Enter a whole number from 1 to 365.")
		b.fill("days", "7")
		b.fill("password", "copper and brass")
		b.press("Make link")
		b.reads("The link is made", "in 7 days", "with a password")
		b.accessible()
		link := strings.TrimPrefix(evaluate[string](b, `document.querySelector(".secret pre").textContent`), b.base)

		stranger.visit(link)
		stranger.reads("Password needed")
		stranger.accessible()
		stranger.lacks("Metals")
		stranger.fill("password", "brass")
		stranger.press("Open")
		stranger.reads("Wrong password.")
		stranger.accessible()
		stranger.fill("password", "copper and brass")
		stranger.press("Open")
		stranger.reads("Metals", "A copper lamp", "Shared by")
		stranger.lacks(notes, "<script", "/w/")
		stranger.until("the picture", `[...document.images].every(i => i.complete && i.naturalWidth > 0)`)
		stranger.accessible()
		stranger.press("A copper lamp")
		stranger.reads("It floats.", "A still picture", "Technical details")
		stranger.accessible()
		const address = `document.querySelector(".technical dd").checkVisibility({contentVisibilityAuto: true})`
		stranger.until("the address is folded", "!"+address)
		stranger.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		stranger.until("the address is printed", address)
		stranger.run(ask(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))

		b.visit("/w/" + w + "/boards/" + board.ID + "/share")
		b.until("a view", `document.querySelector("td[data-label=Views]").textContent === "1"`)
		b.visit("/w/" + w + "/boards")
		b.press("All shared links")
		b.reads("Board", "by ", "Works")
		b.accessible()
		b.press("Revoke")
		b.reads("Revoke the link made", "It was viewed 1 time")
		b.accessible()
		b.press("Keep it")
		b.reads("Works")
		b.press("Revoke")
		b.press("Revoke the link")
		b.reads("The link is revoked", "Shared links", "Revoked")
		b.accessible()
		stranger.visit(link)
		stranger.reads("This link is gone")
		stranger.accessible()
		b.visit("/w/" + w + "/references/" + ref)
		b.press("Share")
		b.reads("Share this reference")
	})
}

// picture is a picture of one colour.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	testkit.Must(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 40))))
	return b.Bytes()
}

// keep puts a file into the store of media, for a reference that is saved with it.
func (h *testProgram) keep(workspace string, role references.MediaRole, contentType string, body []byte) references.Media {
	h.t.Helper()
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	key, file := blobs.Key(workspace, digest, db.NewID()), filepath.Join(h.t.TempDir(), "file")
	testkit.Must(h.t, os.WriteFile(file, body, 0o600))
	testkit.Must(h.t, h.p.media.Blobs.Put(h.t.Context(), key, file, digest))
	return references.Media{Role: role, ContentType: contentType, Bytes: int64(len(body)), SHA256: digest, Filename: "file", BlobKey: key}
}
