package models_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/modelstest"
)

func observation(clock *modelstest.Clock, subject, counts string) *models.Observation {
	return &models.Observation{Subject: subject, ID: models.NewID(), ObservedAt: clock.Now().UnixMicro(), RouteID: "r", Version: "1",
		Counts: counts, Rows: 1, Body: []byte(`{}`)}
}

// find is the stored observation as a workspace sees it.
func find(t testing.TB, s *models.Store, ws, subject string, clock *modelstest.Clock) *models.Stored {
	t.Helper()
	o, err := s.FindStored(context.Background(), ws, subject, false, clock.Now().Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func charged(t testing.TB, r models.Receipt, err error) int64 {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return r.Usage.CreditsCharged
}

func TestCreditRules(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 100)
		b, err := s.CreateWorkspace(ctx, "B", in.owner, 100)
		if err != nil {
			t.Fatal(err)
		}
		live := func(ws, counts string) int64 {
			clock.Add(time.Second)
			r, err := s.ServeLive(ctx, ws, observation(clock, "item:x", counts), false)
			return charged(t, r, err)
		}
		stored := func(ws string) int64 {
			r, err := s.ServeStored(ctx, ws, find(t, s, ws, "item:x", clock), false)
			return charged(t, r, err)
		}
		for _, step := range []struct {
			what string
			got  int64
			want int64
		}{
			{"rule 1: a live fetch", live(in.workspace, "1"), 1},
			{"rule 3: a repeat", stored(in.workspace), 0},
			{"rule 2: the first serving to another", stored(b.ID), 1},
			{"rule 3: its repeat", stored(b.ID), 0},
			{"a renewal with the same counts", live(b.ID, "1"), 1},
			{"keeps the right", stored(in.workspace), 0},
			{"changed counts", live(b.ID, "2"), 1},
			{"rule 4: end the right", stored(in.workspace), 1},
			{"once", stored(in.workspace), 0},
			{"and not the right of who recorded them", stored(b.ID), 0},
		} {
			if step.got != step.want {
				t.Errorf("%s: charged %d, want %d", step.what, step.got, step.want)
			}
		}
		checkLedger(t, s, in.workspace)
		checkLedger(t, s, b.ID)
	})
}

// checkLedger holds the totals against the sum of the entries.
func checkLedger(t testing.TB, s *models.Store, ws string) {
	t.Helper()
	ctx := context.Background()
	c, err := s.Credits(ctx, ws)
	if err != nil {
		t.Fatal(err)
	}
	var granted, spent int64
	page := models.PageRequest{Limit: 100}
	first := true
	for {
		p, err := s.Ledger(ctx, ws, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Items {
			if first && e.BalanceAfter != c.Balance {
				t.Errorf("the newest entry leaves %d, the balance is %d", e.BalanceAfter, c.Balance)
			}
			first = false
			if e.Amount > 0 {
				granted += e.Amount
			} else {
				spent -= e.Amount
			}
		}
		if page.Cursor = p.NextCursor; page.Cursor == "" {
			break
		}
	}
	if c.Granted != granted || c.Spent != spent || c.Balance != granted-spent || c.Balance < 0 {
		t.Errorf("totals %+v, the ledger grants %d and spends %d", c, granted, spent)
	}
}

func TestBalanceNeverFallsBelowZero(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		got := tally(atOnce(60, func(i int) error {
			_, err := s.ServeLive(ctx, in.workspace, observation(clock, fmt.Sprint("item:", i), "1"), false)
			return err
		}))
		if got["ok"] != 20 || got[apierror.CodeInsufficientCredits] != 40 {
			t.Errorf("60 charges on 20 credits gave %v", got)
		}
		checkLedger(t, s, in.workspace)
	})
}

func TestASharedFetchIsPaidOncePerWorkspace(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		o := observation(clock, "item:x", "1")
		total := make(chan int64, 12)
		atOnce(12, func(int) error {
			mine := *o
			r, err := s.ServeLive(ctx, in.workspace, &mine, false)
			total <- r.Usage.CreditsCharged
			return err
		})
		close(total)
		sum := int64(0)
		for c := range total {
			sum += c
		}
		if sum != 1 {
			t.Errorf("12 callers of one fetch paid %d credits", sum)
		}
		checkLedger(t, s, in.workspace)
	})
}

