package watches_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// watching is a workspace with a watch of an account.
type watching struct {
	*models.Store
	t         *testing.T
	clock     *modelstest.Clock
	owner     string
	workspace string
	id        string
}

// eachWatch runs a test on both databases.
func eachWatch(t *testing.T, kind watches.Kind, f func(w *watching)) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		w := &watching{Store: s, t: t, clock: clock, owner: in.Owner, workspace: in.Workspace}
		w.id = w.make(watches.NewWatch{Source: watches.Source{Kind: kind}})
		f(w)
	})
}

func (w *watching) make(n watches.NewWatch) string {
	w.t.Helper()
	n.WorkspaceID, n.Name, n.Every = w.workspace, "competitor", "1h"
	if n.DailyCredits == 0 {
		n.DailyCredits = 10
	}
	made, err := w.Watches.Create(w.t.Context(), n)
	testkit.Must(w.t, err)
	return made.ID
}

// claim takes the watch; nil if it cannot be had.
func (w *watching) claim() *watches.Claimed {
	w.t.Helper()
	c, err := w.begin()
	testkit.Must(w.t, err)
	return c
}

func (w *watching) begin() (*watches.Claimed, error) {
	j, err := w.Work.Take(w.t.Context(), work.Watches, w.id)
	if j == nil || err != nil {
		return nil, err
	}
	c, o, err := w.Watches.Begin(w.t.Context(), j, 1)
	if c == nil && err == nil {
		err = w.Work.Settle(w.t.Context(), j, o)
	}
	return c, err
}

// now reads the watch.
func (w *watching) now() *watches.Seen {
	w.t.Helper()
	found, err := w.Watches.Find(w.t.Context(), w.workspace, w.id)
	testkit.Must(w.t, err)
	return found
}

// look makes a run that sees these rows.
func (w *watching) look(rows string) *watches.Run {
	return w.lookAt(rows, &watches.Look{NewestFirst: true})
}

// lookWhole makes a run that reads the list to its end.
func (w *watching) lookWhole(rows string) *watches.Run {
	return w.lookAt(rows, &watches.Look{Ended: true})
}

func (w *watching) lookAt(rows string, l *watches.Look) *watches.Run {
	w.t.Helper()
	if w.now().LookedAt != nil {
		w.clock.Add(2 * time.Hour)
	}
	c := w.claim()
	if c == nil {
		w.t.Fatal("the watch is not due")
	}
	w.clock.Add(time.Millisecond) // a look takes its time
	for _, id := range strings.Fields(rows) {
		l.Rows = append(l.Rows, watches.Row{ID: id, URL: "https://example.com/" + id})
	}
	var err error
	var ids []string
	for _, r := range l.Rows {
		ids = append(ids, r.ID)
	}
	l.Known, err = w.Watches.KnownItems(w.t.Context(), w.id, ids)
	testkit.Must(w.t, err)
	testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, l, watches.Imported{}))
	return w.now().LastRun
}

// told returns the events of a type, as text.
func (w *watching) told(is events.Type) (list []string) {
	w.t.Helper()
	p, err := w.Events.List(w.t.Context(), w.workspace, events.Filter{Types: []events.Type{is}}, db.PageRequest{Limit: 100})
	testkit.Must(w.t, err)
	for _, e := range p.Items {
		list = append(list, e.Data)
	}
	return list
}

// TestAWatchTellsWhatIsNew goes through three looks.
func TestAWatchTellsWhatIsNew(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		if r := w.look("b a"); !r.First || r.Found != 0 || r.State != watches.RunSucceeded {
			w.t.Errorf("the first look: %+v", r)
		}
		if r := w.look("b a"); r.First || r.Found != 0 {
			w.t.Errorf("the second: %+v", r)
		}
		if r := w.look("d c b a"); r.Found != 2 {
			w.t.Errorf("the third: %+v", r)
		}
		told := w.told(events.WatchFound)
		if len(told) != 1 || !strings.Contains(told[0], `"id":"d"`) || !strings.Contains(told[0], `"id":"c"`) || strings.Contains(told[0], `"id":"a"`) {
			w.t.Errorf("told %v", told)
		}
		p, err := w.Watches.Items(w.t.Context(), w.workspace, w.id, watches.ItemFilter{After: "b"}, db.PageRequest{Limit: 10})
		testkit.Must(w.t, err)
		if len(p.Items) != 2 || p.Items[0].ItemID != "c" || p.Items[1].ItemID != "d" || !p.Items[1].Told {
			w.t.Errorf("after b: %+v", p.Items)
		}
		_, err = w.Watches.Items(w.t.Context(), w.workspace, w.id, watches.ItemFilter{After: "z"}, db.PageRequest{Limit: 10})
		modelstest.WantCode(w.t, err, apierror.CodeInvalidInput)
	})
}

