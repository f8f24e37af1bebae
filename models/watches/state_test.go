package watches

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/models/db"
)

// TestBackfillsAreCounted says what of a backfill is left, whether it is done, and whether its watch runs tomorrow instead of next
// week.
func TestBackfillsAreCounted(t *testing.T) {
	t.Parallel()
	now := time.Now()
	week := db.Micros(now.AddDate(0, 0, 7))
	for _, tt := range []struct {
		name    string
		w       Watch
		left    int64
		done    bool
		hurries bool
	}{
		{name: "none", w: Watch{ImportJSON: "{}"}},
		{name: "none, of a list that was read", w: Watch{ImportJSON: "{}", BackfillRead: true}},
		{name: "not read yet", w: Watch{ImportJSON: "{}", Backfill: 10, BackfillImported: 3, BackfillSkipped: 1}, left: 6, hurries: true},
		{name: "fewer exist", w: Watch{ImportJSON: "{}", Backfill: 10, BackfillRead: true, BackfillFound: 5, BackfillImported: 3, BackfillSkipped: 1}, left: 1, hurries: true},
		{name: "all that exist", w: Watch{ImportJSON: "{}", Backfill: 10, BackfillRead: true, BackfillFound: 5, BackfillImported: 4, BackfillSkipped: 1}, done: true},
		{name: "all that were found so far", w: Watch{ImportJSON: "{}", Backfill: 4, BackfillFound: 4, BackfillImported: 4}, hurries: true},
		{name: "nothing is imported any more", w: Watch{Backfill: 10}, left: 10},
	} {
		if tt.w.BackfillLeft() != tt.left || tt.w.BackfillDone() != tt.done {
			t.Errorf("%s: %d left, done %v", tt.name, tt.w.BackfillLeft(), tt.w.BackfillDone())
		}
		tt.w.hurry(now) // of a watch that does not run
		tt.w.NextRunAt = new(week)
		if tt.w.hurry(now); (*tt.w.NextRunAt < week) != tt.hurries {
			t.Errorf("%s: it runs at %v", tt.name, db.FromMicros(*tt.w.NextRunAt))
		}
	}
}

// TestChangesMoveTheNextRun of a watch that ran an hour ago and is due in a week.
func TestChangesMoveTheNextRun(t *testing.T) {
	t.Parallel()
	now := time.Now()
	credits := new(int64(5))
	const stays, atOnce, never, soon = "stays", "at once", "never", "within the interval"
	for _, tt := range []struct {
		name   string
		state  State
		why    PausedReason
		spent  int64
		unseen bool // it has not run yet
		c      Change
		want   string
	}{
		{name: "pause", state: Active, c: Change{Paused: new(true)}, want: never},
		{name: "resume", state: Paused, why: ByOwner, c: Change{Paused: new(false)}, want: atOnce},
		{name: "another name while paused", state: Paused, why: ByOwner, c: Change{Name: new("b")}, want: stays},
		{name: "more credits while paused", state: Paused, why: ByOwner, c: Change{DailyCredits: credits}, want: stays},
		{name: "more credits a day", state: Paused, why: ByDailyCredits, spent: 4, c: Change{DailyCredits: credits}, want: atOnce},
		{name: "no more than are spent", state: Paused, why: ByDailyCredits, spent: 5, c: Change{DailyCredits: credits}, want: stays},
		{name: "another name without credits for the day", state: Paused, why: ByDailyCredits, c: Change{Name: new("b")}, want: stays},
		{name: "more a day without credits at all", state: Paused, why: ByCredits, c: Change{DailyCredits: credits}, want: stays},
		{name: "another interval", state: Active, c: Change{Every: new(Every("1d"))}, want: soon},
		{name: "another interval before the first run", state: Active, unseen: true, c: Change{Every: new(Every("1d"))}, want: stays},
		{name: "another interval of one that fails", state: Failing, c: Change{Every: new(Every("1d"))}, want: stays},
		{name: "another name", state: Active, c: Change{Name: new("b")}, want: stays},
	} {
		due := db.Micros(now.AddDate(0, 0, 7))
		w := Watch{State: tt.state, PausedReason: tt.why, Every: "1d", DailyCredits: 5, Spent: tt.spent, SpentOn: dayOf(now), LookedAt: new(db.Micros(now.Add(-time.Hour))), NextRunAt: &due}
		if tt.unseen {
			w.LookedAt = nil
		}
		w.reschedule(now, tt.c)
		got := soon
		switch {
		case w.NextRunAt == nil:
			got = never
		case w.NextRunAt == &due:
			got = stays
		case *w.NextRunAt == db.Micros(now):
			got = atOnce
		case *w.NextRunAt > db.Micros(now.Add(25*time.Hour)):
			got = "late"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestTimesOfRuns: daily credits are there a moment after midnight; the third failure waits an hour at most, the fourth as long as ever.
func TestTimesOfRuns(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 28, 23, 0, 0, 0, time.UTC)
	if after := tomorrow(now).Sub(now.Add(time.Hour)); after < 20*time.Second || after > 2*time.Minute {
		t.Errorf("daily credits are awaited until %v after midnight", after)
	}
	for failures, want := range map[int64]time.Duration{0: 6 * time.Hour, 1: 5 * time.Minute, 3: time.Hour, 4: 6 * time.Hour} {
		if wait := nextAfterFault(now, "6h", failures, 0).Sub(now); wait < want*9/10 || wait > want*11/10 {
			t.Errorf("after %d failures it waits for %v, want about %v", failures, wait, want)
		}
	}
	w := Watch{RunsUntil: db.Micros(now)}
	if w.Running(now) || !w.Running(now.Add(-time.Microsecond)) {
		t.Error("a watch runs until its lease ends, and no longer")
	}
}

// TestWhatAWatchStoresIsRead: what is imported, by whom it is paid, and the scope of a list's cursor.
func TestWhatAWatchStoresIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*Import{"": nil, "broken": nil, `{"mediaProfile":"full"}`: {MediaProfile: "full"}} {
		if diff := cmp.Diff(want, (&Watch{ImportJSON: text}).Import()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	if text := importJSON(nil); text != "" {
		t.Errorf("no import is stored as %q", text)
	}
	if (&Watch{}).Spender().Budgeted || !(&Watch{KeyID: "k"}).Spender().Budgeted {
		t.Error("a watch spends the budget of the key that made it, and only that")
	}
	at := time.UnixMicro(7)
	for want, p := range map[string]Period{"-": {}, "7-": {From: &at}, "-7": {Before: &at}, "7-7": {From: &at, Before: &at}} {
		if p.String() != want {
			t.Errorf("%+v is %q, want %q", p, p.String(), want)
		}
	}
	for coverage, d := range map[Coverage]Day{Unseen: {}, FailedDay: {Failed: 1}, Incomplete: {Incomplete: 1, Failed: 1}, Complete: {Complete: 1, Incomplete: 1, Failed: 1}} {
		if d.Coverage() != coverage {
			t.Errorf("%+v is %s", d, d.Coverage())
		}
	}
	var d Day
	for range 2 {
		d.add(&dayRuns{Runs: 1, Found: 1, Ended: 2, Returned: 3, Edited: 4})
	}
	if diff := cmp.Diff(Day{Incomplete: 2, Found: 2, Ended: 4, Returned: 6, Edited: 8}, d); diff != "" {
		t.Errorf("a day of two looks (-want +got):\n%s", diff)
	}
}
