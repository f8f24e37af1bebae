package db_test

import (
	"slices"
	"strings"
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

// TestIDsFrom holds that a text finds the ids that begin with it, and that what no id begins with finds none.
func TestIDsFrom(t *testing.T) {
	id := db.NewID()
	for n := range len(id) + 1 {
		first, last, ok := db.IDsFrom(id[:n])
		if ok != (n >= db.ShortestIDPrefix) || ok && (id < first || id > last || !strings.HasPrefix(first, id[:n]) || !strings.HasPrefix(last, id[:n])) {
			t.Errorf("%q: %s to %s, %v", id[:n], first, last, ok)
		}
	}
	for _, text := range []string{"", "01a2x345", "01A2B345", "01a2b345c", "01a2b-345", id + "0"} {
		if _, _, ok := db.IDsFrom(text); ok {
			t.Errorf("ids begin with %q", text)
		}
	}
}
