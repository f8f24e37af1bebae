package observations_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// bill is what became of one charge.
type bill struct {
	o       *observations.Observation
	price   int64
	left    bool // its caller was gone before it was charged
	bad     bool // PostgreSQL refuses it, and with it the group that it is in
	receipt observations.Receipt
	err     error
}

// TestChargesAtOnceAreEachTheirOwn charges at random moments through two processes, of which some callers leave and some
// observations cannot be recorded, until the credits are spent. Each that succeeds has its own line of the ledger with the
// balance that its receipt says, one after another; each that does not leaves nothing behind, and was too dear or failed itself.
func TestChargesAtOnceAreEachTheirOwn(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 150)
		processes := []*observations.Store{observations.ChargingInGroups(s.DB), observations.ChargingInGroups(s.DB)}
		bills := make([][]*bill, 24)
		var all sync.WaitGroup
		for n := range bills {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(n), 2))
				for m := range 6 {
					b := &bill{o: modelstest.NewObservation(clock, fmt.Sprintf("item:%d-%d", n, m), "1"), price: 1 + random.Int64N(3)}
					b.bad = s.Postgres && random.IntN(12) == 0
					b.pay(t.Context(), processes[n%2], in.Workspace, random.IntN(8) == 0)
					bills[n] = append(bills[n], b)
				}
			})
		}
		all.Wait()
		checkBills(t, s, in.Workspace, bills)
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func (b *bill) pay(ctx context.Context, s *observations.Store, workspace string, leave bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if leave {
		go cancel()
	}
	if b.bad {
		b.o.RouteID = "\xff" // no text for PostgreSQL
	}
	b.receipt, b.err = s.RecordAndCharge(ctx, workspace, billing.Spender{}, b.o, b.price)
	b.left = leave && errors.Is(b.err, context.Canceled)
}

func checkBills(t *testing.T, s *models.Store, workspace string, bills [][]*bill) {
	t.Helper()
	lines, balance := ledgerLines(t, s, workspace)
	kinds := map[string]int{}
	for _, caller := range bills {
		for _, b := range caller {
			line, found := lines["fetch:"+b.o.ID]
			stored, err := s.Observations.FindStored(t.Context(), workspace, b.o.Subject, observations.Plain, b.o.Time())
			if err != nil {
				t.Fatal(err)
			}
			var e *apierror.Error
			dear := errors.As(b.err, &e) && e.Code == apierror.CodeInsufficientCredits
			switch {
			case b.err == nil:
				kinds["charged"]++
				if b.bad || !found || line.Amount != -b.price || line.BalanceAfter != b.receipt.Remaining || b.receipt.Usage.CreditsCharged != b.price ||
					stored == nil || !stored.Paid {
					t.Errorf("%s for %d: receipt %+v, line %+v, stored %v", b.o.Subject, b.price, b.receipt, line, stored)
				}
				continue
			case dear:
				kinds["too dear"]++
				if e.Details["balance"].(int64) >= b.price || balance >= b.price {
					t.Errorf("%d was too dear: %v; %d are left", b.price, e.Details, balance)
				}
			case b.bad, b.left:
				kinds["failed or left"]++
			default:
				t.Errorf("%s: %v", b.o.Subject, b.err)
			}
			if found || stored != nil {
				t.Errorf("%s: %v, and yet %+v, %v", b.o.Subject, b.err, line, stored)
			}
		}
	}
	if kinds["charged"] == 0 || kinds["too dear"] == 0 || s.Postgres && kinds["failed or left"] == 0 {
		t.Errorf("not everything happened: %v", kinds)
	}
}

// ledgerLines reads the lines of a workspace by their reasons and its balance; each line leaves what the one before left and its amount.
func ledgerLines(t *testing.T, s *models.Store, workspace string) (lines map[string]billing.Entry, balance int64) {
	t.Helper()
	var list []billing.Entry // the newest first
	if err := s.Billing.EachEntry(t.Context(), workspace, billing.PostingFilter{}, func(e billing.Entry) error { list = append(list, e); return nil }); err != nil {
		t.Fatal(err)
	}
	lines = map[string]billing.Entry{}
	for n, e := range list {
		if _, twice := lines[e.Reason]; twice {
			t.Errorf("%s was charged twice", e.Reason)
		}
		if lines[e.Reason] = e; n+1 < len(list) && e.BalanceAfter != list[n+1].BalanceAfter+e.Amount {
			t.Errorf("%+v follows %+v", e, list[n+1])
		}
	}
	return lines, list[0].BalanceAfter
}