// TestOneWorkerRunsAWatch lets many claim at once, and another one go on where a killed one left.
func TestOneWorkerRunsAWatch(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		got := make([]*watches.Claimed, 8)
		for _, err := range modelstest.AtOnce(len(got), func(i int) (err error) {
			got[i], err = w.begin()
			return err
		}) {
			testkit.Must(w.t, err)
		}
		var killed *watches.Claimed
		for _, c := range got {
			if c != nil && killed != nil {
				w.t.Fatal("two workers run it")
			} else if c != nil {
				killed = c
			}
		}
		testkit.Must(w.t, w.Watches.NotePage(w.t.Context(), killed, 1, 1))
		if killed.Run.Pages != 1 || killed.Run.Credits != 1 {
			w.t.Errorf("the run does not know its page: %+v", killed.Run)
		}
		w.clock.Add(3 * time.Minute)
		c := w.claim()
		if c == nil || c.Run.ID != killed.Run.ID || c.Run.Credits != 1 || c.Run.StartedAt != killed.Run.StartedAt {
			w.t.Fatalf("the run does not go on: %+v", c)
		}
		if err := w.Watches.NotePage(w.t.Context(), killed, 2, 1); !errors.Is(err, watches.ErrLeaseLost) {
			w.t.Errorf("the worker that was given up for dead goes on: %v", err)
		} else if killed.Run.Pages != 1 {
			w.t.Errorf("it counts a page that was not noted: %+v", killed.Run)
		}
		l := &watches.Look{Rows: []watches.Row{{ID: "a"}}}
		if err := w.Watches.FinishList(w.t.Context(), killed, l, watches.Imported{}); !errors.Is(err, watches.ErrLeaseLost) || w.now().LookedAt != nil {
			w.t.Error("the worker that was given up for dead ended the run")
		}
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, l, watches.Imported{Credits: 3}))
		if now := w.now(); now.LookedAt == nil || now.SpentToday(w.Now()) != 4 || now.Running(w.Now()) {
			w.t.Errorf("%+v", now.Watch)
		}
	})
}

// TestAWatchSpendsNoMoreADay pauses one that has spent its credits, until the next day or a larger limit.
func TestAWatchSpendsNoMoreADay(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.clock.Add(time.Until(w.Now().UTC().Truncate(24 * time.Hour).Add(25 * time.Hour))) // at one in the night
		c := w.claim()
		testkit.Must(w.t, w.Watches.NotePage(w.t.Context(), c, 1, 10))
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, &watches.Look{}, watches.Imported{}))
		w.clock.Add(2 * time.Hour)
		if w.claim() != nil {
			w.t.Fatal("it runs without credits")
		}
		now := w.now()
		if now.State != watches.Paused || now.PausedReason != watches.ByDailyCredits || db.FromMicros(*now.NextRunAt).UTC().Day() == w.Now().UTC().Day() {
			w.t.Errorf("%+v", now.Watch)
		}
		_, err := w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{DailyCredits: new(int64(20))})
		testkit.Must(w.t, err)
		if c := w.claim(); c == nil || c.State != watches.Active {
			w.t.Error("a larger limit does not let it run")
		} else {
			testkit.Must(w.t, w.Watches.FinishUnpaid(w.t.Context(), c))
		}
		if now := w.now(); now.PausedReason != watches.ByCredits || now.LastRun.Code != apierror.CodeInsufficientCredits {
			w.t.Errorf("%+v", now.Watch)
		}
		w.clock.Add(26 * time.Hour)
		c = w.claim()
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, &watches.Look{}, watches.Imported{}))
		if now := w.now(); now.State != watches.Active || now.SpentToday(w.Now()) != 0 {
			w.t.Errorf("the next day: %+v", now.Watch)
		}
	})
}

