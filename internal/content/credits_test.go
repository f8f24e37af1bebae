package content_test

import (
	"testing"

	"socialdata/internal/content"
)

// TestUnmetered: what such a workspace uses lowers its balance, and what a metered one holds never comes near the advance.
func TestUnmetered(t *testing.T) {
	t.Parallel()
	for balance, want := range map[int64]bool{-1: false, 0: false, 1_000_000_000: false, content.Advance/2 - 1: false, content.Advance / 2: true, content.Advance - 5: true, content.Advance + 100: true} {
		if got := content.Unmetered(balance); got != want {
			t.Errorf("a balance of %d is unmetered: %v", balance, got)
		}
	}
}
