package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/mail"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/digests"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// outbox keeps the mails that were sent, or refuses them.
type outbox struct {
	sent    []mail.Message
	refuses bool
}

func (o *outbox) Send(_ context.Context, m mail.Message) error {
	if o.refuses {
		return errors.New("refused")
	}
	o.sent = append(o.sent, m)
	return nil
}

// subscribed is a workspace with a watch, whose owner gets digests.
type subscribed struct {
	*models.Store
	t                *testing.T
	clock            *modelstest.Clock
	workspace, owner string
	watch            string
	box              *outbox
	sender           *jobs.Digests
}

func eachSubscribed(t *testing.T, f func(s *subscribed)) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, store *models.Store, clock *modelstest.Clock) {
		clock.Add(time.Until(time.Date(2030, 1, 7, 12, 0, 0, 0, time.UTC))) // a Monday
		in := modelstest.Install(t, store, 100)
		s := &subscribed{Store: store, t: t, clock: clock, workspace: in.Workspace, owner: in.Owner, box: &outbox{}}
		modelstest.Run(t, store, "UPDATE users SET email_proved_at = 1")
		w, err := store.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: in.Workspace, Name: "Rival <b>", Every: "1h", DailyCredits: 10, Source: watches.Source{Kind: watches.Account}})
		testkit.Must(t, err)
		s.watch = w.ID
		s.sender = &jobs.Digests{Store: store, Mailer: s.box, Origin: "https://social.example", Render: func(l jobs.Letter) (string, error) { return "<p>" + l.Title + "</p>", nil }}
		testkit.Must(t, store.Digests.Choose(t.Context(), in.Workspace, in.Owner, digests.Daily))
		f(s)
	})
}

// look makes a run of the watch that sees rows, or fails.
func (s *subscribed) look(fault *apierror.Error, ids ...string) {
	s.t.Helper()
	_, err := s.Watches.RunNow(s.t.Context(), s.workspace, s.watch)
	testkit.Must(s.t, err)
	j, err := s.Work.Take(s.t.Context(), work.Watches, s.watch)
	testkit.Must(s.t, err)
	c, _, err := s.Watches.Begin(s.t.Context(), j, 1)
	testkit.Must(s.t, err)
	if fault != nil {
		testkit.Must(s.t, s.Watches.FinishFault(s.t.Context(), c, fault))
		return
	}
	l := &watches.Look{Ended: true}
	for _, id := range ids {
		l.Rows = append(l.Rows, watches.Row{ID: id, URL: "https://example.com/" + id, Title: new("Post " + id)})
	}
	l.Known, err = s.Watches.KnownItems(s.t.Context(), s.watch, ids)
	testkit.Must(s.t, err)
	testkit.Must(s.t, s.Watches.FinishList(s.t.Context(), c, l, watches.Imported{}))
}

// work runs the digests that are due, and settles them as the dispatcher does. It returns how many mails are sent by then.
func (s *subscribed) work() int {
	s.t.Helper()
	list, err := s.Work.Claim(s.t.Context(), work.Digests, 10)
	testkit.Must(s.t, err)
	for _, j := range list {
		testkit.Must(s.t, s.Work.Settle(s.t.Context(), &j, s.sender.Handle(s.t.Context(), &j)))
	}
	return len(s.box.sent)
}

// TestADigestTellsAPeriodOnce goes through days: with news, without, with failures, with a server that refuses, and with a worker
// that is killed after the mail.
func TestADigestTellsAPeriodOnce(t *testing.T) {
	eachSubscribed(t, func(s *subscribed) {
		s.look(nil, "a")
		s.look(nil, "b", "a")
		if n := s.work(); n != 0 {
			t.Fatalf("before the period ended: %d", n)
		}
		s.clock.Add(20 * time.Hour) // 8 o'clock
		if n := s.work(); n != 1 {
			t.Fatalf("the first day: %d", n)
		}
		m := s.box.sent[0]
		if m.Subject != "Your day in First" || !strings.Contains(m.Text, "Rival b : 1 new") && !strings.Contains(m.Text, "Rival b: 1 new") || !strings.Contains(m.Text, "- Post b") || !strings.Contains(m.Text, "Credits spent: 0.") ||
			m.HTML == "" || !m.OneClick || !strings.HasPrefix(m.Unsubscribe, "https://social.example/digest/") {
			t.Errorf("%+v", m)
		}
		if n := s.work(); n != 1 {
			t.Errorf("again at once: %d", n)
		}
		s.clock.Add(24 * time.Hour)
		if n := s.work(); n != 1 {
			t.Errorf("a day on which nothing happened: %d", n)
		}
		s.look(apierror.New(apierror.CodeRouteDegraded))
		s.box.refuses = true
		s.clock.Add(24 * time.Hour)
		if n := s.work(); n != 1 {
			t.Errorf("a server that refuses: %d", n)
		}
		s.box.refuses = false
		s.clock.Add(10 * time.Minute)
		if n := s.work(); n != 2 || !strings.Contains(s.box.sent[1].Text, "1 look failed") {
			t.Errorf("it takes it later: %d", n)
		}
		s.look(nil, "c", "b", "a")
		s.clock.Add(24 * time.Hour)
		list, err := s.Work.Claim(t.Context(), work.Digests, 1)
		testkit.Must(t, err)
		if len(list) != 1 {
			t.Fatal("nothing is due")
		}
		s.sender.Handle(t.Context(), &list[0]) // killed before its outcome is settled
		s.clock.Add(time.Hour)
		if n := s.work(); n != 3 {
			t.Errorf("after a kill: %d", n)
		}
		s.clock.Add(5 * 24 * time.Hour)
		s.look(nil, "d", "c", "b", "a")
		if n := s.work(); n != 3 {
			t.Errorf("what comes after the end of a period is in the next one: %d", n)
		}
	})
}

