package web_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// TestAnswersWithARevisionHaveATag: the answer that a client has is not sent again until it changes; answers without a revision
// have no tag.
func TestAnswersWithARevisionHaveATag(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: strings.Repeat("A kettle that sings ", 100)})
		path := "/v1/references/" + id
		first := s.Do("GET", path, nil, s.AsKey())
		tag := first.Header.Get("ETag")
		if first.Status != 200 || len(tag) < 10 {
			t.Fatalf("%d, %q", first.Status, tag)
		}
		with := func(condition string) map[string]string {
			h := s.AsKey()
			h["If-None-Match"] = condition
			return h
		}
		for _, condition := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			if r := s.Do("GET", path, nil, with(condition)); r.Status != 304 || len(r.Body) != 0 || r.Header.Get("ETag") != tag || r.Header.Get("X-Request-Id") == "" {
				t.Errorf("%s: %d, %d bytes, %v", condition, r.Status, len(r.Body), r.Header)
			}
		}
		if r := s.Do("GET", path, nil, with(`"other"`)); r.Status != 200 {
			t.Errorf("another tag: %d", r.Status)
		}
		scenario{name: "change", method: "PATCH", path: path, body: map[string]any{"revision": revisionOf(t, s, id), "tags": []string{"x"}}, status: 200}.run(t, s, s.AsKey())
		if r := s.Do("GET", path, nil, with(tag)); r.Status != 200 || r.Header.Get("ETag") == tag {
			t.Errorf("after a change: %d", r.Status)
		}
		if r := s.Do("GET", "/v1/references", nil, with("*")); r.Status != 200 || r.Header.Get("ETag") != "" {
			t.Errorf("a list: %d, %q", r.Status, r.Header.Get("ETag"))
		}
		header := s.AsKey()
		header["Accept-Encoding"] = "gzip"
		packed := s.Do("GET", path, nil, header)
		z, err := gzip.NewReader(strings.NewReader(string(packed.Body)))
		if err != nil || packed.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%v, %v", err, packed.Header)
		}
		if body, err := io.ReadAll(z); err != nil || !strings.Contains(string(body), "kettle") || len(packed.Body) >= len(body) {
			t.Errorf("%v: %d of %d bytes", err, len(packed.Body), len(body))
		}
	})
}
