package imports_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestAnImportCountsToItsKey when it succeeds, is not accepted beyond the key's budget, and fails if the budget is spent by then.
func TestAnImportCountsToItsKey(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		k, _, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, Name: "key", CreatedBy: in.Owner, KeyBounds: accounts.KeyBounds{DailyCredits: new(int64(1))}})
		testkit.Must(t, err)
		byKey := func(n *imports.NewImport) { n.By = k.Spender() }
		first, second := in.Accept(t, "one", byKey), in.Accept(t, "two", byKey)
		commit := imports.Commit{Subject: "clip_site:1", Charges: []billing.Charge{{Part: content.PartFetch, Credits: 1}}}
		testkit.Must(t, s.Imports.Commit(t.Context(), in.Begin(t, first, "a"), commit))
		f := testkit.WantCode(t, s.Imports.Commit(t.Context(), in.Begin(t, second, "b"), commit), apierror.CodeInsufficientCredits)
		if f.Details["limit"] != "key" {
			t.Error(f.Details)
		}
		_, err = in.Post("three", byKey)
		testkit.WantCode(t, err, apierror.CodeInsufficientCredits)
		in.Accept(t, "four")
		modelstest.CheckLedger(t, s, in.Workspace)
		view, err := s.Accounts.Key(t.Context(), in.Workspace, k.ID)
		testkit.Must(t, err)
		if spent := view.Shares(s.Now())[0].Spent; spent != 1 {
			t.Errorf("the key has spent %d", spent)
		}
	})
}
