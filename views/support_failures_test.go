package views

import (
	"slices"
	"testing"
)

// TestRowsDoNotRepeatTheirGroup: what all failures of a group say is said once, if all are listed.
func TestRowsDoNotRepeatTheirGroup(t *testing.T) {
	t.Parallel()
	closed, waited := FailedRow{Stage: "Reading", Cause: "closed"}, FailedRow{Stage: "Reading", Cause: "no answer in time"}
	if got := (FailedRow{Attempts: 5, Cause: "the platform answered 429"}).why(); got != "Attempt 5: the platform answered 429" {
		t.Errorf("without a stage: %q", got)
	}
	if got := (FailureGroup{Count: 2, Rows: []FailedRow{closed, closed}}).why(); got != "Reading: closed" {
		t.Errorf("the group says %q", got)
	}
	for _, g := range []FailureGroup{{Count: 2, Rows: []FailedRow{closed, waited}}, {Count: 3, Rows: []FailedRow{closed, closed}}, {}} {
		if got := g.why(); got != "" {
			t.Errorf("%+v says %q for all", g, got)
		}
	}
}

// TestHeadlineCountsWhatWasSolved: the failures of known groups are among those that it counts.
func TestHeadlineCountsWhatWasSolved(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]Failures{
		"1 failed import in 1 hour":                          {Total: 1, Span: "1 hour", Groups: []FailureGroup{{Count: 1}}},
		"5 failed imports in 1 hour, 3 of them solved since": {Total: 5, Span: "1 hour", Groups: []FailureGroup{{Solved: 1}}, Known: []FailureGroup{{Solved: 2}}},
	} {
		if got := v.headline(); got != want {
			t.Errorf("%q, want %q", got, want)
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