// TestOfOneGroupTheNewestIsKept records observations of one subject at once, with and without captions, the newest ones among
// others, with a name of their account that moved.
func TestOfOneGroupTheNewestIsKept(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		now := clock.Now()
		variants := []observations.Variant{observations.Plain, observations.CaptionsIn("de")}
		newest := map[observations.Variant]string{}
		for range 5 {
			list := make([]*observations.Observation, 24)
			for n, age := range rand.Perm(len(list)) {
				o := modelstest.NewObservation(clock, "item:x", "1")
				o.ObservedAt, o.Variant = now.Add(-time.Duration(age)*time.Second).UnixMicro(), variants[age%2]
				o.Names = []observations.AccountName{{Platform: content.VideoSite, Name: "@Name", AccountID: "account"}}
				if list[n] = o; age < 2 {
					newest[o.Variant] = o.ID
				}
			}
			for _, err := range modelstest.AtOnce(len(list), func(n int) error {
				_, err := s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, list[n], 1)
				return err
			}) {
				modelstest.Must(t, err)
			}
			for variant, id := range newest {
				o, err := s.Observations.FindStored(t.Context(), in.Workspace, "item:x", variant, now.Add(-time.Hour))
				if err != nil || o.ID != id {
					t.Errorf("%q: %+v, %v; the newest is %s", variant, o, err, id)
				}
			}
			if account, err := s.Observations.FindAccountByName(t.Context(), content.VideoSite, "@NAME"); account != "account" {
				t.Errorf("the name is of %q, %v", account, err)
			}
			now = now.Add(time.Hour)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

// TestOneGroupServesEachWhatIsItsOwn: what is free, paid before, refused and new, each before one that is served in another way.
func TestOneGroupServesEachWhatIsItsOwn(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		bounded := newKey(t, in, accounts.KeyBounds{DailyCredits: new(int64(2))})
		paid := modelstest.NewObservation(clock, "item:paid", "1")
		_, err := s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, paid, 1)
		modelstest.Must(t, err)
		of := func(subject, counts string) *observations.Observation {
			return modelstest.NewObservation(clock, subject, counts)
		}
		list := []observations.Serving{
			{Of: of("items:empty", ""), Part: content.PartFetch, Fetched: true, By: bounded.Spender()},
			{Of: paid, Part: content.PartStored, Price: 1, By: bounded.Spender()},
			{Of: of("item:paid", "1"), Part: content.PartStored, Price: 1},
			{Of: of("item:dear", "1"), Part: content.PartFetch, Price: 3, Fetched: true, By: bounded.Spender()},
			{Of: of("item:new", `{"views":7}`), Part: content.PartFetch, Price: 2, Fetched: true, By: bounded.Spender()},
		}
		modelstest.Must(t, s.Observations.ChargeTogether(t.Context(), in.Workspace, list))
		for n, want := range []int64{0, 0, 0, -1, 2} {
			refused := apierror.Is(list[n].Err, apierror.CodeInsufficientCredits)
			if refused != (want < 0) || !refused && (list[n].Charged != want || list[n].Err != nil) {
				t.Errorf("%s: charged %d, %v; want %d", list[n].Of.Subject, list[n].Charged, list[n].Err, want)
			}
		}
		for table, want := range map[string]int64{"observations": 3, "served_answers": 2, "entitlements": 2, "count_records": 1, "ledger_entries": 3} {
			if n := modelstest.CountRows(t, s, table); n != want {
				t.Errorf("%d %s, want %d", n, table, want)
			}
		}
		wantSpent(t, in, bounded.ID, 2, 2)
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

// TestAChargeThatFailsAloneIsTriedOnce: only one that others failed with is tried again.
func TestAChargeThatFailsAloneIsTriedOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		tries := 0
		modelstest.Capture(t, s, func(string, []any) { tries++ })
		_, err := s.Observations.RecordAndCharge(t.Context(), db.NewID(), billing.Spender{}, modelstest.NewObservation(clock, "item:x", "1"), 1)
		if modelstest.WantCode(t, err, apierror.CodeNotFound); s.Postgres && tries != 1 { // SQLite reads what it will write elsewhere
			t.Errorf("the workspace was looked for %d times", tries)
		}
	})
}
