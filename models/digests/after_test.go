package digests

import (
	"testing"
	"time"
)

// TestPeriodsEndInTheMorning by the zone of the workspace, also where the clocks change.
func TestPeriodsEndInTheMorning(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		every         Every
		at            string
		zone          *time.Location
		before, after string
	}{
		{Daily, "2026-11-25T06:59:59Z", time.UTC, "2026-11-24T07:00:00Z", "2026-11-25T07:00:00Z"},
		{Daily, "2026-11-25T07:00:00Z", time.UTC, "2026-11-25T07:00:00Z", "2026-11-26T07:00:00Z"},
		{Daily, "2026-11-25T06:30:00Z", berlin, "2026-11-25T06:00:00Z", "2026-11-26T06:00:00Z"},
		{Daily, "2026-03-28T12:00:00Z", berlin, "2026-03-28T06:00:00Z", "2026-03-29T05:00:00Z"}, // summer time begins
		{Weekly, "2026-11-25T12:00:00Z", time.UTC, "2026-11-23T07:00:00Z", "2026-11-30T07:00:00Z"},
		{Weekly, "2026-11-23T06:00:00Z", time.UTC, "2026-11-16T07:00:00Z", "2026-11-23T07:00:00Z"},
	} {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := tt.every.after(at, tt.zone).UTC().Format(time.RFC3339); got != tt.after {
			t.Errorf("%s after %s: %s, want %s", tt.every, tt.at, got, tt.after)
		}
		if got := tt.every.before(at, tt.zone).UTC().Format(time.RFC3339); got != tt.before {
			t.Errorf("%s before %s: %s, want %s", tt.every, tt.at, got, tt.before)
		}
	}
}
