package observations_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

func TestCreditRules(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 100)
		b, err := s.Accounts.CreateWorkspace(ctx, "B", in.Owner, 100)
		if err != nil {
			t.Fatal(err)
		}
		live := func(ws, counts string) int64 {
			clock.Add(time.Second)
			r, err := s.Observations.RecordAndCharge(ctx, ws, billing.Spender{}, modelstest.NewObservation(clock, "item:x", counts), 1)
			return modelstest.Charged(t, r, err)
		}
		stored := func(ws string) int64 {
			r, err := s.Observations.ChargeStored(ctx, ws, billing.Spender{}, modelstest.FindStored(t, s, ws, "item:x", clock), 1)
			return modelstest.Charged(t, r, err)
		}
		for _, step := range []struct {
			what string
			got  int64
			want int64
		}{
			{"rule 1: a live fetch", live(in.Workspace, "1"), 1},
			{"rule 3: a repeat", stored(in.Workspace), 0},
			{"rule 2: the first serving to another", stored(b.ID), 1},
			{"rule 3: its repeat", stored(b.ID), 0},
			{"a renewal with the same counts", live(b.ID, "1"), 1},
			{"keeps the right", stored(in.Workspace), 0},
			{"changed counts", live(b.ID, "2"), 1},
			{"rule 4: end the right", stored(in.Workspace), 1},
			{"once", stored(in.Workspace), 0},
			{"and not the right of who recorded them", stored(b.ID), 0},
		} {
			if step.got != step.want {
				t.Errorf("%s: charged %d, want %d", step.what, step.got, step.want)
			}
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		modelstest.CheckLedger(t, s, b.ID)
	})
}

// TestWhatIsPaidIsAskedAgainAtTheCharge charges stored observations as callers read them before others paid or fetched anew.
func TestWhatIsPaidIsAskedAgainAtTheCharge(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		b, err := s.Accounts.CreateWorkspace(t.Context(), "B", in.Owner, 100)
		modelstest.Must(t, err)
		fetch := func(ws, counts string) *observations.Stored {
			clock.Add(time.Second)
			o := modelstest.NewObservation(clock, "item:x", counts)
			_, err := s.Observations.RecordAndCharge(t.Context(), ws, billing.Spender{}, o, 1)
			modelstest.Must(t, err)
			return &observations.Stored{Observation: *o}
		}
		first, again, changed := fetch(in.Workspace, "1"), fetch(b.ID, "1"), fetch(b.ID, "2")
		for _, tt := range []struct {
			what string
			o    *observations.Stored
			want int64
		}{
			{"the very observation that it fetched", first, 0},
			{"another one with the counts that it paid for", again, 0},
			{"one with other counts", changed, 1},
			{"the same once more", changed, 0},
			{"counts of before, by their observation", first, 0},
			{"one that was read as paid", &observations.Stored{Observation: *modelstest.NewObservation(clock, "item:y", "1"), Paid: true}, 0},
		} {
			paid, err := s.Observations.IsPaid(t.Context(), in.Workspace, tt.o)
			modelstest.Must(t, err)
			r, err := s.Observations.ChargeStored(t.Context(), in.Workspace, billing.Spender{}, tt.o, 1)
			if got := modelstest.Charged(t, r, err); got != tt.want || paid != (tt.want == 0) {
				t.Errorf("%s: charged %d, want %d; paid before: %v", tt.what, got, tt.want, paid)
			}
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

// TestPreviewsOfWhatWasPaid finds what the workspace has paid for alone, with the counts that it paid for.
func TestPreviewsOfWhatWasPaid(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		b, err := s.Accounts.CreateWorkspace(t.Context(), "B", in.Owner, 100)
		modelstest.Must(t, err)
		for _, o := range []struct{ workspace, subject, counts string }{{in.Workspace, "item:mine", "1"}, {b.ID, "item:theirs", "1"}, {in.Workspace, "item:changed", "1"}, {b.ID, "item:changed", "2"}} {
			clock.Add(time.Second)
			_, err := s.Observations.RecordAndCharge(t.Context(), o.workspace, billing.Spender{}, modelstest.NewObservation(clock, o.subject, o.counts), 1)
			modelstest.Must(t, err)
		}
		found, err := s.Observations.FindPaid(t.Context(), in.Workspace, []string{"item:mine", "item:theirs", "item:changed", "item:never"})
		modelstest.Must(t, err)
		if len(found) != 1 || found["item:mine"] == nil {
			t.Errorf("found %v", found)
		}
	})
}

