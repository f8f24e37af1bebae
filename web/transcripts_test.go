package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// transcriptOf keeps a transcript of one line and gives the row that an import writes about it.
func transcriptOf(t *testing.T, s *webtest.Site, language, text string) references.Media {
	t.Helper()
	raw, err := json.Marshal(content.Transcript{Language: language, Source: content.Captions, Segments: []content.Segment{{StartMs: 1500, EndMs: 4000, Text: text}}, Text: text})
	testkit.Must(t, err)
	row := put(t, s, "kettle-transcript.json", raw)
	row.Role, row.ContentType = references.TranscriptMedia, "application/json"
	return row
}

// TestTranscriptsOfReferences reads a kept transcript in every format, and beside its reference.
func TestTranscriptsOfReferences(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		said := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", Media: []references.Media{transcriptOf(t, s, "de", "Größe --> 5 <b>")}})
		silent := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:2"})
		theirs := newOther(t, s).ids["referenceId"]
		key := scoped(t, s, accounts.ReferencesRead)
		for _, c := range []struct{ id, query, contentType, body string }{
			{said, "", "application/json", `"startMs":1500`},
			{said, "?format=json", "application/json", `"language":"de"`},
			{said, "?format=srt", "application/x-subrip; charset=utf-8", "1\n00:00:01,500 --> 00:00:04,000\nGröße -> 5 <b>\n"},
			{said, "?format=vtt", "text/vtt; charset=utf-8", "WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nGröße --&gt; 5 &lt;b&gt;\n"},
			{said, "?format=text", "text/plain; charset=utf-8", "Größe --> 5 <b>\n"},
		} {
			r := s.Do("GET", "/v1/references/"+c.id+"/transcript"+c.query, nil, key)
			if r.Status != 200 || r.Header.Get("Content-Type") != c.contentType || !strings.Contains(string(r.Body), c.body) ||
				strings.Contains(r.Header.Get("Content-Disposition"), "kettle-transcript.") == (c.contentType == "application/json") {
				t.Errorf("%s: %d %v %s", c.query, r.Status, r.Header, r.Body)
			}
		}
		for path, status := range map[string]int{
			silent + "/transcript": 404, theirs + "/transcript": 404, "x/transcript": 404, said + "/transcript?format=ass": 400, said + "/transcript?format=": 400,
			said + "/transcript?lang=de": 400, said + "?include=media": 400,
		} {
			if r := s.Do("GET", "/v1/references/"+path, nil, key); r.Status != status {
				t.Errorf("%s: %d, want %d: %s", path, r.Status, status, r.Body)
			}
		}
		if r := s.Do("GET", "/v1/references/"+said+"/transcript", nil, scoped(t, s, accounts.MediaRead)); r.Status != 403 {
			t.Errorf("without the scope: %d", r.Status)
		}
		for path, want := range map[string][]string{
			"/v1/references/" + said: {`"transcript":null,`}, "/v1/references/" + said + "?include=transcript": {`"transcript":{"language":"de","source":"captions","text":"Größe`},
			"/v1/references/" + silent + "?include=transcript": {`"transcript":null,`},
			"/v1/references?include=transcript":                {`"transcript":{"language":"de"`, `"transcript":null,`, `"nextCursor":null`},
		} {
			r := s.Do("GET", path, nil, key)
			for _, w := range want {
				if r.Status != 200 || !strings.Contains(string(r.Body), w) {
					t.Errorf("%s: %d %s, want %s", path, r.Status, r.Body, w)
				}
			}
		}
		page := "/w/" + s.Workspace + "/references/" + said
		if r := s.Do("GET", page, nil, s.AsOwner()); !strings.Contains(string(r.Body), page+"/transcript?format=srt") {
			t.Errorf("the page offers no download: %s", r.Body)
		}
		if r := s.Do("GET", page+"/transcript?format=srt", nil, s.AsOwner()); r.Status != 200 || !strings.Contains(r.Header.Get("Content-Disposition"), "kettle-transcript.srt") {
			t.Errorf("the download: %d %v", r.Status, r.Header)
		}
	})
}

// TestAPageOfLongTranscriptsEndsEarly pages through more text than one answer may hold: each reference comes once.
func TestAPageOfLongTranscriptsEndsEarly(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for n := range 5 {
		said := transcriptOf(t, s, "en", strings.Repeat("words ", 500_000)) // 3 MB
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", n), Media: []references.Media{said}})
	}
	seen, pages := map[string]bool{}, 0
	for cursor := ""; pages == 0 || cursor != ""; pages++ {
		var page struct {
			Items []struct {
				ID         string
				Transcript *struct{ Text string }
			}
			NextCursor string
		}
		r := s.Do("GET", "/v1/references?include=transcript"+cursor, nil, s.AsKey())
		testkit.Must(t, json.Unmarshal(r.Body, &page))
		for _, item := range page.Items {
			if seen[item.ID] || item.Transcript == nil {
				t.Errorf("%s again, or without its text", item.ID)
			}
			seen[item.ID] = true
		}
		if cursor = ""; page.NextCursor != "" {
			cursor = "&cursor=" + page.NextCursor
		}
	}
	if len(seen) != 5 || pages != 3 {
		t.Errorf("%d references on %d pages", len(seen), pages)
	}
}

// TestCaptionsOfAnotherLanguageOnThePage looks an item up on its page and then in another of the languages that it lists.
func TestCaptionsOfAnotherLanguageOnThePage(t *testing.T) {
	s := embedded(t, webtest.Options{})
	link, path := s.Platforms.Samples()[0].Items[0], "/w/"+s.Workspace+"/try/lookup"
	_, _, page := send(t, s, path, s.AsOwner(), "url", link)
	if !strings.Contains(page, `<option value="pt-BR">Portuguese (Brazil) (pt-BR)</option>`) || !strings.Contains(page, "Welcome back.") {
		t.Errorf("in the spoken language: %s", page)
	}
	_, _, page = send(t, s, path, s.AsOwner(), "url", link, "language", "de")
	if !strings.Contains(page, `<option value="de" selected>`) || !strings.Contains(page, "Willkommen zurück.") {
		t.Errorf("in German: %s", page)
	}
}
