package views

import (
	"slices"
	"testing"
)

// TestRowsDoNotRepeatTheirGroup: what all failures of a group say is said once, if all are listed.
func TestRowsDoNotRepeatTheirGroup(t *testing.T) {
	t.Parallel()
	closed, waited := FailedRow{Stage: "Reading", Cause: "closed"}, FailedRow{Stage: "Reading", Cause: "no answer in time"}
	if got := (FailureGroup{Count: 2, Rows: []FailedRow{closed, closed}}).why(); got != "Reading: closed" {
		t.Errorf("the group says %q", got)
	}
	for _, g := range []FailureGroup{{Count: 2, Rows: []FailedRow{closed, waited}}, {Count: 3, Rows: []FailedRow{closed, closed}}, {}} {
		if got := g.why(); got != "" {
			t.Errorf("%+v says %q for all", g, got)
		}
	}
}

// TestAddressesWrapBetweenTheirParts: an address is not divided within a number.
func TestAddressesWrapBetweenTheirParts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"tiktok.com/@mira/video/7548": {"tiktok.com/", "@mira/", "video/", "7548"},
		"youtube.com/watch?v=a&t=1":   {"youtube.com/", "watch", "?v=a&", "t=1"},
	} {
		if got := addressParts(text); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