// TestAnOwnerPausesAWatch also while it runs.
func TestAnOwnerPausesAWatch(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		c := w.claim()
		paused, err := w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Paused: new(true), Revision: new(int64(1))})
		testkit.Must(w.t, err)
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, &watches.Look{Rows: []watches.Row{{ID: "a"}}}, watches.Imported{}))
		if now := w.now(); now.PausedReason != watches.ByOwner || now.NextRunAt != nil || now.LastRun.State != watches.RunSucceeded {
			w.t.Errorf("%+v", now.Watch)
		}
		_, err = w.Watches.RunNow(w.t.Context(), w.workspace, w.id)
		modelstest.WantCode(w.t, err, apierror.CodeRevisionConflict)
		_, err = w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Paused: new(false), Revision: new(paused.Revision - 1)})
		modelstest.WantCode(w.t, err, apierror.CodeRevisionConflict)
		_, err = w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Paused: new(false)})
		testkit.Must(w.t, err)
		if w.claim() == nil {
			w.t.Error("it does not run when it is resumed")
		}
	})
}

// TestAFaultIsNoNews lets runs fail until the watch is failing, which is told once, and then work again.
func TestAFaultIsNoNews(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("a")
		for n := 1; n <= 5; n++ {
			w.clock.Add(2 * time.Hour)
			testkit.Must(w.t, w.Watches.FinishFault(w.t.Context(), w.claim(), apierror.New(apierror.CodeRouteDegraded).After(time.Minute)))
			now := w.now()
			if (now.State == watches.Failing) != (n >= 3) || now.LastRun.Code != apierror.CodeRouteDegraded || now.Failures != int64(n) {
				w.t.Errorf("after %d: %+v", n, now.Watch)
			}
			if wait := db.FromMicros(*now.NextRunAt).Sub(w.Now()); n == 1 && wait > 6*time.Minute {
				w.t.Errorf("it comes again after %v", wait)
			}
		}
		if told := w.told(events.WatchFailing); len(told) != 1 {
			w.t.Errorf("told %v", told)
		}
		mails, err := w.Work.Claim(w.t.Context(), work.AlertMails, 2)
		testkit.Must(w.t, err)
		if m, _, err := w.Alerts.DueMail(w.t.Context(), &mails[0]); err != nil || len(mails) != 1 || m.Kind != alerts.WatchFailing || m.Alerts[0].Name != w.now().Name {
			w.t.Errorf("the e-mail to the owner: %+v, %v", m, err)
		}
		if r := w.look("b a"); r.Found != 1 || w.now().State != watches.Active {
			w.t.Errorf("%+v", r)
		}
	})
}

// TestASingleItemIsWatched tells changed counts, and once that it is gone.
func TestASingleItemIsWatched(t *testing.T) {
	eachWatch(t, watches.Single, func(w *watching) {
		run := func(views int64) {
			w.t.Helper()
			w.clock.Add(2 * time.Hour)
			item := watches.SingleItem{Row: watches.Row{ID: "video_site:a", URL: "https://example.com/a"}, Stats: content.Stats{Views: &views}}
			testkit.Must(w.t, w.Watches.FinishItem(w.t.Context(), w.claim(), item))
		}
		run(5)
		run(5)
		run(6)
		if told := w.told(events.WatchChanged); len(told) != 1 || !strings.Contains(told[0], `"before":{"views":5`) || !strings.Contains(told[0], `"stats":{"views":6`) {
			w.t.Errorf("told %v", told)
		}
		for range 2 {
			w.clock.Add(2 * time.Hour)
			testkit.Must(w.t, w.Watches.FinishGone(w.t.Context(), w.claim(), apierror.CodeUnavailableRemoved))
			if n := len(w.told(events.WatchGone)); n != 1 {
				w.t.Errorf("told %d times that it is gone", n)
			}
		}
		if told := w.told(events.WatchGone); len(told) != 1 || !strings.Contains(told[0], `"code":"unavailable_removed"`) {
			w.t.Errorf("told %v", told)
		}
		run(6)
		if now := w.now(); now.GoneCode != "" || len(w.told(events.WatchChanged)) != 1 {
			w.t.Errorf("%+v", now.Watch)
		}
	})
}

