package alerts_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/alerts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

// spend takes credits as a charge does.
func spend(t *testing.T, s *models.Store, workspace string, credits int64) {
	t.Helper()
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		_, err := billing.Debit(tx, workspace, credits)
		return err
	}))
}

// claim takes the next e-mail and wants it to be for somebody; "" is none. What is not to be sent is settled as a worker does.
func claim(t *testing.T, s *models.Store, what, email string) (*alerts.Mail, *work.Job) {
	t.Helper()
	for {
		list, err := s.Work.Claim(t.Context(), work.AlertMails, 1)
		testkit.Must(t, err)
		if len(list) == 0 && email != "" {
			t.Fatalf("%s: nothing is due", what)
		}
		if len(list) == 0 {
			return nil, nil
		}
		m, next, err := s.Alerts.DueMail(t.Context(), &list[0])
		testkit.Must(t, err)
		switch {
		case m == nil && next == nil:
			testkit.Must(t, s.Work.Settle(t.Context(), &list[0], work.Cancel(nil)))
		case m == nil:
			testkit.Must(t, s.Work.Settle(t.Context(), &list[0], work.Snooze(*next)))
		case m.Email != email:
			t.Fatalf("%s: an e-mail to %s is due", what, m.Email)
		default:
			return m, &list[0]
		}
	}
}

// TestMailOnceADay follows the e-mails about one workspace's balance: one at each crossing, at most one a day, none when the
// alert has ended or the owner wants none, and none for members.
func TestMailOnceADay(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		owner, err := s.Accounts.Member(t.Context(), in.Workspace, in.Owner)
		testkit.Must(t, err)
		lowAt(t, s, in.Workspace, new(int64(50)))
		spend(t, s, in.Workspace, 49)
		claim(t, s, "above the mark", "")
		spend(t, s, in.Workspace, 1)
		m, _ := claim(t, s, "at the mark", owner.Email)
		if m.Kind != alerts.CreditsLow || len(m.Alerts) != 1 || m.Alerts[0].Balance != 50 || m.WorkspaceID != in.Workspace {
			t.Errorf("%+v", m)
		}
		claim(t, s, "while it is sent", "")
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))
		again := func() {
			testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return billing.Grant(tx, in.Workspace, 10, db.NewID(), "") }))
			spend(t, s, in.Workspace, 10)
		}
		clock.Add(time.Hour)
		again()
		claim(t, s, "an hour later", "")
		clock.Add(22 * time.Hour)
		claim(t, s, "23 hours later", "")
		clock.Add(time.Hour + time.Minute)
		m, _ = claim(t, s, "a day later", owner.Email)
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))

		clock.Add(25 * time.Hour)
		again()
		m, _ = claim(t, s, "two days later", owner.Email)
		again()
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))
		clock.Add(23 * time.Hour)
		claim(t, s, "raised while one was sent, 23 hours ago", "")
		clock.Add(time.Hour + time.Minute)
		m, _ = claim(t, s, "raised while one was sent, a day ago", owner.Email)
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))

		clock.Add(25 * time.Hour)
		again()
		lowAt(t, s, in.Workspace, nil)
		claim(t, s, "the alert has ended", "")
		lowAt(t, s, in.Workspace, new(int64(50)))
		again()
		testkit.Must(t, s.Accounts.SetAlertMails(t.Context(), in.Owner, false))
		claim(t, s, "the owner wants none", "")
		again()
		testkit.Must(t, s.Accounts.SetAlertMails(t.Context(), in.Owner, true))
		claim(t, s, "nor did when it was raised", "")
	})
}

// TestMailIsTriedAgainWithinBounds lets every attempt fail: they come with growing waits, and then no more.
func TestMailIsTriedAgainWithinBounds(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		owner, err := s.Accounts.Member(t.Context(), in.Workspace, in.Owner)
		testkit.Must(t, err)
		lowAt(t, s, in.Workspace, new(int64(50)))
		spend(t, s, in.Workspace, 50)
		for _, wait := range []time.Duration{0, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour} {
			if wait > 0 {
				clock.Add(wait * 79 / 100)
				claim(t, s, "before its time", "")
				clock.Add(wait * 42 / 100)
			}
			_, j := claim(t, s, wait.String(), owner.Email)
			testkit.Must(t, s.Work.Settle(t.Context(), j, work.Failed(errors.New("refused"))))
		}
		clock.Add(30 * 24 * time.Hour)
		claim(t, s, "after six attempts", "")
	})
}

// TestProcessesClaimAMailOnce lets several processes claim the e-mails of forty owners at the same time: each is claimed once.
func TestProcessesClaimAMailOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		const owners = 40
		for n := range owners - 1 {
			id := string(rune('a'+n/26)) + string(rune('a'+n%26))
			modelstest.Run(t, s, "INSERT INTO users (id, email, name, password_hash, operator, support, created_at, email_proved_at) VALUES (?, ?, 'O', '', FALSE, FALSE, 1, 1)", id, id+"@example.com")
			modelstest.Run(t, s, "INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES (?, ?, ?, 1)", in.Workspace, id, accounts.Owner)
		}
		lowAt(t, s, in.Workspace, new(int64(50)))
		spend(t, s, in.Workspace, 50)
		var mu sync.Mutex
		var wg sync.WaitGroup
		got := map[string]int{}
		for range 8 {
			wg.Go(func() {
				for {
					list, err := s.Work.Claim(t.Context(), work.AlertMails, 3)
					if err != nil {
						t.Error(err)
					}
					if len(list) == 0 {
						return
					}
					for n := range list {
						m, _, err := s.Alerts.DueMail(t.Context(), &list[n])
						if err != nil || m == nil {
							t.Errorf("%+v, %v", m, err)
							return
						}
						mu.Lock()
						got[m.Email]++
						mu.Unlock()
					}
				}
			})
		}
		wg.Wait()
		if len(got) != owners {
			t.Errorf("e-mails to %d of %d owners", len(got), owners)
		}
		for email, times := range got {
			if times != 1 {
				t.Errorf("%s was claimed %d times", email, times)
			}
		}
	})
}

// TestOnlyProvedAddressesAreMailed leaves an owner out whose address nobody has proved, when an alert is raised and when it is
// sent.
func TestOnlyProvedAddressesAreMailed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		modelstest.Run(t, s, "INSERT INTO users (id, email, name, password_hash, operator, support, created_at) VALUES ('stranger', 'stranger@example.com', 'S', '', FALSE, FALSE, 1)")
		modelstest.Run(t, s, "INSERT INTO members (workspace_id, user_id, role, joined_at) VALUES (?, 'stranger', ?, 1)", in.Workspace, accounts.Owner)
		owner, err := s.Accounts.Member(t.Context(), in.Workspace, in.Owner)
		testkit.Must(t, err)
		lowAt(t, s, in.Workspace, new(int64(50)))
		spend(t, s, in.Workspace, 50)
		claim(t, s, "the owner whose address is proved", owner.Email)
		claim(t, s, "the other owner", "")
		testkit.Must(t, s.Work.Ensure(t.Context(), work.Item{Kind: work.AlertMails, Key: in.Workspace + " credits_low stranger", Tenant: in.Workspace, RunAt: 1}))
		claim(t, s, "one that was requested before", "")
	})
}