func TestManyFirstServingsAtOnceArePaidOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		b, _ := s.CreateWorkspace(ctx, "B", in.owner, 20)
		if _, err := s.ServeLive(ctx, b.ID, observation(clock, "item:x", "1"), false); err != nil {
			t.Fatal(err)
		}
		o := find(t, s, in.workspace, "item:x", clock)
		errs := atOnce(10, func(int) error {
			_, err := s.ServeStored(ctx, in.workspace, o, false)
			return err
		})
		if c, _ := s.Credits(ctx, in.workspace); c.Spent != 1 {
			t.Errorf("ten first servings at once cost %d (%v)", c.Spent, tally(errs))
		}
	})
}

func TestAnEmptyPageIsFreeAndGivesNoRight(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		r, err := s.ServeLive(ctx, in.workspace, observation(clock, "items:x", ""), true)
		if c := charged(t, r, err); c != 0 || r.Remaining != 20 || len(r.Usage.Lines) != 0 {
			t.Errorf("charged %d, %d left, lines %v", c, r.Remaining, r.Usage.Lines)
		}
		if o := find(t, s, in.workspace, "items:x", clock); o.Paid {
			t.Error("an empty page gave a right to the rows that come later")
		}
	})
}

func TestTheNewestObservationWins(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		old, fresh := observation(clock, "item:x", "old"), observation(clock, "item:x", "new")
		old.ObservedAt -= 1000
		for _, o := range []*models.Observation{fresh, old} {
			if _, err := s.ServeLive(ctx, in.workspace, o, false); err != nil {
				t.Fatal(err)
			}
		}
		if o := find(t, s, in.workspace, "item:x", clock); o.Counts != "new" {
			t.Errorf("a slow fetch replaced a newer one: %s", o.Counts)
		}
	})
}

func TestACaptionLookupNeedsAnObservationWithCaptions(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 20)
		if _, err := s.ServeLive(ctx, in.workspace, observation(clock, "item:x", "1"), false); err != nil {
			t.Fatal(err)
		}
		since := clock.Now().Add(-time.Hour)
		if o, err := s.FindStored(ctx, in.workspace, "item:x", true, since); o != nil || err != nil {
			t.Errorf("an observation without captions served a question for them: %v, %v", o, err)
		}
		full := observation(clock, "item:x", "1")
		full.Variant, full.BodyFull = models.WithCaptions, []byte(`{"transcript":{}}`)
		full.ObservedAt += 10
		if _, err := s.ServeLive(ctx, in.workspace, full, false); err != nil {
			t.Fatal(err)
		}
		for _, captions := range []bool{true, false} {
			if o, err := s.FindStored(ctx, in.workspace, "item:x", captions, since); err != nil || o == nil || o.ID != full.ID {
				t.Errorf("captions %v: %v, %v", captions, o, err)
			}
		}
		if c := content.Charge(content.PartStored, 0); len(c.Lines) != 0 || c.Lines == nil {
			t.Error("a free answer has an empty array of lines")
		}
	})
}

// TestPaidVariantsStayPaid: with and without captions are two observations whose counts may differ; asking for them in
// turn is free for whoever fetched both.
func TestPaidVariantsStayPaid(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 100)
		captions := observation(clock, "item:v", "1")
		captions.Variant = models.WithCaptions
		for _, o := range []*models.Observation{captions, observation(clock, "item:v", "2")} {
			r, err := s.ServeLive(ctx, in.workspace, o, false)
			if charged(t, r, err) != 1 {
				t.Fatal("a live fetch costs 1")
			}
			clock.Add(time.Second)
		}
		for n := range 6 {
			o, err := s.FindStored(ctx, in.workspace, "item:v", n%2 == 0, clock.Now().Add(-time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.ServeStored(ctx, in.workspace, o, false)
			if charged(t, r, err) != 0 {
				t.Errorf("turn %d cost a credit again", n)
			}
		}
		checkLedger(t, s, in.workspace)
	})
}

func TestGrantsStayWithinTheLargestInteger(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 100)
		for _, amount := range []int64{models.MostCredits - 99, 1<<63 - 1} {
			_, err := s.Grant(ctx, in.workspace, amount, "too many")
			wantCode(t, err, apierror.CodeLimitExceeded)
		}
		if c, err := s.Grant(ctx, in.workspace, models.MostCredits-100, "all there is"); err != nil || c.Balance != models.MostCredits {
			t.Errorf("%+v, %v", c, err)
		}
		checkLedger(t, s, in.workspace)
	})
}