// TestADigestNamesTheWatchesWithMostNews, of each the newest titles, and counts the others.
func TestADigestNamesTheWatchesWithMostNews(t *testing.T) {
	eachSubscribed(t, func(s *subscribed) {
		first := s.watch
		s.look(nil, "a")
		s.look(apierror.New(apierror.CodeRouteDegraded)) // has news, but nothing new
		var shops []string
		for n := range digests.MostWatches + 1 {
			w, err := s.Watches.Create(s.t.Context(), watches.NewWatch{WorkspaceID: s.workspace, Name: fmt.Sprintf("Shop %02d.", n), Every: "1h", DailyCredits: 10, Source: watches.Source{Kind: watches.Account}})
			testkit.Must(s.t, err)
			s.watch, shops = w.ID, append(shops, w.ID)
			s.look(nil, "a")
			s.look(nil, "b", "a")
		}
		s.look(nil, "f", "e", "d", "c", "b", "a") // the last has most
		modelstest.Run(s.t, s.Store, "UPDATE watch_items SET title = NULL WHERE watch_id = ? AND item_id = 'f'", s.watch)
		modelstest.Run(s.t, s.Store, "UPDATE watch_items SET title = '' WHERE watch_id = ? AND item_id = 'e'", s.watch)
		modelstest.Run(s.t, s.Store, "UPDATE watches SET name = 'Rival.' WHERE id = ?", first)
		modelstest.Run(s.t, s.Store, "UPDATE watch_runs SET found = 0, edited = 99 WHERE watch_id = ?", shops[0])
		s.clock.Add(20 * time.Hour)
		if n := s.work(); n != 1 {
			t.Fatalf("%d mails", n)
		}
		text := s.box.sent[0].Text
		if !strings.Contains(text, "\n2 more watches have news.") || strings.Contains(text, "Rival") || strings.Contains(text, "Shop 09") || !strings.Contains(text, "Shop 08") ||
			strings.Index(text, "Shop 00") > strings.Index(text, "Shop 10") || strings.Index(text, "Shop 10") > strings.Index(text, "Shop 01") || strings.Count(text, "- Post") != digests.MostWatches-1 {
			t.Errorf("it says\n%s", text)
		}
	})
}

// TestNobodyElseGetsADigest ends them with the membership, the address, the workspace and the wish.
func TestNobodyElseGetsADigest(t *testing.T) {
	eachSubscribed(t, func(s *subscribed) {
		day := func(what string, want int) {
			t.Helper()
			s.look(nil, db.NewID(), "a")
			s.clock.Add(24 * time.Hour)
			if n := s.work(); n != want {
				t.Errorf("%s: %d mails, want %d", what, n, want)
			}
		}
		day("first look", 0)
		day("daily", 1)
		modelstest.Run(t, s.Store, "UPDATE users SET email_proved_at = NULL")
		day("an address that is not confirmed", 1)
		modelstest.Run(t, s.Store, "UPDATE users SET email_proved_at = 1")
		choose := func(every digests.Every) { testkit.Must(t, s.Digests.Choose(t.Context(), s.workspace, s.owner, every)) }
		choose(digests.Weekly)
		day("weekly, on a Friday", 1)
		for range 2 {
			day("until Monday", 1)
		}
		day("on Monday", 2)
		choose(digests.Never)
		day("none", 2)
		choose(digests.Daily)
		token, err := s.Digests.Token(s.workspace, s.owner)
		testkit.Must(t, err)
		w, u, err := s.Digests.Subscriber(token)
		if err != nil || w != s.workspace || u != s.owner {
			t.Errorf("%s %s %v", w, u, err)
		}
		_, _, err = s.Digests.Subscriber(token[:len(token)-2])
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", s.owner, 1)
		testkit.Must(t, err)
		modelstest.WantCode(t, s.Digests.Choose(t.Context(), other.ID, db.NewID(), digests.Daily), apierror.CodeNotFound)
		modelstest.Run(t, s.Store, "DELETE FROM members WHERE workspace_id = ?", s.workspace)
		day("a member who was removed", 2)
		chosen, err := s.Digests.Of(t.Context(), s.owner)
		if err != nil || len(chosen) != 0 {
			t.Errorf("%v %v", chosen, err)
		}
	})
}
