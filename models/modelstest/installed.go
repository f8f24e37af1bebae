package modelstest

import (
	"context"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/observations"
	"socialdata/models/references"
)

// Password is the password of every person created by tests.
const Password = "correct horse battery staple"

// Installed is a store with its first owner and workspace.
type Installed struct {
	*models.Store
	Owner     string
	Workspace string
}

// Install creates an owner and a workspace with credits.
func Install(t testing.TB, s *models.Store, credits int64) Installed {
	t.Helper()
	in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "First", Credits: credits,
		Owner: accounts.NewUser{Email: "owner@example.com", Name: "Owner", Password: Password}})
	if err != nil {
		t.Fatal(err)
	}
	return Installed{s, in.User.ID, in.Workspaces[0].WorkspaceID}
}

// Accept accepts an import under an idempotency key and returns its id.
func (in Installed) Accept(t testing.TB, key string, change ...func(*imports.NewImport)) string {
	t.Helper()
	a, err := in.Post(key, change...)
	if err != nil {
		t.Fatal(err)
	}
	return a.ID
}

// Post is Accept, but returns the result instead of failing the test.
func (in Installed) Post(key string, change ...func(*imports.NewImport)) (*imports.AcceptedImport, error) {
	n := imports.NewImport{WorkspaceID: in.Workspace, SourceURL: "https://a.example/1", CanonicalURL: "https://a.example/1", Platform: content.ClipSite,
		Subject: "clip_site:1", MediaProfile: imports.ProfileNone, HoldDays: 30, Tags: "[]", Key: key}
	for _, c := range change {
		c(&n)
	}
	return in.Imports.Accept(context.Background(), n, func(d *imports.Detail) ([]byte, error) { return []byte(d.ID), nil })
}

// Begin begins an attempt of an import, which must be due.
func (in Installed) Begin(t testing.TB, id, holder string) *imports.Run {
	t.Helper()
	r, err := in.Imports.BeginAttempt(context.Background(), id, holder)
	if err != nil || r == nil {
		t.Fatalf("begin: %v, %v", r, err)
	}
	return r
}

// FinishStages finishes every stage before the commit and creates the reference.
func (in Installed) FinishStages(t testing.TB, r *imports.Run) {
	t.Helper()
	for p := range len(imports.Stages()) - 1 {
		if imports.Stages()[p] == imports.StageCreateReference {
			if _, err := in.Imports.EnsureReference(context.Background(), r, "clip_site:1", references.SourceObserved{}); err != nil {
				t.Fatal(err)
			}
		}
		in.Imports.EndStage(r, imports.WorkSucceeded, "")
		if err := in.Imports.Checkpoint(context.Background(), r, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
	}
}

// Import reads an import of the workspace.
func (in Installed) Import(t testing.TB, id string) *imports.Detail {
	t.Helper()
	d, err := in.Imports.Find(context.Background(), in.Workspace, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// OneCredit returns a commit that costs one credit.
func OneCredit() imports.Commit {
	return imports.Commit{Charges: []billing.Charge{{Part: content.PartFetch, Credits: 1}}}
}

// NewObservation returns an observation of a subject with counts, made at the clock's time.
func NewObservation(clock *Clock, subject, counts string) *observations.Observation {
	return &observations.Observation{Subject: subject, ID: db.NewID(), ObservedAt: clock.Now().UnixMicro(), RouteID: "r", Version: "1",
		Counts: counts, Rows: 1, Body: []byte(`{}`)}
}

// FindStored returns an observation of the last hour as a workspace sees it; nil if there is none.
func FindStored(t testing.TB, s *models.Store, ws, subject string, clock *Clock) *observations.Stored {
	t.Helper()
	o, err := s.Observations.FindStored(context.Background(), ws, subject, observations.Plain, clock.Now().Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Charged returns what a receipt charged.
func Charged(t testing.TB, r observations.Receipt, err error) int64 {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return r.Usage.CreditsCharged
}

// CheckLedger compares a workspace's totals with the sum of its entries.
func CheckLedger(t testing.TB, s *models.Store, ws string) {
	t.Helper()
	ctx := context.Background()
	c, err := s.Billing.Credits(ctx, ws)
	if err != nil {
		t.Fatal(err)
	}
	var granted, spent int64
	page := db.PageRequest{Limit: 100}
	first := true
	for {
		p, err := s.Billing.Ledger(ctx, ws, page)
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
