package watches

import (
	"testing"
	"time"

	"socialdata/handlers/operations"
	"socialdata/models/db"
	"socialdata/models/watches"
)

// TestTheChartOfAYoungWatchBeginsWithIt draws a period of 30 days with the watch's age, but no fewer than 14 days.
func TestTheChartOfAYoungWatchBeginsWithIt(t *testing.T) {
	t.Parallel()
	begin := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for age, want := range map[int]int{2: 14, 20: 20, 90: 30} {
		since := db.Micros(begin.AddDate(0, 0, 30-age).Add(time.Hour))
		r := &operations.WatchReport{Report: &watches.Report{}}
		r.RunsSince = &since
		for n := range 30 {
			r.Days = append(r.Days, watches.Day{Start: begin.AddDate(0, 0, n)})
		}
		if got := drawnDays(r); len(got) != want {
			t.Errorf("%d days old: %d days are drawn, want %d", age, len(got), want)
		}
	}
}
