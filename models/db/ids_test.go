package db_test

import (
	"slices"
	"testing"
	"time"

	"socialdata/models/db"
)

// TestIDsFollowTheClockThatMakesThem makes ids of a past that is played backwards, and many of one microsecond.
func TestIDsFollowTheClockThatMakesThem(t *testing.T) {
	at := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	var backwards []string
	for n := range int64(2000) {
		backwards = append(backwards, db.NewIDAt(at-n))
	}
	slices.Reverse(backwards)
	if !slices.IsSorted(backwards) {
		t.Error("ids do not follow their time")
	}
	var same []string
	for range 5000 {
		same = append(same, db.NewIDAt(at))
	}
	if !slices.IsSorted(same) || len(slices.Compact(same)) != 5000 {
		t.Error("ids of one microsecond are not in the order in which they were made")
	}
	for _, id := range append(same, backwards...) {
		if !db.ValidID(id) {
			t.Fatalf("%s is no id of ours", id)
		}
	}
}
