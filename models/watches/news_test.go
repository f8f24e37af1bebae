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

// TestNewestIsNeverToCome keeps a premiere's time from making all that follows old.
func TestNewestIsNeverToCome(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := &Look{Rows: []Row{{ID: "premiere", PublishedAt: new(now.Add(30 * 24 * time.Hour))}}}
	if got := l.newestAfter(&Watch{}, now); got == nil || *got != now.UnixMicro() {
		t.Errorf("%v", got)
	}
}