// TestWatchesAreFewAndFair bounds the watches of a workspace, and hands out few of one together.
func TestWatchesAreFewAndFair(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		few := watches.New(w.DB, 20)
		for range 19 {
			w.make(watches.NewWatch{})
		}
		_, err := few.Create(w.t.Context(), watches.NewWatch{WorkspaceID: w.workspace, Every: "1h"})
		modelstest.WantCode(w.t, err, apierror.CodeLimitExceeded)
		in, err := w.Accounts.CreateWorkspace(w.t.Context(), "Other", w.owner, 1)
		testkit.Must(w.t, err)
		other, err := w.Watches.Create(w.t.Context(), watches.NewWatch{WorkspaceID: in.ID, Every: "1h", DailyCredits: 1})
		testkit.Must(w.t, err)
		due, err := w.Work.Claim(w.t.Context(), work.Watches, 50)
		testkit.Must(w.t, err)
		if len(due) != 5 || due[0].Key != other.ID && due[1].Key != other.ID {
			w.t.Errorf("%d are claimed, the other workspace's is not among the first: %v", len(due), due)
		}
	})
}

// TestAWatchRunsAtTheTimeThatIsShown follows the work of a watch whose time moves: back, forth, never.
func TestAWatchRunsAtTheTimeThatIsShown(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("a")
		_, err := w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Every: new(watches.Every("1d"))})
		testkit.Must(w.t, err)
		w.clock.Add(2 * time.Hour)
		if w.claim() != nil {
			w.t.Error("it runs before the time that is shown")
		}
		_, err = w.Watches.RunNow(w.t.Context(), w.workspace, w.id)
		testkit.Must(w.t, err)
		c := w.claim()
		if c == nil || !w.now().Running(w.Now()) {
			w.t.Fatal("it does not run now")
		}
		_, err = w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Paused: new(true)})
		testkit.Must(w.t, err)
		_, err = w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Paused: new(false)})
		testkit.Must(w.t, err)
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, &watches.Look{}, watches.Imported{}))
		if w.claim() != nil || w.now().Running(w.Now()) {
			w.t.Error("it runs again before the time that is shown")
		}
		w.clock.Add(30 * time.Hour)
		if w.claim() == nil {
			w.t.Error("it does not run at the time that is shown")
		}
	})
}

// TestAWatchForgets deletes what it saw before its last items, with what these had reached.
func TestAWatchForgets(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("b a")
		testkit.Must(w.t, w.Write(w.t.Context()).Create(&[]watches.Reach{{WatchID: w.id, ItemID: "a", At: 1, Reach: 10}, {WatchID: w.id, ItemID: "a", At: 2, Reach: 20}, {WatchID: w.id, ItemID: "b", At: 1, Reach: 30}}).Error)
		other := w.make(watches.NewWatch{})
		testkit.Must(w.t, w.Write(w.t.Context()).Create(&[]watches.Item{{WatchID: other, ItemID: "a", Position: 1}, {WatchID: other, ItemID: "b", Position: 2}}).Error)
		testkit.Must(w.t, w.Write(w.t.Context()).Exec("UPDATE watches SET items = ?", watches.MostItems+1).Error)
		testkit.Must(w.t, w.Watches.ForgetItems(w.t.Context()))
		if n := modelstest.CountRows(w.t, w.Store, "watch_items"); n != 2 {
			w.t.Errorf("%d items of two watches are left, want the last one of each", n)
		}
		known, err := w.Watches.KnownItems(w.t.Context(), w.id, []string{"a", "b"})
		testkit.Must(w.t, err)
		if known["a"] || !known["b"] {
			w.t.Errorf("it remembers %v", known)
		}
		var reached []string
		testkit.Must(w.t, w.Read(w.t.Context()).Model(&watches.Reach{}).Pluck("item_id", &reached).Error)
		if len(reached) != 1 || reached[0] != "b" {
			w.t.Errorf("it remembers what %v reached", reached)
		}
		testkit.Must(w.t, w.Watches.Delete(w.t.Context(), w.workspace, w.id))
		modelstest.WantCode(w.t, w.Watches.Delete(w.t.Context(), w.workspace, w.id), apierror.CodeNotFound)
	})
}

