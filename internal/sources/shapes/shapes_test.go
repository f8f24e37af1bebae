package shapes

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

func TestDefault(t *testing.T) {
	if err := Default().check(sources.Platforms{}); err != nil {
		t.Fatal(err)
	}
}

func TestFileReplacesValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shapes.json")
	write := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	begin := time.Now().Add(-time.Hour)
	write(`{"asOf":"2026-11-01","video_site":{"web":{"version":"2.20270101.00.00"}},"photo_site":{"documents":{"post":["111111"]}}}`, begin)
	f, err := Open(path, sources.Platforms{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s := Source(f.Now).Now()
	if s.AsOf != "2026-11-01" || s.VideoSite.Web.Version != "2.20270101.00.00" || s.VideoSite.Web.Name != "WEB" || s.VideoSite.Android != Default().VideoSite.Android ||
		len(s.PhotoSite.Documents.Post) != 1 || len(Default().PhotoSite.Documents.Post) < 2 || Default().VideoSite.Web.Version == s.VideoSite.Web.Version {
		t.Errorf("%+v", s)
	}
	write(`{"video_site":{"web":{"version":"https://evil.example"}}}`, begin.Add(time.Minute))
	f.looked = time.Time{}
	if f.Now() != s || f.problem == nil {
		t.Errorf("a bad file is in use, or nothing was said: %v", f.problem)
	}
	write(`{"asOf":"2026-11-02"}`, begin.Add(2*time.Minute))
	f.looked = time.Time{}
	if got := f.Now(); got.AsOf != "2026-11-02" || got.VideoSite.Web != Default().VideoSite.Web || f.problem != nil {
		t.Errorf("%+v, %v", got, f.problem)
	}
}

func TestBadFilesAreRefusedWhole(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":         "{",
		"trailing":        "{} {}",
		"unknown":         `{"hosts":["evil.example"]}`,
		"schema":          `{"schema":2}`,
		"date":            `{"asOf":"soon"}`,
		"version":         `{"video_site":{"web":{"version":"2.0/../x"}}}`,
		"name":            `{"video_site":{"web":{"name":"web; drop"}}}`,
		"agent":           `{"userAgent":"a\r\nHost: evil.example"}`,
		"document":        `{"photo_site":{"documents":{"post":["12345x"]}}}`,
		"no document":     `{"photo_site":{"documents":{"post":[]}}}`,
		"graph":           `{"ad_library":{"graphVersion":"v25.0/../../x"}}`,
		"too many":        `{"ad_library":{"documents":{"search":["111111","111111","111111","111111","111111","111111","111111","111111","111111"]}}}`,
		"larger than all": `{"asOf":"` + strings.Repeat("x", maxFile) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "shapes.json")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(path, sources.Platforms{}, slog.New(slog.DiscardHandler)); err == nil {
				t.Error("it was taken")
			}
		})
	}
}

// TestAges counts from the date of a platform, or of the whole, and calls only those old that passed the limit.
func TestAges(t *testing.T) {
	t.Parallel()
	s, err := overlaid(`{"asOf":"2026-10-05","photo_site":{"asOf":"2026-11-20"}}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		platform content.Platform
		now      string
		days     int
		old      bool
	}{
		{content.VideoSite, "2026-11-19T00:00:00Z", 45, false}, {content.VideoSite, "2026-11-19T00:00:01Z", 45, true}, {content.AdLibrary, "2026-11-23T12:00:00Z", 49, true},
		{content.PhotoSite, "2026-11-23T12:00:00Z", 3, false}, {content.PhotoSite, "2027-01-10T00:00:00Z", 51, true}, {"toy_site", "2027-01-10T00:00:00Z", 0, false},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if days, old := s.Aging(c.platform, now); days != c.days || old != c.old {
			t.Errorf("%s at %s: %d days, old %v", c.platform, c.now, days, old)
		}
	}
}
