package exports

import (
	"testing"
	"time"

	"socialdata/models/db"
)

// TestFoldersOfRuns are sorted by their time and never shared, below the prefix if there is one.
func TestFoldersOfRuns(t *testing.T) {
	t.Parallel()
	r := &Run{ID: "run", AsOf: db.Micros(time.Date(2026, 11, 30, 7, 5, 9, 0, time.UTC))}
	for prefix, want := range map[string]string{"": "requests-20261130T070509Z-run/", "sales/eu": "sales/eu/requests-20261130T070509Z-run/"} {
		if got := r.Folder(&Export{Kind: Requests, Prefix: prefix}); got != want {
			t.Errorf("below %q: %s, want %s", prefix, got, want)
		}
	}
}