// TestWatchesFromBeforeEnds runs a watch with items of an earlier version: what was not seen since has no state and never
// ends, the rest is noted without an event.
func TestWatchesFromBeforeEnds(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		w.look("c b a")
		modelstest.Run(w.t, w.Store, "UPDATE watch_items SET last_seen_at = NULL, facts = '', creative = ''")
		modelstest.Run(w.t, w.Store, "UPDATE watches SET fullest = 0")
		for range 4 {
			w.lookWhole("c b")
		}
		for range 2 {
			w.lookWhole("c")
		}
		if told := w.told(events.WatchEnded); len(told) != 1 || !strings.Contains(told[0], `"id":"b"`) {
			w.t.Errorf("told %v", told)
		}
		for state, want := range map[watches.ItemState]string{"": "a b c", watches.Live: "c", watches.Ended: "b"} {
			p, err := w.Watches.Items(w.t.Context(), w.workspace, w.id, watches.ItemFilter{State: state}, db.PageRequest{Limit: 10})
			testkit.Must(w.t, err)
			var got []string
			for _, i := range p.Items {
				got = append(got, i.ItemID)
			}
			if strings.Join(got, " ") != want {
				w.t.Errorf("state %q: %v", state, got)
			}
		}
	})
}

// TestABackfillStoresRowsOfTheSameRun ends a run whose look has a row that the run's own backfill stored after the look
// asked what is known: the row is stored once.
func TestABackfillStoresRowsOfTheSameRun(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("b a")
		w.clock.Add(2 * time.Hour)
		c := w.claim()
		rows := func(ids ...string) (list []watches.Row) {
			for _, id := range ids {
				list = append(list, watches.Row{ID: id, URL: "https://example.com/" + id})
			}
			return list
		}
		l := &watches.Look{Ended: true, Rows: rows("b", "a", "z"), Known: map[string]bool{"a": true, "b": true}}
		testkit.Must(w.t, w.Watches.AddBackfill(w.t.Context(), c, rows("z"), ""))
		testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, l, watches.Imported{}))
		p, err := w.Watches.Items(w.t.Context(), w.workspace, w.id, watches.ItemFilter{}, db.PageRequest{Limit: 10})
		testkit.Must(w.t, err)
		if len(p.Items) != 3 || w.now().Items != 3 {
			w.t.Errorf("%d items, counted as %d", len(p.Items), w.now().Items)
		}
	})
}

// TestABackfillIsReadAndImported page by page: as many items as were asked for, what the watch knew left out.
func TestABackfillIsReadAndImported(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		rows := func(ids ...string) (list []watches.Row) {
			for _, id := range ids {
				list = append(list, watches.Row{ID: id, URL: "https://example.com/" + id})
			}
			return list
		}
		how := &watches.Import{MediaProfile: "none"}
		begin := func(backfill int64) *watches.Claimed {
			w.id = w.make(watches.NewWatch{Source: watches.Source{Kind: watches.Account}, Import: how, Backfill: backfill})
			w.look("a")
			w.clock.Add(2 * time.Hour)
			return w.claim()
		}
		c := begin(3)
		check := func(found int64, read bool, cursor string, items int64) {
			w.t.Helper()
			now := w.now().Watch
			for _, have := range []watches.Watch{now, c.Watch} {
				if have.BackfillFound != found || have.BackfillRead != read || have.BackfillCursor != cursor || have.Items != items {
					w.t.Errorf("found %d, read %v to %q, %d items; want %d, %v, %q, %d", have.BackfillFound, have.BackfillRead, have.BackfillCursor, have.Items, found, read, cursor, items)
				}
			}
		}
		testkit.Must(w.t, w.Watches.AddBackfill(w.t.Context(), c, rows("a", "x", "y"), "next"))
		check(2, false, "next", 3)
		testkit.Must(w.t, w.Watches.AddBackfill(w.t.Context(), c, rows("v", "u"), "more"))
		check(3, true, "", 5)
		waiting := func() (ids string) {
			list, err := w.Watches.BackfillWaiting(w.t.Context(), c, 10)
			testkit.Must(w.t, err)
			for _, r := range list {
				ids += r.ID
			}
			return ids
		}
		if got := waiting(); got != "xyv" {
			w.t.Errorf("%q wait", got)
		}
		testkit.Must(w.t, w.Watches.NotePage(w.t.Context(), c, 1, 2))
		testkit.Must(w.t, w.Watches.NoteBackfill(w.t.Context(), c, watches.Imported{IDs: map[string]string{"x": "import"}, Refused: []string{"v"}, Credits: 3}))
		for _, have := range []watches.Watch{w.now().Watch, c.Watch} {
			if have.BackfillImported != 1 || have.BackfillSkipped != 1 || have.SpentToday(w.Now()) != 5 || have.BackfillLeft() != 1 || waiting() != "y" {
				w.t.Errorf("imported %d, skipped %d, spent %d; %q wait", have.BackfillImported, have.BackfillSkipped, have.SpentToday(w.Now()), waiting())
			}
		}
		dead := c
		c = begin(3)
		testkit.Must(w.t, w.Watches.AddBackfill(w.t.Context(), c, rows("x"), ""))
		check(1, true, "", 2)
		if now := w.now(); now.Import() == nil || now.Import().MediaProfile != "none" || now.LastRun.ID != c.Run.ID {
			w.t.Errorf("%+v", now)
		}
		testkit.Must(w.t, w.Watches.Delete(w.t.Context(), w.workspace, dead.ID))
		for what, err := range map[string]error{
			"reads":   w.Watches.AddBackfill(w.t.Context(), dead, rows("z"), ""),
			"imports": w.Watches.NoteBackfill(w.t.Context(), dead, watches.Imported{Credits: 1}),
			"looks":   w.Watches.NotePage(w.t.Context(), dead, 2, 1),
		} {
			if !errors.Is(err, watches.ErrLeaseLost) {
				w.t.Errorf("the worker of a deleted watch %s on: %v", what, err)
			}
		}
		if dead.BackfillFound != 3 || dead.BackfillImported != 1 || dead.Run.Pages != 1 {
			w.t.Errorf("it counts what was not noted: %+v", dead)
		}
	})
}

