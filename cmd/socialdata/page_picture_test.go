package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
)

// TestPictureOfThePage imports a post with full evidence through a real browser: its page is in the API, on the reference's page and in the
// bundle, and goes with the reference.
func TestPictureOfThePage(t *testing.T) {
	t.Parallel()
	browser, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("chromium-headless-shell is needed here: see .ci/run")
		}
		t.Skip(err)
	}
	h := newProgram(t, map[string]string{"BROWSER": browser})
	key := h.key(h.owner())
	ask := func(method, path string, body any) []byte { return h.fetched(key, method, path, body) }
	var made struct{ ID, ReferenceID, State string }
	testkit.Must(t, json.Unmarshal(ask("POST", "/v1/ingestions", map[string]any{"sourceUrl": "https://www.youtube.com/watch?v=g6QYSy6P-nW", "mediaProfile": "none", "evidence": "full"}), &made))
	for range 10 {
		if testkit.Must(t, json.Unmarshal(ask("GET", "/v1/imports/"+made.ID+"?wait=30", nil), &made)); made.State == "succeeded" {
			break
		}
	}
	var kept struct {
		WorkspaceID string
		Provenance  struct{ PagePicture *content.PagePicture }
	}
	testkit.Must(t, json.Unmarshal(ask("GET", "/v1/references/"+made.ReferenceID, nil), &kept))
	shot := kept.Provenance.PagePicture
	if shot == nil || shot.Status != content.PageKept || shot.PictureMediaID == nil || shot.PDFMediaID == nil || !strings.HasPrefix(*shot.Address, "https://www.youtube.com/watch") {
		t.Fatalf("%+v", shot)
	}
	bundle := ask("GET", "/v1/references/"+made.ReferenceID+"/bundle", nil)
	z, err := zip.NewReader(bytes.NewReader(bundle), int64(len(bundle)))
	testkit.Must(t, err)
	f, err := z.Open("page.png")
	testkit.Must(t, err)
	if size, err := png.DecodeConfig(f); err != nil || size.Width != 1280 {
		t.Errorf("%+v %v", size, err)
	}
	if !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "page.pdf" }) {
		t.Error("the bundle has no page.pdf")
	}
	if got := h.p.versions()["browser"]; !strings.Contains(got, ".") {
		t.Errorf("doctor says %q", got)
	}
	b := h.open(t)
	b.signIn("owner@example.com")
	b.visit("/w/" + kept.WorkspaceID + "/references/" + made.ReferenceID)
	b.reads("as a visitor without login saw it on")
	b.lacks("not the post")
	b.visit("/w/" + kept.WorkspaceID + "/imports/" + made.ID)
	b.reads("Full: the platform’s own answers, a picture of the page")
	b.press("Import with other settings")
	b.until("the evidence that it had", `document.querySelector("#evidence").checked`)
	evaluate[any](b, `document.querySelector("#evidence").click()`)
	b.pressImport()
	b.until("its end", `document.title.startsWith("Succeeded")`)
	b.reads("Standard: which route answered")
	ask("DELETE", "/v1/references/"+made.ReferenceID, nil)
	if _, err := h.p.store.References.FindMedia(t.Context(), "", *shot.PictureMediaID); err == nil {
		t.Error("the picture outlives its reference")
	}
}
