package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"html"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/media/c2pa/c2patest"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
)

// TestManifestsOfImportsAreValidated imports a post whose picture holds a manifest: as it was signed, changed, and signed by somebody whom
// the operator's list does not name. The API, the page, the export and the bundle have the verdict.
func TestManifestsOfImportsAreValidated(t *testing.T) {
	t.Parallel()
	s := c2patest.New(t, c2patest.Options{})
	list := filepath.Join(t.TempDir(), "trust.pem")
	testkit.Must(t, os.WriteFile(list, s.Roots, 0o600))
	picture := func(signer *c2patest.Signer) []byte {
		return signer.Sign(t, drawnPicture(t), c2patest.Manifest{Ingredient: true}, c2patest.Data)
	}
	for name, settings := range map[string]map[string]string{"embedded": {},
		"postgres+redis": servers(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var served atomic.Pointer[[]byte]
			platforms := simulator.New()
			upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, simulator.PhotoSigned) && strings.HasSuffix(r.URL.Path, ".jpg") {
					w.Header().Set("Content-Type", "image/jpeg")
					_, _ = w.Write(*served.Load())
					return
				}
				platforms.ServeHTTP(w, r)
			}))
			t.Cleanup(upstream.Close)
			settings["UPSTREAM"], settings["C2PA_TRUST"] = upstream.URL, list
			h := newProgram(t, settings)
			if n := h.p.doctorReport(nil).TrustAnchors; n != 1 {
				t.Errorf("doctor counts %d certificates", n)
			}
			w := h.owner()
			key := h.key(w)
			changed := bytes.Replace(picture(s), []byte(c2patest.Agent), []byte("Invented Crush"), 1)
			for _, c := range []struct {
				file   []byte
				want   content.C2PAValidation
				reason string
			}{
				{picture(s), content.C2PAValid, "were checked and hold"},
				{changed, content.C2PAInvalid, "An assertion was changed"},
				{picture(c2patest.New(t, c2patest.Options{})), content.C2PAUntrusted, "nobody on the trust list"},
			} {
				served.Store(&c.file)
				made := h.imported(key, "https://www.instagram.com/p/"+simulator.PhotoSigned+"/")
				if made.body.State != "succeeded" {
					t.Fatalf("%d %s", made.status, made.raw)
				}
				h.showsVerdict(key, w, made.body.ReferenceID, c.want, c.reason)
				if r := h.send(key, http.MethodDelete, "/v1/references/"+made.body.ReferenceID, nil); r.status >= http.StatusBadRequest {
					t.Fatalf("%d %s", r.status, r.raw)
				}
			}
		})
	}
}

// showsVerdict looks at a reference wherever it is shown.
func (h *testProgram) showsVerdict(key, workspace, id string, want content.C2PAValidation, reason string) {
	h.t.Helper()
	fromAPI := h.send(key, http.MethodGet, "/v1/references/"+id, nil).raw
	archive := h.send(key, http.MethodGet, "/v1/references/"+id+"/bundle", nil).raw
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	testkit.Must(h.t, err)
	file, err := z.Open("reference.json")
	testkit.Must(h.t, err)
	fromBundle, err := io.ReadAll(file)
	testkit.Must(h.t, err)
	for name, raw := range map[string][]byte{"the API": fromAPI, "the bundle": fromBundle,
		"the export": h.send(key, http.MethodGet, "/v1/references/export?format=ndjson", nil).raw} {
		var r struct{ MachineDerived content.MachineDerived }
		testkit.Must(h.t, json.Unmarshal(raw, &r))
		ai := r.MachineDerived.AIProvenance
		if ai == nil || ai.C2PA == nil || !*ai.C2PAPresent || !ai.C2PA.Present || ai.C2PA.Validation == nil || *ai.C2PA.Validation != want ||
			!strings.Contains(*ai.C2PA.Reason, reason) || *ai.C2PA.Signer != c2patest.Name || len(ai.C2PA.Actions) != 1 || len(ai.C2PA.Ingredients) != 1 {
			h.t.Errorf("%s, %s: %.2000s", want, name, raw)
		}
	}
	if page := html.UnescapeString(h.pageOf("owner@example.com", "/w/"+workspace+"/references/"+id)); !strings.Contains(page, reason) {
		h.t.Errorf("the page does not say %q", reason)
	}
}

// drawnPicture returns a JPEG that decodes.
func drawnPicture(t *testing.T) []byte {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 160, 120))
	for i := range picture.Pix {
		picture.Pix[i] = color.Gray{Y: uint8(i)}.Y
	}
	var b bytes.Buffer
	testkit.Must(t, jpeg.Encode(&b, picture, nil))
	return b.Bytes()
}