// TestManyAreToldInParts: what is new, ended and returned of more items than one event holds, with an import of one.
func TestManyAreToldInParts(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		const many = 60
		looks := func(active *bool, imported map[string]string) *watches.Run {
			w.clock.Add(2 * time.Hour)
			c := w.claim()
			l := &watches.Look{NewestFirst: true, Rows: []watches.Row{{ID: "known"}}, Known: map[string]bool{"known": true}}
			for n := range many {
				l.Rows = append([]watches.Row{{ID: fmt.Sprint(n), URL: "u", PublishedAt: new(w.clock.Now()), Active: active}}, l.Rows...)
			}
			testkit.Must(w.t, w.Watches.FinishList(w.t.Context(), c, l, watches.Imported{IDs: imported}))
			return w.now().LastRun
		}
		w.look("known")
		for _, tt := range []struct {
			active *bool
			is     events.Type
			count  func(r *watches.Run) int64
			has    string
		}{
			{nil, events.WatchFound, func(r *watches.Run) int64 { return r.Found }, `"importId":"import"`},
			{new(false), events.WatchEnded, func(r *watches.Run) int64 { return r.Ended }, `"lastSeenAt":"20`},
			{new(true), events.WatchReturned, func(r *watches.Run) int64 { return r.Returned }, `"why":"inactive"`},
		} {
			r := looks(tt.active, map[string]string{"0": "import"})
			told := w.told(tt.is)
			if tt.count(r) != many || len(told) != 2 || !strings.Contains(strings.Join(told, ""), tt.has) {
				w.t.Errorf("%s: %d in %d events", tt.is, tt.count(r), len(told))
			}
		}
	})
}

// TestSeveralEndAtOnce that two complete looks in a row lack, the oldest among them, and edits of others are told.
func TestSeveralEndAtOnce(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		look := func(without, text string) *watches.Run {
			l := &watches.Look{Ended: true}
			for n, id := range strings.Split("abcdefghij", "") {
				if !strings.Contains(without, id) {
					l.Rows = append(l.Rows, watches.Row{ID: id, URL: "u", MadeAt: new(time.Now().AddDate(0, 0, -n)), Facts: watches.Facts{Text: new(text), Link: new("https://example.com/" + text)}})
				}
			}
			return w.lookAt("", l)
		}
		could := func(want bool) {
			w.t.Helper()
			if has, err := w.Watches.HasCompleteRun(w.t.Context(), w.id); err != nil || has != want {
				w.t.Errorf("a run could tell what has ended: %v, %v", has, err)
			}
		}
		could(false)
		look("", "before")
		look("gj", "before")
		could(true)
		if r := look("gj", "before"); r.Ended != 2 || !r.Complete || len(w.told(events.WatchEnded)) != 1 || r.Edited != 0 {
			w.t.Errorf("%+v", r)
		}
		for id, want := range map[string]watches.ItemState{"g": watches.Ended, "h": watches.Live, "j": watches.Ended} {
			var i watches.Item
			testkit.Must(w.t, w.Read(w.t.Context()).Where("watch_id = ? AND item_id = ?", w.id, id).Take(&i).Error)
			if i.State() != want {
				w.t.Errorf("%s is %s", id, i.State())
			}
		}
		r := look("gj", "after")
		told := w.told(events.WatchChanged)
		if r.Edited != 8 || len(told) != 8 || !strings.Contains(told[0], `"text":{"before":"before","now":"after"}`) || !strings.Contains(told[0], `"link":{"before":"https://example.com/before"`) {
			w.t.Errorf("%d edited, told %v", r.Edited, told)
		}
	})
}