func TestBalanceNeverFallsBelowZero(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		got := modelstest.Outcomes(modelstest.AtOnce(60, func(i int) error {
			_, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, fmt.Sprint("item:", i), "1"), 1)
			return err
		}))
		if got["ok"] != 20 || got[apierror.CodeInsufficientCredits] != 40 {
			t.Errorf("60 charges on 20 credits gave %v", got)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestASharedFetchIsPaidOncePerWorkspace(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		o := modelstest.NewObservation(clock, "item:x", "1")
		total := make(chan int64, 12)
		modelstest.AtOnce(12, func(int) error {
			mine := *o
			r, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, &mine, 1)
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
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestManyFirstServingsAtOnceArePaidOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		b, _ := s.Accounts.CreateWorkspace(ctx, "B", in.Owner, 20)
		if _, err := s.Observations.RecordAndCharge(ctx, b.ID, billing.Spender{}, modelstest.NewObservation(clock, "item:x", "1"), 1); err != nil {
			t.Fatal(err)
		}
		o := modelstest.FindStored(t, s, in.Workspace, "item:x", clock)
		errs := modelstest.AtOnce(10, func(int) error {
			_, err := s.Observations.ChargeStored(ctx, in.Workspace, billing.Spender{}, o, 1)
			return err
		})
		if c, _ := s.Billing.Credits(ctx, in.Workspace); c.Spent != 1 {
			t.Errorf("ten first servings at once cost %d (%v)", c.Spent, modelstest.Outcomes(errs))
		}
	})
}

func TestAnEmptyPageIsFreeAndGivesNoRight(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		r, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "items:x", ""), 0)
		if c := modelstest.Charged(t, r, err); c != 0 || r.Remaining != 20 || len(r.Usage.Lines) != 0 {
			t.Errorf("charged %d, %d left, lines %v", c, r.Remaining, r.Usage.Lines)
		}
		if o := modelstest.FindStored(t, s, in.Workspace, "items:x", clock); o.Paid {
			t.Error("an empty page gave a right to the rows that come later")
		}
	})
}

func TestTheNewestObservationWins(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		old, fresh := modelstest.NewObservation(clock, "item:x", "old"), modelstest.NewObservation(clock, "item:x", "new")
		old.ObservedAt -= 1000
		for _, o := range []*observations.Observation{fresh, old} {
			if _, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, o, 1); err != nil {
				t.Fatal(err)
			}
		}
		if o := modelstest.FindStored(t, s, in.Workspace, "item:x", clock); o.Counts != "new" {
			t.Errorf("a slow fetch replaced a newer one: %s", o.Counts)
		}
	})
}

