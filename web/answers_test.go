package web_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"socialdata/internal/bundle"
	"socialdata/internal/testkit"
	"socialdata/internal/warc"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// archiveOf returns a kept WARC file with one answer.
func archiveOf(t *testing.T, s *webtest.Site) references.Media {
	t.Helper()
	var b bytes.Buffer
	at := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	w, err := warc.NewWriter(&b, at, nil)
	testkit.Must(t, err)
	testkit.Must(t, w.Add(warc.Exchange{At: at, Method: "GET", URL: "https://clips.example/1", Status: 200, Header: []warc.Field{{Name: "Content-Type", Value: "text/html"}}, Body: []byte("<h1>Kept</h1>")}))
	m := put(t, s, "x-answers.warc.gz", b.Bytes())
	m.Role, m.ContentType = references.AnswersMedia, "application/gzip"
	return m
}

// TestAnswersOfThePlatformAreDownloaded downloads what an import with full evidence kept: in the bundle, and alone as WACZ.
func TestAnswersOfThePlatformAreDownloaded(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		full := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Media: []references.Media{archiveOf(t, s)}})
		bare := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		theirs := newOther(t, s).ids["referenceId"]
		key := scoped(t, s, accounts.MediaRead)
		r := s.Do("GET", "/v1/references/"+full+"/bundle", nil, key)
		m := verified(t, r.Body, bundle.Options{Keys: signingKeys(t, s)}).Manifest
		if last := m.Files[len(m.Files)-1].Name; last != "answers.warc.gz" {
			t.Errorf("the bundle ends with %s", last)
		}
		r = s.Do("GET", "/v1/references/"+full+"/bundle?format=wacz", nil, key)
		if r.Status != http.StatusOK || r.Header.Get("Content-Type") != "application/wacz" || !strings.Contains(r.Header.Get("Content-Disposition"), full+".wacz") {
			t.Fatalf("%d %v", r.Status, r.Header)
		}
		z, err := zip.NewReader(bytes.NewReader(r.Body), int64(len(r.Body)))
		testkit.Must(t, err)
		described, err := z.Open("datapackage.json")
		testkit.Must(t, err)
		var text bytes.Buffer
		_, err = text.ReadFrom(described)
		testkit.Must(t, err)
		if !strings.Contains(text.String(), `"mainPageUrl": "https://clips.example/1"`) {
			t.Errorf("it opens with %s", text.String())
		}
		for path, status := range map[string]int{bare + "/bundle?format=wacz": 404, theirs + "/bundle?format=wacz": 404, full + "/bundle?format=tar": 400, full + "/bundle?format=zip": 200} {
			if r := s.Do("GET", "/v1/references/"+path, nil, key); r.Status != status {
				t.Errorf("%s: %d %s, want %d", path, r.Status, r.Body, status)
			}
		}
		if r := s.Do("GET", "/v1/references/"+full+"/bundle?format=wacz", nil, scoped(t, s, accounts.ReferencesRead)); r.Status != http.StatusForbidden {
			t.Errorf("without the scope: %d", r.Status)
		}
	})
}

// TestEvidenceOfAnImport posts imports that want full evidence, and such that cannot be.
func TestEvidenceOfAnImport(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		post := func(evidence, key string) *webtest.Reply {
			h := s.AsKey()
			h["Idempotency-Key"] = key
			return s.Do("POST", "/v1/ingestions", map[string]any{"sourceUrl": s.Platforms.Samples()[0].Items[0], "evidence": evidence}, h)
		}
		for evidence, status := range map[string]int{"full": 202, "standard": 202, "half": 400} {
			r := post(evidence, evidence)
			if r.Status != status {
				t.Fatalf("%s: %d %s", evidence, r.Status, r.Body)
			}
			if status != 202 {
				continue
			}
			if wants, err := s.Store.Imports.WantsFullEvidence(t.Context(), r.JSON(t)["id"].(string)); err != nil || wants != (evidence == "full") {
				t.Errorf("%s: %t %v", evidence, wants, err)
			}
		}
		if r := post("standard", "full"); r.Code() != "idempotency_conflict" {
			t.Errorf("another evidence under the same key: %d %s", r.Status, r.Body)
		}
	})
}