// TestNumbersThatGrowAreTold of a list and of a single item, with what they were before: of the counts that were kept, and of what an
// ad had reached.
func TestNumbersThatGrowAreTold(t *testing.T) {
	eachWatch(t, watches.Search, func(w *watching) {
		grow := []watches.Threshold{{Field: "views", Op: watches.Grows, Value: 100, Within: "1d"}, {Field: "likes", Op: watches.Above, Value: 5}, {Field: "euReach", Op: watches.Grows, Value: 50, Within: "1d"}}
		_, err := w.Watches.Change(w.t.Context(), w.workspace, w.id, watches.Change{Thresholds: &grow})
		testkit.Must(w.t, err)
		if now := w.now(); now.Revision != 2 || len(now.ThresholdList()) != 3 {
			w.t.Fatalf("%+v", now.Watch)
		}
		row := func(id string, views, likes, reach int64) watches.Row {
			return watches.Row{ID: id, URL: "u", Facts: watches.Facts{Stats: content.Stats{Views: &views, Likes: &likes}, EUReach: &reach}}
		}
		look := func(id string, views, likes, reach int64) *watches.Run {
			return w.lookAt("", &watches.Look{NewestFirst: true, Rows: []watches.Row{row(id, views, likes, reach)}})
		}
		record := func(id string, views int64, approximate bool) {
			counts, err := json.Marshal(content.Stats{Views: &views})
			testkit.Must(w.t, err)
			testkit.Must(w.t, w.Tx(w.t.Context(), func(tx *gorm.DB) error {
				return history.Add(tx, w.workspace, []history.Seen{{Subject: id, Counts: string(counts), Approximate: approximate, Source: history.List, At: w.NowMicros()}})
			}))
		}
		record("a", 10, false)
		record("a", 109, true) // rounded numbers are another series
		if r := look("a", 10, 9, 10); r.Crossed != 0 {
			w.t.Errorf("the first look tells %v", w.told(events.WatchThreshold))
		}
		if r := look("a", 109, 9, 59); r.Crossed != 0 {
			w.t.Errorf("not yet, but told %v", w.told(events.WatchThreshold))
		}
		r := look("a", 110, 9, 60)
		told := strings.Join(w.told(events.WatchThreshold), "")
		if r.Crossed != 2 || !strings.Contains(told, `"number":110,"from":10`) || !strings.Contains(told, `"number":60,"from":10`) {
			w.t.Errorf("%d crossed, told %s", r.Crossed, told)
		}
		if r := look("b", 500, 9, 1); r.Crossed != 1 || strings.Contains(w.told(events.WatchThreshold)[0], `"from":0`) {
			w.t.Errorf("one that is found beyond a threshold: %v", w.told(events.WatchThreshold))
		}
		if rows := modelstest.CountRows(w.t, w.Store, "watch_reaches"); rows != 4 {
			w.t.Errorf("%d numbers of reach are kept, want three of one ad and one of the other", rows)
		}
		var b watches.Item
		testkit.Must(w.t, w.Read(w.t.Context()).Where("watch_id = ? AND item_id = 'b'", w.id).Take(&b).Error)
		if !strings.Contains(b.Crossed, `"viewsgrows1001d":false`) {
			w.t.Errorf("what was never known before has grown: %s", b.Crossed)
		}
		if r := look("b", 500, 9, 1); r.Crossed != 0 || modelstest.CountRows(w.t, w.Store, "watch_reaches") != 4 {
			w.t.Errorf("nothing changed, and yet %+v", r)
		}
		record("z", 10, false)
		for _, views := range []int64{10, 210} {
			w.lookAt("", &watches.Look{NewestFirst: true, Rows: []watches.Row{row("z", views, 9, 1), row("a", 110, 9, 60)}})
		}
		if told := strings.Join(w.told(events.WatchThreshold), ""); !strings.Contains(told, `"number":210,"from":10`) {
			w.t.Errorf("one that grew, after one with rounded numbers: %s", told)
		}
	})
}