func TestACaptionLookupNeedsAnObservationWithCaptions(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 20)
		if _, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "item:x", "1"), 1); err != nil {
			t.Fatal(err)
		}
		since := clock.Now().Add(-time.Hour)
		if o, err := s.Observations.FindStored(ctx, in.Workspace, "item:x", observations.WithCaptions, since); o != nil || err != nil {
			t.Errorf("an observation without captions served a question for them: %v, %v", o, err)
		}
		full := modelstest.NewObservation(clock, "item:x", "1")
		full.Variant, full.BodyFull = observations.WithCaptions, []byte(`{"transcript":{}}`)
		full.ObservedAt += 10
		if _, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, full, 1); err != nil {
			t.Fatal(err)
		}
		for _, v := range []observations.Variant{observations.WithCaptions, observations.Plain} {
			if o, err := s.Observations.FindStored(ctx, in.Workspace, "item:x", v, since); err != nil || o == nil || o.ID != full.ID {
				t.Errorf("%q: %v, %v", v, o, err)
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
		in := modelstest.Install(t, s, 100)
		captions := modelstest.NewObservation(clock, "item:v", "1")
		captions.Variant = observations.WithCaptions
		for _, o := range []*observations.Observation{captions, modelstest.NewObservation(clock, "item:v", "2")} {
			r, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, o, 1)
			if modelstest.Charged(t, r, err) != 1 {
				t.Fatal("a live fetch costs 1")
			}
			clock.Add(time.Second)
		}
		for n := range 6 {
			o, err := s.Observations.FindStored(ctx, in.Workspace, "item:v", []observations.Variant{observations.WithCaptions, observations.Plain}[n%2], clock.Now().Add(-time.Hour))
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Observations.ChargeStored(ctx, in.Workspace, billing.Spender{}, o, 1)
			if modelstest.Charged(t, r, err) != 0 {
				t.Errorf("turn %d cost a credit again", n)
			}
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestGrantsStayWithinTheLargestInteger(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 100)
		for _, amount := range []int64{billing.MostCredits - 99, 1<<63 - 1} {
			_, err := s.Billing.Grant(ctx, in.Workspace, amount, "too many")
			modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
		}
		if c, err := s.Billing.Grant(ctx, in.Workspace, billing.MostCredits-100, "all there is"); err != nil || c.Balance != billing.MostCredits {
			t.Errorf("%+v, %v", c, err)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

// TestCaptionsInALanguageAreAPlainAnswerToo, without the captions; those in the spoken language need no second row. Of two
// answers of one moment the later one is kept.
func TestCaptionsInALanguageAreAPlainAnswerToo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		at := modelstest.NewObservation(clock, "", "").ObservedAt
		for _, tt := range []struct {
			variant observations.Variant
			rows    int64
		}{{observations.Plain, 1}, {observations.WithCaptions, 2}, {observations.CaptionsIn("de"), 4}} {
			o := modelstest.NewObservation(clock, "item:"+string(tt.variant), "1")
			o.Variant, o.BodyFull, o.ObservedAt = tt.variant, []byte("full"), at
			later := *o
			later.ID = db.NewID()
			modelstest.Must(t, s.Observations.ObserveTogether(t.Context(), o, &later))
			if n := modelstest.CountRows(t, s, "observations"); n != tt.rows {
				t.Errorf("after %q there are %d rows, want %d", tt.variant, n, tt.rows)
			}
			for _, v := range []observations.Variant{observations.Plain, tt.variant} {
				if found, err := s.Observations.FindStored(t.Context(), in.Workspace, o.Subject, v, o.Time()); err != nil || found == nil || found.ID != later.ID {
					t.Errorf("%q as %q: %+v, %v", tt.variant, v, found, err)
				}
			}
		}
	})
}

// TestNamesOfAccounts leads from a name to the account that had it last, and back to its last handle.
func TestNamesOfAccounts(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		for _, name := range []string{"@Before", "c/legacy", "@now"} {
			o := modelstest.NewObservation(clock, "account:1", "")
			o.Names = []observations.AccountName{{Platform: content.VideoSite, Name: name, AccountID: "1"}}
			if name == "c/legacy" {
				o.Names[0].AccountID = "2"
			}
			modelstest.Must(t, s.Observations.Observe(t.Context(), o))
			clock.Add(time.Second)
		}
		for name, want := range map[string]string{"@before": "1", "@Now": "1", "c/legacy": "2", "@unknown": ""} {
			if id, err := s.Observations.FindAccountByName(t.Context(), content.VideoSite, name); err != nil || id != want {
				t.Errorf("%s is %q, %v", name, id, err)
			}
		}
		for id, want := range map[string]string{"1": "now", "2": "", "unknown": ""} {
			if handle, err := s.Observations.LastHandle(t.Context(), id); err != nil || handle != want {
				t.Errorf("the handle of %s is %q, %v", id, handle, err)
			}
		}
	})
}
