package watches

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
)

// TestCompleteLooks says of looks whether a row that they lack may have ended, and which rows they cover. The watch saw ten
// rows before: a, published a day ago, to j, ten days ago.
func TestCompleteLooks(t *testing.T) {
	t.Parallel()
	now := time.Now()
	all := "a@-1d b@-2d c@-3d d@-4d e@-5d f@-6d g@-7d h@-8d i@-9d j@-10d"
	without := func(ids string) (rows string) {
		for _, word := range strings.Fields(all) {
			if !strings.ContainsAny(word[:1], ids) {
				rows += word + " "
			}
		}
		return rows
	}
	for _, tt := range []struct {
		name, rows string
		look       Look
		whole      bool
		complete   bool
		lacks      string // of a to z, where z is 90 days old and u of unknown age
	}{
		{name: "a list read to its end", rows: without("ce"), look: Look{Ended: true}, whole: true, complete: true, lacks: "c e z u"},
		{name: "a newest page", rows: without("c") + "k@-11d", look: Look{NewestFirst: true}, complete: true, lacks: "c"},
		{name: "newest first and at its end", rows: without("cj"), look: Look{NewestFirst: true, Ended: true}, whole: true, complete: true, lacks: "c"},
		{name: "newest first, and the platform counts as many", rows: without("cj"), look: Look{NewestFirst: true, Ended: true, Total: new(int64(8))}, whole: true, complete: true, lacks: "c j z u"},
		{name: "the platform counts more", rows: without("c"), look: Look{Ended: true, Total: new(int64(10))}, whole: true},
		{name: "the platform counts about as many", rows: without("c"), look: Look{Ended: true, Total: new(int64(10)), Rounded: true}, whole: true, complete: true, lacks: "c z u"},
		{name: "the platform counts twice as many", rows: without("c"), look: Look{Ended: true, Total: new(int64(18)), Rounded: true}, whole: true, complete: true, lacks: "c z u"},
		{name: "two changed places, a day apart", rows: "b@-2d a@-1d d@-4d e@-5d f@-6d g@-7d h@-8d i@-9d j@-10d k@-11d", look: Look{NewestFirst: true}, complete: true, lacks: "c"},
		{name: "one as old as the oldest", rows: without("cj") + "k@-10d l@-10d", look: Look{NewestFirst: true}, complete: true, lacks: "c"},
		{name: "the platform counts about twice as many", rows: without("c"), look: Look{Ended: true, Total: new(int64(20)), Rounded: true}, whole: true},
		{name: "a short newest page", rows: without("c"), look: Look{NewestFirst: true}},
		{name: "a short list", rows: without("abc"), look: Look{Ended: true}, whole: true},
		{name: "nothing", look: Look{Ended: true}, whole: true},
		{name: "an end that was never read before", rows: without("c"), look: Look{Ended: true}},
		{name: "out of order", rows: "j@-10d b@-2d c@-3d d@-4d e@-5d i@-9d g@-7d h@-8d f@-6d k@-11d", look: Look{NewestFirst: true}},
		{name: "one is pinned", rows: "z@-90d " + without("c"), look: Look{NewestFirst: true}, complete: true, lacks: "c"},
		{name: "not in an order that says what is missing", rows: all, look: Look{}},
		{name: "credits ended", rows: all, look: Look{NewestFirst: true, Missed: MissedDailyCredits}},
		{name: "a field was refused", rows: all, look: Look{NewestFirst: true, Unclear: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := tt.look
			l.Rows = rowsOf(t, tt.rows, now)
			l.FirstPage = len(l.Rows)
			w := &Watch{Fullest: 1000, Whole: tt.whole}
			if got := l.complete(w); got != tt.complete {
				t.Fatalf("complete: %v", got)
			}
			if !tt.complete {
				return
			}
			var live []Item
			for _, r := range rowsOf(t, all+" z@-90d u", now) {
				i := Item{ItemID: r.ID}
				if r.PublishedAt != nil {
					i.PublishedAt = new(r.PublishedAt.UnixMicro())
				}
				live = append(live, i)
			}
			var got []string
			for _, i := range l.lacks(live) {
				got = append(got, i.ItemID)
			}
			if strings.Join(got, " ") != tt.lacks {
				t.Errorf("it lacks %v, want %q", got, tt.lacks)
			}
		})
	}
}

// TestShortAnswersAreBelievedAtLast: a list that stays shorter is complete again after some looks.
func TestShortAnswersAreBelievedAtLast(t *testing.T) {
	t.Parallel()
	w, looks := &Watch{Fullest: 1000, Whole: true}, 0
	l := &Look{Ended: true, Rows: rowsOf(t, "a b c d", time.Now())}
	for ; !l.complete(w); looks++ {
		w.Fullest = l.fullestAfter(w)
	}
	if looks < 5 || looks > 20 {
		t.Errorf("it was believed after %d looks", looks)
	}
	for _, l := range []*Look{{Ended: true, Unclear: true}, {Ended: true, Missed: MissedPages}} {
		if got := l.fullestAfter(&Watch{Fullest: 1000}); got != 1000 {
			t.Errorf("a look that misses something changes the size to %d", got)
		}
	}
}

// TestWhatChanged compares what rows say.
func TestWhatChanged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		before, now Facts
		want        string
	}{
		{name: "nothing", before: Facts{Text: new("a b")}, now: Facts{Text: new("a  b ")}},
		{name: "a text", before: Facts{Text: new("a b")}, now: Facts{Text: new("a c")}, want: "text"},
		{name: "a text that goes on", before: Facts{Text: new("a b")}, now: Facts{Text: new("a b c")}, want: "text"},
		{name: "a text that was cut", before: Facts{Text: new("a b c")}, now: Facts{Text: new("a b…")}},
		{name: "a title", before: Facts{Title: new("a"), Text: new("x")}, now: Facts{Title: new("b")}, want: "text"},
		{name: "what is unknown", before: Facts{Text: new("a"), Link: new("l"), Media: "m"}, now: Facts{}},
		{name: "what was unknown", now: Facts{Text: new("a"), Link: new("l"), Media: "m"}},
		{name: "link and media", before: Facts{Link: new("l"), Media: "m"}, now: Facts{Link: new("k"), Media: "n"}, want: "link media"},
	} {
		now := tt.now.over(tt.before)
		var got []string
		for _, p := range changed(&tt.before, &now) {
			got = append(got, string(p))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestFactsKeepWhatALookDoesNotSay holds every fact: what a look says replaces the one before, what it does not say stays.
func TestFactsKeepWhatALookDoesNotSay(t *testing.T) {
	t.Parallel()
	said := func(word string, n int64) Facts {
		return Facts{Title: &word, Text: &word, Link: &word, Media: word, Stats: content.Stats{Views: &n}, Approximate: n == 1, EUReach: &n, Pictures: []content.Image{{URL: word}}}
	}
	before, now := said("before", 1), said("now", 2)
	if got := now.over(before); !reflect.DeepEqual(got, now) {
		t.Errorf("a look that says everything leaves %+v", got)
	}
	if got := (Facts{}).over(before); !reflect.DeepEqual(got, before) {
		t.Errorf("a look that says nothing leaves %+v", got)
	}
}
