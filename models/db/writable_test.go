package db_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestAFullDisk holds that after a write that found no space a live lookup is refused before a platform is asked, and that
// it is allowed again once there is space.
func TestAFullDisk(t *testing.T) {
	ctx := context.Background()
	clock := &modelstest.Clock{}
	s := modelstest.SQLite(t, clock)
	in := modelstest.Install(t, s, 1000)
	if err := s.CanWrite(ctx); err != nil {
		t.Fatal(err)
	}
	modelstest.Run(t, s, "PRAGMA max_page_count = 1") // no page more than there are
	var err error
	for n := 0; n < 100 && err == nil; n++ {
		_, err = s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, &observations.Observation{Subject: fmt.Sprint("item:", n), ID: db.NewID(), ObservedAt: time.Now().UnixMicro(),
			Rows: 1, Body: []byte(strings.Repeat("x", 10_000))}, 1)
	}
	if !apierror.Is(err, apierror.CodeStorageUnavailable) {
		t.Fatalf("on a full disk: %v", err)
	}
	if err := s.CanWrite(ctx); !apierror.Is(err, apierror.CodeStorageUnavailable) {
		t.Errorf("a live lookup is allowed although it could not be stored: %v", err)
	}
	modelstest.Run(t, s, "PRAGMA max_page_count = 1000000")
	clock.Add(time.Minute) // a refusal is believed for a few seconds
	if err := s.CanWrite(ctx); err != nil {
		t.Errorf("there is space again: %v", err)
	}
}

// TestClockAhead compares with the database's clock.
func TestClockAhead(t *testing.T) {
	ctx := context.Background()
	clock := &modelstest.Clock{}
	s := modelstest.Postgres(t, clock)
	for _, by := range []time.Duration{0, time.Hour, -2 * time.Hour} {
		clock.Add(by)
	}
	if ahead, err := s.ClockAhead(ctx); err != nil || ahead < -time.Hour-time.Minute || ahead > -time.Hour+time.Minute {
		t.Errorf("an hour behind: %v, %v", ahead, err)
	}
	clock.Add(3 * time.Hour)
	if ahead, err := s.ClockAhead(ctx); err != nil || ahead < 119*time.Minute || ahead > 121*time.Minute {
		t.Errorf("two hours ahead: %v, %v", ahead, err)
	}
}

// TestClocksFollowTheDatabase: of two processes whose clocks do not agree, the later answer is the newer one.
func TestClocksFollowTheDatabase(t *testing.T) {
	ctx, url := context.Background(), modelstest.PostgresURL(t)
	process := func(behind time.Duration) *models.Store {
		t.Helper()
		s, err := models.Open(ctx, models.Options{Options: db.Options{URL: url, Secrets: modelstest.Secrets(), Clock: func() time.Time { return time.Now().Add(-behind) }}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		ahead, err := s.ClockAhead(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s.FollowClock(ahead)
		return s
	}
	right, late := process(0), process(2*time.Hour)
	in, err := right.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "W", Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
	if err != nil {
		t.Fatal(err)
	}
	for n, s := range []*models.Store{right, late, right} {
		o := &observations.Observation{Subject: "item:x", ID: db.NewID(), ObservedAt: s.Now().UnixMicro(), Body: []byte("{}")}
		if err := s.Observations.Observe(ctx, o); err != nil {
			t.Fatal(err)
		}
		found, err := right.Observations.FindStored(ctx, in.Workspaces[0].WorkspaceID, "item:x", observations.Plain, time.Unix(0, 0))
		if err != nil || found == nil || found.ID != o.ID {
			t.Errorf("answer %d is not the newest: %+v, %v", n, found, err)
		}
	}
}

// TestSweepsInSteps deletes more than one step, and leaves what is still wanted.
func TestSweepsInSteps(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		observe := func(n int, at time.Time) {
			o := &observations.Observation{Subject: fmt.Sprint("item:", n), ID: db.NewID(), ObservedAt: at.UnixMicro(), Rows: 1, Body: []byte("{}"), BodyFull: []byte("{}"), Next: []byte{}}
			if err := s.Observations.Observe(ctx, o); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 1100 {
			observe(n, clock.Now())
		}
		clock.Add(366 * 24 * time.Hour)
		observe(2000, clock.Now())
		pass := func() int {
			return len(modelstest.Statements(t, func(ctx context.Context) {
				if err := s.Housekeep(ctx); err != nil {
					t.Fatal(err)
				}
			}))
		}
		full := pass()
		empty := pass()
		steps := full - empty + 1
		if left := modelstest.CountRows(t, s, "observations"); left != 1 || steps != 2 {
			t.Errorf("%d observations are left after %d steps, want 1 after 2", left, steps)
		}
	})
}
