package watches

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// rowsOf makes rows of words such as "a" or "a@-3d", which was published three days ago.
func rowsOf(t *testing.T, words string, now time.Time) (list []Row) {
	t.Helper()
	for _, word := range strings.Fields(words) {
		id, ago, dated := strings.Cut(word, "@")
		row := Row{ID: id}
		if dated {
			days, err := time.ParseDuration(strings.Replace(ago, "d", "h", 1))
			if err != nil {
				t.Fatal(err)
			}
			row.PublishedAt = new(now.Add(24 * days))
		}
		list = append(list, row)
	}
	return list
}

// TestNews says of lists of every kind what is new in them. The watch has seen a to e.
func TestNews(t *testing.T) {
	t.Parallel()
	now := time.Now()
	day := func(n int) *int64 { return new(now.Add(time.Duration(n) * 24 * time.Hour).UnixMicro()) }
	for _, tt := range []struct {
		name, rows string
		newest     *int64 // that the watch has seen
		ranked     bool
		whole      bool
		reached    bool
		want       string
	}{
		{name: "nothing", rows: "a b c", reached: true},
		{name: "new at the top", rows: "x y a b c", reached: true, want: "x y"},
		{name: "another order", rows: "c a b", reached: true},
		{name: "one was deleted, and an old one moved up", rows: "b c d old", reached: true},
		{name: "the first were deleted", rows: "e old older", reached: true},
		{name: "all are new", rows: "x y z", want: "x y z"},
		{name: "all were deleted", rows: "o@-90d p@-91d", newest: day(-1)},
		{name: "an old one was pinned", rows: "old@-90d a@-1d b@-2d", newest: day(-1), reached: true},
		{name: "a known one was pinned, and all others are new", rows: "e@-90d x@-0d y@-0d", newest: day(-1), want: "x y"},
		{name: "a known one was pinned before new ones", rows: "e@-90d x@-0d a@-1d b@-2d", newest: day(-1), reached: true, want: "x"},
		{name: "a known one below the pins", rows: "x y z e@-90d w@-0d", newest: day(-1), reached: true, want: "x y z"},
		{name: "a known one a day older than the next is not pinned", rows: "e@-2d x@-1d", newest: day(-1), reached: true},
		{name: "a known one before those without a time", rows: "e@-90d x y", newest: day(-1), reached: true},
		{name: "late by two days", rows: "x@-3d a@-1d", newest: day(-1), reached: true, want: "x"},
		{name: "ranked: a known old one at the top is not pinned", rows: "e@-90d x@-0d", newest: day(-1), ranked: true, reached: true, want: "x"},
		{name: "late by a day", rows: "x@-2d a@-1d", newest: day(-1), reached: true, want: "x"},
		{name: "no time where others have one", rows: "x a@-1d", newest: day(-1), reached: true, want: "x"},
		{name: "ranked: new below", rows: "a b x@-0d", newest: day(-1), ranked: true, reached: true, want: "x"},
		{name: "ranked: an old one came in", rows: "a old@-90d b", newest: day(-1), ranked: true, reached: true},
		{name: "ranked, without times", rows: "x a y b moved", ranked: true, reached: true, want: "x y"},
		{name: "known to its end", rows: "a x b y", whole: true, reached: true, want: "x y"},
		{name: "known to its end, and shown again", rows: "a back@-90d b", newest: day(-1), whole: true, reached: true, want: "back"},
		{name: "known to its end, when it was empty", rows: "x y", whole: true, want: "x y"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := &Look{Rows: rowsOf(t, tt.rows, now), NewestFirst: !tt.ranked, Known: map[string]bool{"a": true, "b": true, "c": true, "d": true, "e": true}}
			var got []string
			for _, r := range l.news(&Watch{Newest: tt.newest, Whole: tt.whole}) {
				got = append(got, r.ID)
			}
			if !slices.Equal(got, strings.Fields(tt.want)) || l.Reached() != tt.reached {
				t.Errorf("new are %v, reached %v; want %q, %v", got, l.Reached(), tt.want, tt.reached)
			}
		})
	}
}

// TestKnownToItsEnd says after which looks a list counts as known to its end.
func TestKnownToItsEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rows         string
		ended, whole, want bool
	}{
		{name: "read to its end", rows: "x", ended: true, want: true},
		{name: "known to its end before, and nothing was missed", rows: "a x", whole: true, want: true},
		{name: "known to its end before, and some may be missed", rows: "x y", whole: true},
		{name: "never read to its end", rows: "a x"},
	} {
		l := &Look{Rows: rowsOf(t, tt.rows, time.Now()), Ended: tt.ended, Known: map[string]bool{"a": true}}
		if got := l.wholeAfter(&Watch{Whole: tt.whole}); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestNewestTimeSeen: the latest one counts, and one to come counts as now, or a premiere would make all that follows old.
func TestNewestTimeSeen(t *testing.T) {
	t.Parallel()
	now := time.Now()
	day := func(n int) *int64 { return new(now.Add(time.Duration(n) * 24 * time.Hour).UnixMicro()) }
	for _, tt := range []struct {
		name, rows   string
		before, want *int64
	}{
		{name: "the first look", rows: "x@-3d y@-1d z@-2d v", want: day(-1)},
		{name: "newer ones", rows: "x@-3d y@-1d", before: day(-2), want: day(-1)},
		{name: "older ones", rows: "x@-3d", before: day(-2), want: day(-2)},
		{name: "no times", rows: "x", before: day(-2), want: day(-2)},
		{name: "one without a time before one with it", rows: "v x@-1d", want: day(-1)},
		{name: "a premiere", rows: "x@30d", want: day(0)},
		{name: "nothing", rows: "x"},
	} {
		l := &Look{Rows: rowsOf(t, tt.rows, now)}
		if got := l.newestAfter(&Watch{Newest: tt.before}, now); (got == nil) != (tt.want == nil) || got != nil && *got != *tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
