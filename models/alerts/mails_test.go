package alerts_test

import (
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
)

// spend takes credits as a charge does.
func spend(t *testing.T, s *models.Store, workspace string, credits int64) {
	t.Helper()
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		_, err := billing.Debit(tx, workspace, credits)
		return err
	}))
}

// claim takes the next e-mail and wants it to be for somebody; "" is none.
func claim(t *testing.T, s *models.Store, what, email string) *alerts.Mail {
	t.Helper()
	m, err := s.Alerts.ClaimMail(t.Context())
	testkit.Must(t, err)
	switch {
	case m == nil && email != "":
		t.Fatalf("%s: nothing is due", what)
	case m != nil && m.Email != email:
		t.Fatalf("%s: an e-mail to %s is due", what, m.Email)
	}
	return m
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
		m := claim(t, s, "at the mark", owner.Email)
		if m.Kind != alerts.CreditsLow || len(m.Alerts) != 1 || m.Alerts[0].Balance != 50 || m.WorkspaceID != in.Workspace || m.Attempts != 1 {
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
		m = claim(t, s, "a day later", owner.Email)
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))

		clock.Add(25 * time.Hour)
		again()
		m = claim(t, s, "two days later", owner.Email)
		again()
		testkit.Must(t, s.Alerts.Mailed(t.Context(), m))
		clock.Add(23 * time.Hour)
		claim(t, s, "raised while one was sent, 23 hours ago", "")
		clock.Add(time.Hour + time.Minute)
		testkit.Must(t, s.Alerts.Mailed(t.Context(), claim(t, s, "raised while one was sent, a day ago", owner.Email)))

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
				clock.Add(wait - 10*time.Second)
				claim(t, s, "before its time", "")
				clock.Add(11 * time.Second)
			}
			claim(t, s, wait.String(), owner.Email)
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
					m, err := s.Alerts.ClaimMail(t.Context())
					if err != nil {
						t.Error(err)
					}
					if m == nil {
						return
					}
					mu.Lock()
					got[m.Email]++
					mu.Unlock()
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
		modelstest.Run(t, s, "INSERT INTO alert_mails (workspace_id, kind, user_id, raised_at, attempts, next_at) VALUES (?, ?, 'stranger', 1, 0, 1)", in.Workspace, alerts.CreditsLow)
		claim(t, s, "one that was requested before", "")
	})
}
