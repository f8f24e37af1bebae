package web_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle"
	"socialdata/internal/bundle/tsatest"
	keptfiles "socialdata/internal/kept"
	"socialdata/internal/testkit"
	"socialdata/internal/timestamps"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/work"
	"socialdata/web/webtest"
)

// signingKeys reads the published keys.
func signingKeys(t *testing.T, s *webtest.Site) (keys []ed25519.PublicKey) {
	t.Helper()
	var published struct{ Keys []bundle.PublicKey }
	testkit.Must(t, json.Unmarshal(s.Do("GET", "/.well-known/socialdata-signing-key", nil, nil).Body, &published))
	for _, k := range published.Keys {
		keys = append(keys, k.Key)
	}
	return keys
}

func verified(t *testing.T, b []byte, o bundle.Options) *bundle.Report {
	t.Helper()
	report, err := bundle.Verify(bytes.NewReader(b), int64(len(b)), o)
	testkit.Must(t, err)
	return report
}

// TestBundlesOfReferences downloads references with their evidence, and verifies it as sd does.
func TestBundlesOfReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		full := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1",
			Media: []references.Media{put(t, s, "../Größe 1.MP4", bytes.Repeat([]byte("video "), 100_000)), transcriptOf(t, s, "de", "Hallo.")}})
		bare := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		theirs := newOther(t, s).ids["referenceId"]
		key := scoped(t, s, accounts.MediaRead)
		for id, want := range map[string]string{
			full: "reference.json observation.json provenance.json transcript.srt transcript.vtt transcript.txt media.mp4 transcript.json",
			bare: "reference.json observation.json provenance.json",
		} {
			for path, as := range map[string]map[string]string{"/v1/references/" + id + "/bundle": key, "/w/" + s.Workspace + "/references/" + id + "/bundle": s.AsOwner()} {
				r := s.Do("GET", path, nil, as)
				if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "application/zip" {
					t.Fatalf("%s: %d %s", path, r.Status, r.Body)
				}
				m := verified(t, r.Body, bundle.Options{Keys: signingKeys(t, s)}).Manifest
				names := []string{}
				for _, f := range m.Files {
					names = append(names, f.Name)
				}
				if got := strings.Join(names, " "); got != want || m.ReferenceID != id || m.Timestamp != nil {
					t.Errorf("%s holds %s, want %s", path, got, want)
				}
			}
		}
		for path, status := range map[string]int{theirs: 404, "x": 404} {
			if r := s.Do("GET", "/v1/references/"+path+"/bundle", nil, key); r.Status != status {
				t.Errorf("%s: %d, want %d", path, r.Status, status)
			}
		}
		if r := s.Do("GET", "/v1/references/"+full+"/bundle", nil, scoped(t, s, accounts.ReferencesRead)); r.Status != http.StatusForbidden {
			t.Errorf("without the scope: %d", r.Status)
		}
	})
}

// TestABundleOfDamagedMediaIsNotWhole loses and damages what is kept: what is known before the first byte is an error, and
// what shows later breaks the zip off before its directory.
func TestABundleOfDamagedMediaIsNotWhole(t *testing.T) {
	s := embedded(t, webtest.Options{})
	video := bytes.Repeat([]byte("video "), 500_000)
	damaged := put(t, s, "a.mp4", video)
	damaged.SHA256 = strings.Repeat("0", 64)
	short := put(t, s, "b.mp4", video)
	short.Bytes++
	gone := put(t, s, "c.mp4", video)
	ids := map[string]string{}
	for name, m := range map[string]references.Media{"damaged": damaged, "short": short, "gone": gone} {
		ids[name] = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:" + name, Media: []references.Media{m}})
	}
	testkit.Must(t, s.Blobs.Delete(context.Background(), gone.BlobKey))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	go func() { _ = s.Server.Serve(l) }()
	defer func() { testkit.Must(t, s.Server.Shutdown(context.Background())) }()
	for name, id := range ids {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/v1/references/"+id+"/bundle", nil)
		testkit.Must(t, err)
		req.Header.Set("Authorization", "Bearer "+s.Key)
		r, err := http.DefaultClient.Do(req)
		if err != nil {
			continue // the connection was broken off at once
		}
		b, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if name == "gone" && r.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("gone: %d", r.StatusCode)
		}
		if _, broken := bundle.Verify(bytes.NewReader(b), int64(len(b)), bundle.Options{}); broken == nil {
			t.Errorf("%s: a whole zip came, with %v", name, err)
		}
	}
}

