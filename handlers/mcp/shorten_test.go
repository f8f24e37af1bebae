package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestShorten cuts texts before lists, and neither cursors nor links.
func TestShorten(t *testing.T) {
	cursor, link := strings.Repeat("c", 500), "https://example.com/"+strings.Repeat("x", 500)
	list := func(rows, text int) []byte {
		data := make([]map[string]any, rows)
		for n := range data {
			data[n] = map[string]any{"text": strings.Repeat("ä", text), "url": link, "count": 9007199254740993}
		}
		raw, err := json.Marshal(map[string]any{"data": data, "page": map[string]any{"nextCursor": cursor}})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	for _, c := range []struct {
		name       string
		rows, text int
		cuts, left int
	}{
		{"short enough", 10, 100, 0, 10},
		{"long texts", 30, 3000, 1, 30},
		{"a long list", 3000, 150, 2, 46},
	} {
		short, cuts := shorten(list(c.rows, c.text), MaxResult)
		var v struct {
			Data []struct {
				Text, URL string
				Count     int64
			}
			Page struct{ NextCursor string }
		}
		if err := json.Unmarshal(short, &v); err != nil {
			t.Fatal(err)
		}
		if len(short) > MaxResult || len(cuts) != c.cuts || len(v.Data) != c.left || v.Page.NextCursor != cursor || v.Data[0].URL != link || v.Data[0].Count != 9007199254740993 {
			t.Errorf("%s: %d bytes, %v, %d rows", c.name, len(short), cuts, len(v.Data))
		}
		if c.text > 2000 && !strings.HasSuffix(v.Data[0].Text, "…") {
			t.Errorf("%s: %s", c.name, v.Data[0].Text)
		}
	}
}

// TestTranscriptPages walks a long transcript: every segment comes once, in order, and each page fits.
func TestTranscriptPages(t *testing.T) {
	whole := transcript{Language: "en", Source: "captions"}
	for n := range 5000 {
		whole.Segments = append(whole.Segments, json.RawMessage(fmt.Sprintf(`{"startMs":%d,"endMs":%d,"text":"line %d, %s"}`, n, n+1, n, strings.Repeat("word ", 20))))
	}
	offset, pages, seen := 0, 0, 0
	for {
		page := cutTranscript(whole, offset)
		raw, err := json.Marshal(page)
		if err != nil || len(raw) > MaxResult || page.Offset != offset || page.Total != 5000 {
			t.Fatalf("a page from %d has %d bytes (%v)", offset, len(raw), err)
		}
		for n, line := range strings.Split(page.Transcript.Text, "\n") {
			if !strings.HasPrefix(line, fmt.Sprintf("line %d,", offset+n)) {
				t.Fatalf("line %d is %q", offset+n, line)
			}
		}
		seen += len(page.Transcript.Segments)
		if pages++; page.NextOffset == nil {
			break
		}
		offset = *page.NextOffset
	}
	if seen != 5000 || pages < 10 {
		t.Errorf("%d segments on %d pages", seen, pages)
	}
	if past := cutTranscript(whole, 6000); len(past.Transcript.Segments) != 0 || past.NextOffset != nil {
		t.Errorf("past the end: %+v", past)
	}
}
