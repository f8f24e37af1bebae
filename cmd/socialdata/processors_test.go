package main

import (
	"os"
	"runtime"
	"testing"
)

// TestSpareProcessors: the scheduler gets more than the machine has, once, and neither against the operator nor beyond a quota.
func TestSpareProcessors(t *testing.T) {
	before, all := runtime.GOMAXPROCS(0), runtime.NumCPU()
	defer runtime.GOMAXPROCS(before)
	for _, c := range []struct {
		chosen      string
		given, want int
	}{
		{given: all, want: all + spareProcessors},
		{given: all + spareProcessors, want: all + spareProcessors},
		{given: all + 1, want: all + 1},
		{chosen: "7", given: all, want: all},
	} {
		t.Setenv("GOMAXPROCS", c.chosen)
		if c.chosen == "" {
			_ = os.Unsetenv("GOMAXPROCS")
		}
		runtime.GOMAXPROCS(c.given)
		tuneScheduler()
		if got := runtime.GOMAXPROCS(0); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
