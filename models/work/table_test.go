package work

import (
	"slices"
	"testing"
	"time"
)

// TestWaitsDouble up to the last one, which comes once.
func TestWaitsDouble(t *testing.T) {
	t.Parallel()
	for last, want := range map[time.Duration][]time.Duration{4: {1, 2, 4}, 5: {1, 2, 4, 5}, 1: {1}} {
		if got := doubling(1, last); !slices.Equal(got, want) {
			t.Errorf("up to %d: %v, want %v", last, got, want)
		}
	}
}
