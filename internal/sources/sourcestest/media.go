package sourcestest

import (
	"context"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// CheckMedia checks an item's files against the contract, and fetches each one.
func CheckMedia(t testing.TB, p content.Platform, f sources.Fetcher, m *sources.Media) {
	t.Helper()
	CheckItem(t, p, m.Item)
	for _, file := range m.Files {
		if file.Kind != content.MediaVideo && file.Kind != content.MediaImage || !strings.HasPrefix(file.URL, "https://") {
			t.Errorf("file %+v", file)
		}
		a, err := f.Fetch(context.Background(), sources.Request{URL: file.URL, Header: file.Header})
		if err != nil || a.Status != 200 || len(a.Body) == 0 {
			t.Errorf("%s: %v, %+v", file.URL, err, a)
		}
	}
}