// TestAReaderWhoLeavesEndsItsBundle leaves bundles in their middle: nothing that sends them stays behind.
func TestAReaderWhoLeavesEndsItsBundle(t *testing.T) {
	s := embedded(t, webtest.Options{})
	id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Media: []references.Media{put(t, s, "a.mp4", bytes.Repeat([]byte("video "), 4_000_000))}})
	signer, err := bundle.NewSigner(modelstest.Secrets()...)
	testkit.Must(t, err)
	keep := &keptfiles.Reader{Store: s.Store, Blobs: s.Blobs, Signer: signer, Reference: func(references.Reference) any { return nil }}
	before := runtime.NumGoroutine()
	for range 20 {
		body, err := keep.Bundle(t.Context(), s.Workspace, id)
		testkit.Must(t, err)
		_, err = io.CopyN(io.Discard, body, 1<<20)
		testkit.Must(t, err)
		testkit.Must(t, body.Close())
	}
	testkit.Eventually(t, "no more goroutines than before the bundles", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// TestTimestampsOfImports asks an authority for timestamps: one that is down delays nothing and is asked again; a bundle
// carries what it gave, and the page says so.
func TestTimestampsOfImports(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		authority, down := tsatest.New(t), true
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if down {
				http.Redirect(w, r, "https://example.com/elsewhere", http.StatusTemporaryRedirect)
				return
			}
			authority.ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		stamper := &jobs.Stamper{Store: s.Store, Authority: timestamps.New(server.URL, http.DefaultTransport)}
		stamp := func() { modelstest.RunDue(t, s.Store, work.Timestamps, stamper.Handle) }
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Stamp: true, Media: []references.Media{put(t, s, "a.mp4", []byte("a video"))}})
		other := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		page, path := "/w/"+s.Workspace+"/references/"+id, "/v1/references/"+id+"/bundle"
		has := func(text string) {
			t.Helper()
			if r := s.Do("GET", page, nil, s.AsOwner()); !strings.Contains(string(r.Body), text) {
				t.Errorf("the page does not say %q", text)
			}
		}
		stamp()
		has("asked for, not given yet")
		if m := verified(t, s.Do("GET", path, nil, s.AsKey()).Body, bundle.Options{}).Manifest; m.Timestamp != nil {
			t.Errorf("a timestamp that nobody gave: %+v", m)
		}
		down = false
		stamp()
		has("asked for, not given yet") // it is not asked for again at once
		s.Clock.Add(2 * time.Minute)
		stamp()
		has("by CN=Test authority")
		b := s.Do("GET", path, nil, s.AsKey()).Body
		if stamp := verified(t, b, bundle.Options{Roots: authority.Roots}).Stamp; stamp == nil || stamp.Covers != "provenance.json" {
			t.Errorf("%+v", stamp)
		}
		if m := verified(t, s.Do("GET", "/v1/references/"+other+"/bundle", nil, s.AsKey()).Body, bundle.Options{}).Manifest; m.Timestamp != nil {
			t.Error("one that nobody asked for")
		}
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Stamp: true}) // a later import has its own
		stamp()
		if stamp := verified(t, s.Do("GET", path, nil, s.AsKey()).Body, bundle.Options{Roots: authority.Roots}).Stamp; stamp == nil {
			t.Error("no timestamp of the later import")
		}
		testkit.Must(t, s.Store.Imports.DeleteReference(t.Context(), s.Workspace, id))
		if n := modelstest.CountRows(t, s.Store, "stamps"); n != 0 {
			t.Errorf("%d timestamps of a deleted reference", n)
		}
	})
}
