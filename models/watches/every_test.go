package watches

import (
	"testing"
	"time"
)

// TestRunsKeepToTheirInterval: a wait is varied, but what runs every day is said to run in 24 hours.
func TestRunsKeepToTheirInterval(t *testing.T) {
	t.Parallel()
	for _, every := range Everies() {
		least, most := 2*every.Duration(), time.Duration(0)
		for range 1000 {
			wait := spread(every.Duration())
			least, most = min(least, wait), max(most, wait)
		}
		by := min(every.Duration()/20, 10*time.Minute)
		if least < every.Duration()-by || most > every.Duration()+by || most-least < by {
			t.Errorf("every %s runs in %v to %v", every, least, most)
		}
	}
}