// TestFeedsOfAWatch are few, readable by their token until they are revoked, and hold what was told.
func TestFeedsOfAWatch(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("b a")
		w.look("c b a")
		feed := watches.Feed{WorkspaceID: w.workspace, WatchID: w.id}
		var made *watches.Feed
		var token string
		for range watches.MostFeeds {
			var err error
			made, token, err = w.Watches.CreateFeed(w.t.Context(), feed)
			testkit.Must(w.t, err)
		}
		_, _, err := w.Watches.CreateFeed(w.t.Context(), feed)
		modelstest.WantCode(w.t, err, apierror.CodeLimitExceeded)
		_, _, err = w.Watches.CreateFeed(w.t.Context(), watches.Feed{WorkspaceID: db.NewID(), WatchID: w.id})
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
		if p, err := w.Watches.Feeds(w.t.Context(), w.workspace, w.id, db.PageRequest{Limit: 100}); err != nil || len(p.Items) != watches.MostFeeds {
			w.t.Errorf("%+v, %v", p, err)
		}
		_, err = w.Watches.Feeds(w.t.Context(), db.NewID(), w.id, db.PageRequest{Limit: 1})
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
		f, of, told, err := w.Watches.OpenFeed(w.t.Context(), token, 10)
		if testkit.Must(w.t, err); f.ID != made.ID || of.ID != w.id || len(told) != 1 || told[0].Type != events.WatchFound {
			w.t.Errorf("%+v of %+v holds %v", f, of, told)
		}
		testkit.Must(w.t, w.Watches.RevokeFeed(w.t.Context(), w.workspace, w.id, made.ID))
		modelstest.WantCode(w.t, w.Watches.RevokeFeed(w.t.Context(), w.workspace, w.id, made.ID), apierror.CodeNotFound)
		_, _, _, err = w.Watches.OpenFeed(w.t.Context(), token, 10)
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
		testkit.Must(w.t, w.Watches.Delete(w.t.Context(), w.workspace, w.id))
	})
}

// TestWatchesAreListed with their last runs, and the runs of one; what is deleted does not begin.
func TestWatchesAreListed(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		first := w.id
		last := w.look("a")
		w.id = w.make(watches.NewWatch{DailyCredits: 1})
		names, err := w.Watches.Names(w.t.Context(), w.workspace, []string{first, db.NewID()})
		if modelstest.Must(w.t, err); len(names) != 1 || names[first] == "" {
			w.t.Errorf("names: %v", names)
		}
		p, err := w.Watches.List(w.t.Context(), w.workspace, db.PageRequest{Limit: 10})
		testkit.Must(w.t, err)
		if len(p.Items) != 2 || p.Items[0].LastRun != nil || p.Items[1].LastRun == nil || p.Items[1].LastRun.ID != last.ID {
			w.t.Errorf("%+v", p.Items)
		}
		if now := w.now(); now.Import() != nil {
			w.t.Errorf("it imports %+v", now.Import())
		}
		if w.claim() == nil {
			w.t.Error("it does not run with the one credit that a run needs")
		}
		runs, err := w.Watches.Runs(w.t.Context(), w.workspace, first, watches.Period{}, db.PageRequest{Limit: 10})
		if testkit.Must(w.t, err); len(runs.Items) != 1 || runs.Items[0].ID != last.ID {
			w.t.Errorf("%+v", runs.Items)
		}
		_, err = w.Watches.Runs(w.t.Context(), db.NewID(), first, watches.Period{}, db.PageRequest{Limit: 10})
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
		_, err = w.Watches.List(w.t.Context(), w.workspace, db.PageRequest{Limit: 10, Cursor: "forged"})
		modelstest.WantCode(w.t, err, apierror.CodeInvalidInput)
		w.id = first
		w.clock.Add(2 * time.Hour)
		testkit.Must(w.t, w.Watches.Delete(w.t.Context(), w.workspace, first))
		modelstest.PutNow(w.t, w.Store, work.Watches, first)
		if c, err := w.begin(); c != nil || err != nil {
			w.t.Errorf("a deleted watch begins: %+v, %v", c, err)
		}
	})
}
