package events_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// write adds an event in a transaction of its own, which stays open until hold is closed.
func write(ctx context.Context, s *models.Store, workspace, name string, hold <-chan struct{}) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		e, err := events.New(workspace, events.ReferenceUpdated, map[string]string{"name": name})
		if err != nil {
			return err
		}
		if err := events.Add(tx, e); err != nil {
			return err
		}
		if hold != nil {
			<-hold
		}
		return nil
	})
}

// poller reads as a program would that keeps one id.
type poller struct {
	s         *models.Store
	workspace string
	last      string
	seen      []string
}

func (p *poller) poll(ctx context.Context) error {
	for {
		page, err := p.s.Events.List(ctx, p.workspace, events.Filter{After: p.last}, db.PageRequest{Limit: 7})
		if err != nil {
			return err
		}
		if p.last == "" { // without an id the list is the newest first
			slices.Reverse(page.Items)
		}
		for _, e := range page.Items {
			p.last, p.seen = e.ID, append(p.seen, e.Data)
		}
		if page.NextCursor == "" || len(page.Items) == 0 {
			return nil
		}
	}
}

// TestAPollerMissesNothing lets transactions commit out of the order of their events while a program polls: each event
// comes once, also the one that was made first and committed last.
func TestAPollerMissesNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 0).Workspace
		testkit.Must(t, write(t.Context(), s, w, "first", nil))
		p := &poller{s: s, workspace: w}
		testkit.Must(t, p.poll(t.Context()))
		const writers, each = 6, 20
		var wg sync.WaitGroup
		for n := range writers {
			wg.Go(func() {
				for k := range each {
					hold := make(chan struct{})
					time.AfterFunc(time.Duration(rand.IntN(4000))*time.Microsecond, func() { close(hold) })
					if err := write(t.Context(), s, w, fmt.Sprint(n, "-", k), hold); err != nil {
						t.Error(err)
					}
				}
			})
		}
		done := make(chan struct{})
		go func() { wg.Wait(); close(done) }()
		for running := true; running; {
			select {
			case <-done:
				running = false
			default:
			}
			testkit.Must(t, p.poll(t.Context()))
		}
		testkit.Must(t, p.poll(t.Context()))
		slices.Sort(p.seen)
		if n := len(slices.Compact(slices.Clone(p.seen))); n != len(p.seen) || n != writers*each+1 {
			t.Errorf("%d events came, %d of them different, want %d", len(p.seen), n, writers*each+1)
		}
	})
}

// TestAnEventAppearsAfterItsCommit holds a transaction open: what was committed meanwhile is before it for every reader.
func TestAnEventAppearsAfterItsCommit(t *testing.T) {
	t.Parallel()
	clock := &modelstest.Clock{}
	s := modelstest.Postgres(t, clock) // SQLite has one writer at a time
	w := modelstest.Install(t, s, 0).Workspace
	hold, begun, done := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		done <- s.Tx(t.Context(), func(tx *gorm.DB) error {
			e, err := events.New(w, events.ReferenceUpdated, map[string]string{"name": "slow"})
			testkit.Must(t, err)
			testkit.Must(t, events.Add(tx, e))
			close(begun)
			<-hold
			return nil
		})
	}()
	<-begun
	testkit.Must(t, write(t.Context(), s, w, "quick", nil))
	p := &poller{s: s, workspace: w}
	testkit.Must(t, p.poll(t.Context()))
	close(hold)
	testkit.Must(t, <-done)
	testkit.Must(t, p.poll(t.Context()))
	if got := fmt.Sprint(p.seen); got != `[{"name":"quick"} {"name":"slow"}]` {
		t.Errorf("the poller saw %s", got)
	}
}

// TestEventsAreNarrowedAndForgotten filters by type and time, refuses the id of another workspace, and lets events age.
func TestEventsAreNarrowedAndForgotten(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 0)
		testkit.Must(t, err)
		testkit.Must(t, write(t.Context(), s, in.Workspace, "mine", nil))
		list := func(workspace string, f events.Filter) int {
			t.Helper()
			p, err := s.Events.List(t.Context(), workspace, f, db.PageRequest{Limit: 10})
			testkit.Must(t, err)
			return len(p.Items)
		}
		later, earlier := clock.Now().Add(time.Hour), clock.Now().Add(-time.Hour)
		for name, c := range map[string]struct {
			workspace string
			f         events.Filter
			want      int
		}{
			"all":         {in.Workspace, events.Filter{}, 1},
			"of its type": {in.Workspace, events.Filter{Types: []events.Type{events.ReferenceUpdated, events.CreditsLow}}, 1},
			"of another":  {in.Workspace, events.Filter{Types: []events.Type{events.CreditsLow}}, 0},
			"to come":     {in.Workspace, events.Filter{CreatedFrom: &later}, 0},
			"until then":  {in.Workspace, events.Filter{CreatedBefore: &later}, 1},
			"since then":  {in.Workspace, events.Filter{CreatedFrom: &earlier}, 1},
			"before":      {in.Workspace, events.Filter{CreatedBefore: &earlier}, 0},
			"a neighbour": {other.ID, events.Filter{}, 0},
		} {
			if got := list(c.workspace, c.f); got != c.want {
				t.Errorf("%s: %d events, want %d", name, got, c.want)
			}
		}
		p, err := s.Events.List(t.Context(), in.Workspace, events.Filter{}, db.PageRequest{Limit: 1})
		testkit.Must(t, err)
		_, err = s.Events.List(t.Context(), other.ID, events.Filter{After: p.Items[0].ID}, db.PageRequest{Limit: 1})
		modelstest.WantCode(t, err, "invalid_input")
		clock.Add(31 * 24 * time.Hour)
		testkit.Must(t, s.Housekeep(t.Context()))
		if got := list(in.Workspace, events.Filter{}); got != 0 {
			t.Errorf("%d events are left", got)
		}
		testkit.Must(t, write(t.Context(), s, in.Workspace, "new", nil))
		if got := list(in.Workspace, events.Filter{}); got != 1 {
			t.Errorf("after a sweep %d events", got)
		}
	})
}

