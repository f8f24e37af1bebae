package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"socialdata/internal/testkit"
)

// replayFiles is where npm has the files of replayweb.page; its test is left out without them, but not in CI.
const replayFiles = "../../node_modules/replaywebpage"

// TestReplaySoftwareOpensTheAnswers imports a post with full evidence, and opens the WACZ of it in replayweb.page: what the platform
// answered is shown, out of the file alone.
func TestReplaySoftwareOpensTheAnswers(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(filepath.Join(replayFiles, "ui.js")); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("replaywebpage is needed here: see .ci/run")
		}
		t.Skip("replaywebpage is not in node_modules")
	}
	h, key := demoProgram(t)
	ask := func(method, path string, body any) []byte { return h.fetched(key, method, path, body) }
	var made struct {
		ID, ReferenceID, State string
	}
	testkit.Must(t, json.Unmarshal(ask("POST", "/v1/ingestions", map[string]any{"sourceUrl": "https://www.youtube.com/watch?v=g6QYSy6P-nW", "mediaProfile": "none", "evidence": "full"}), &made))
	for range 10 {
		if testkit.Must(t, json.Unmarshal(ask("GET", "/v1/imports/"+made.ID+"?wait=30", nil), &made)); made.State == "succeeded" {
			break
		}
	}
	wacz := ask("GET", "/v1/references/"+made.ReferenceID+"/bundle?format=wacz", nil)
	first := mainPage(t, wacz)
	mux := http.NewServeMux()
	mux.Handle("/replay/", http.StripPrefix("/replay/", http.FileServer(http.Dir(replayFiles))))
	mux.HandleFunc("/answers.wacz", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "answers.wacz", h.p.cfg.clock(), bytes.NewReader(wacz))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, `<!doctype html><title>Replay</title><script src="/replay/ui.js"></script>
			<replay-web-page source="/answers.wacz" url="`+html.EscapeString(first)+`" replayBase="/replay/" style="display:block;height:800px"></replay-web-page>`)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	b := (&testProgram{t: t, base: server.URL}).open(t)
	defer func() { b.mu.Lock(); b.complaints = nil; b.mu.Unlock() }() // the platform's own page may ask for what is not archived
	b.visit("/")
	b.until("what the platform answered", `(function find(root) {
		for (const e of root.querySelectorAll("*")) {
			if (e.shadowRoot && find(e.shadowRoot)) return true;
			if (e.tagName === "IFRAME") try {
				const d = e.contentDocument;
				if (d && d.location.href.includes("mp_/https://") && d.documentElement.textContent.toLowerCase().includes("lanternkitchen")) return true;
				if (d && find(d)) return true;
			} catch (e) {}
		}
		return false;
	})(document)`)
}

// mainPage returns the address with which a WACZ opens.
func mainPage(t *testing.T, wacz []byte) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(wacz), int64(len(wacz)))
	testkit.Must(t, err)
	f, err := z.Open("datapackage.json")
	testkit.Must(t, err)
	var described struct{ MainPageURL string }
	testkit.Must(t, json.NewDecoder(f).Decode(&described))
	return described.MainPageURL
}