// TestEverythingTellsItsEvent makes each thing happen once, and nothing when nothing changes.
func TestEverythingTellsItsEvent(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx, in := t.Context(), modelstest.Install(t, s, 20)
		told := func(want ...events.Type) {
			t.Helper()
			p, err := s.Events.List(ctx, in.Workspace, events.Filter{}, db.PageRequest{Limit: 100})
			testkit.Must(t, err)
			got := []events.Type{}
			for _, e := range p.Items {
				got = append(got, e.Type)
			}
			slices.Reverse(got)
			if !slices.Equal(got, want) {
				t.Fatalf("told %v, want %v", got, want)
			}
		}
		mark := int64(19)
		testkit.Must(t, s.Accounts.ChangeWorkspace(ctx, in.Workspace, accounts.WorkspaceChange{Revision: 1, LowBalance: &accounts.Mark{To: &mark}}))
		id := in.Accept(t, "one")
		run := in.Begin(t, id, "worker")
		in.FinishStages(t, run)
		told()
		commit := modelstest.OneCredit()
		commit.Subject = run.Import.Subject
		testkit.Must(t, s.Imports.Commit(ctx, run, commit))
		told(events.CreditsLow, events.ImportSucceeded)
		cancelled := in.Accept(t, "two")
		_, err := s.Imports.Cancel(ctx, in.Workspace, cancelled)
		testkit.Must(t, err)
		_, err = s.Imports.Cancel(ctx, in.Workspace, cancelled) // a repeat makes no event
		testkit.Must(t, err)
		told(events.CreditsLow, events.ImportSucceeded, events.ImportCancelled)
	})
}

// TestEventsThatOthersNumberedAreLeft: another process gives the positions after we found the events and before we have the lock.
func TestEventsThatOthersNumberedAreLeft(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 0).Workspace
		testkit.Must(t, write(t.Context(), s, w, "news", nil))
		testkit.Must(t, s.Write(t.Context()).Callback().Create().Before("gorm:create").Register("meanwhile", func(tx *gorm.DB) {
			if tx.Statement.Table == "event_orders" {
				testkit.Must(t, tx.Session(&gorm.Session{NewDB: true}).Exec("UPDATE events SET position = 7").Error)
			}
		}))
		testkit.Must(t, s.Events.Order(t.Context(), w))
		if n := modelstest.CountRows(t, s, "events WHERE position = 7"); n != 1 {
			t.Error("the event was numbered again")
		}
	})
}

// TestManyEventsAreNumberedAtOnce: all that wait get the positions after the last one, once, whoever orders them; a workspace
// without events gets no row.
func TestManyEventsAreNumberedAtOnce(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 0).Workspace
		testkit.Must(t, s.Events.Order(t.Context(), w))
		if n := modelstest.CountRows(t, s, "event_orders"); n != 0 {
			t.Errorf("%d orders of no events", n)
		}
		const many = 401
		list := make([]events.Event, many)
		for n := range list {
			list[n] = events.Event{WorkspaceID: w, Type: events.WatchFound, Data: "{}"}
		}
		list[many-1].Subject = "a watch"
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return events.Add(tx, list...) }))
		testkit.Must(t, s.Events.Order(t.Context(), w))
		if n := modelstest.CountRows(t, s, fmt.Sprintf("events WHERE position BETWEEN 1 AND %d", many)); n != many {
			t.Errorf("%d events have the first positions, want %d", n, many)
		}
		about, err := events.About(s.Read(t.Context()), "a watch", []events.Type{events.WatchFound}, many)
		if testkit.Must(t, err); len(about) != 1 || about[0].ID != list[many-1].ID || modelstest.CountRows(t, s, "event_subjects") != 1 {
			t.Errorf("about the watch are %v", about)
		}
		testkit.Must(t, write(t.Context(), s, w, "one more", nil))
		for _, err := range modelstest.AtOnce(8, func(int) error { return s.Events.Order(context.Background(), w) }) {
			testkit.Must(t, err)
		}
		if n := modelstest.CountRows(t, s, fmt.Sprintf("events WHERE position = %d", many+1)); n != 1 {
			t.Errorf("%d events follow the last one", n)
		}
	})
}
