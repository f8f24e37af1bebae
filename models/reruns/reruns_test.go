package reruns_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/reruns"
	"socialdata/models/work"
)

// about makes an import be of a content of its own.
func about(n int) func(*imports.NewImport) {
	return func(i *imports.NewImport) { i.Subject = fmt.Sprintf("clip_site:%d", n) }
}

// fails makes an import of a content that fails.
func fails(t *testing.T, in modelstest.Installed, key string, n int, change ...func(*imports.NewImport)) string {
	t.Helper()
	id := in.Accept(t, key, append(change, about(n))...)
	testkit.Must(t, in.Imports.EndRun(t.Context(), in.Begin(t, id, "w"), imports.Outcome{Code: apierror.CodeRouteDegraded}))
	return id
}

// ends brings an import to an end.
func ends(t *testing.T, in modelstest.Installed, id string, state imports.State) {
	t.Helper()
	switch state {
	case imports.Succeeded:
		r := in.Begin(t, id, "w")
		in.FinishStages(t, r)
		testkit.Must(t, in.Imports.Commit(t.Context(), r, modelstest.OneCredit()))
	case imports.Failed:
		testkit.Must(t, in.Imports.EndRun(t.Context(), in.Begin(t, id, "w"), imports.Outcome{Code: apierror.CodeRouteDegraded}))
	default:
		_, err := in.Imports.Cancel(t.Context(), in.Workspace, id)
		testkit.Must(t, err)
	}
}

// start starts a rerun of support over imports.
func start(t *testing.T, s *models.Store, perMinute int64, workspace string, ids ...string) *reruns.Rerun {
	t.Helper()
	var list []reruns.Chosen
	for _, id := range ids {
		list = append(list, reruns.Chosen{ID: id, WorkspaceID: workspace})
	}
	var r *reruns.Rerun
	testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) (err error) {
		r, _, err = reruns.Start(tx, reruns.Rerun{Scope: reruns.OfSupport, Filter: "{}", PerMinute: perMinute, CreatedBy: "s", Reason: "mended"}, list)
		return err
	}))
	return r
}

// run calls Next until nothing is due, and returns the imports that were made.
func run(t *testing.T, s *models.Store, id string) (made []string) {
	t.Helper()
	for {
		step, err := s.Reruns.Next(t.Context(), id)
		testkit.Must(t, err)
		if step.Import != "" {
			made = append(made, step.Import)
		}
		if step.Again == nil || step.Again.After(s.Now()) {
			return made
		}
	}
}

func progress(t *testing.T, s *models.Store, id string) *reruns.Progress {
	t.Helper()
	p, err := s.Reruns.Progress(t.Context(), id)
	testkit.Must(t, err)
	return p
}

// finish runs a rerun to its end.
func finish(t *testing.T, s *models.Store, clock *modelstest.Clock, id string) (made []string) {
	t.Helper()
	for range 50 {
		made = append(made, run(t, s, id)...)
		if progress(t, s, id).Waiting == 0 {
			clock.Add(time.Minute)
			run(t, s, id)
			return made
		}
		clock.Add(time.Minute)
	}
	t.Fatal("the rerun does not end")
	return nil
}

// TestOnlyWhatIsStillWantedRunsAgain brings each import of a rerun into another state between its choice and its turn.
func TestOnlyWhatIsStillWantedRunsAgain(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 100)
		testkit.Must(t, err)
		elsewhere := func(i *imports.NewImport) { i.WorkspaceID = other.ID }
		var ids []string
		for n := range 7 {
			ids = append(ids, fails(t, in, fmt.Sprint(n), n))
		}
		earlier := fails(t, in, "earlier", 20)
		ids = append(ids, earlier, fails(t, in, "again", 20))
		closing := fails(t, in, "closing", 1, elsewhere)
		r := start(t, s, 6000, in.Workspace, append(ids, "gone")...)
		modelstest.Run(t, s, "INSERT INTO rerun_imports VALUES (?, 99, ?, ?, 'waiting', '', '')", r.ID, closing, other.ID)
		ends(t, in, in.Accept(t, "s", about(1)), imports.Succeeded)
		ends(t, in, in.Accept(t, "c", about(2)), imports.Cancelled)
		ends(t, in, in.Accept(t, "f", about(3)), imports.Failed)
		in.Accept(t, "u", about(4))
		modelstest.Run(t, s, "UPDATE imports SET reference_id = 'deleted' WHERE id = ?", ids[5])
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
			return tx.Exec("UPDATE workspaces SET closed_at = 1 WHERE id = ?", other.ID).Error
		}))
		made := finish(t, s, clock, r.ID)
		want := map[reruns.Skip]int64{reruns.SkipSucceeded: 1, reruns.SkipCancelled: 1, reruns.SkipTriedAgain: 2, reruns.SkipUnderWay: 1, reruns.SkipGone: 2, reruns.SkipClosed: 1}
		p := progress(t, s, r.ID)
		if diff := cmp.Diff(want, p.SkippedBy); diff != "" || p.Retried != 3 || len(made) != 3 || p.UnderWay != 3 {
			t.Errorf("%+v\n%s", p, diff)
		}
		for n, old := range []string{ids[0], ids[6], ids[8]} {
			if i := in.Import(t, made[n]); i.RerunOf == nil || *i.RerunOf != old || i.State != imports.Accepted {
				t.Errorf("%+v runs %s again", i.Import, old)
			}
		}
		if r, err := s.Reruns.Find(t.Context(), reruns.OfSupport, "", r.ID); err != nil || r.State != reruns.Done || r.FinishedAt == nil {
			t.Errorf("%+v, %v", r, err)
		}
		ends(t, in, made[0], imports.Succeeded)
		ends(t, in, made[1], imports.Failed)
		ends(t, in, made[2], imports.Cancelled)
		p = progress(t, s, r.ID)
		if p.Succeeded != 1 || p.Failed != 1 || p.Stopped != 1 || p.FailedBy[apierror.CodeRouteDegraded] != 1 {
			t.Errorf("%+v", p)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		if c, err := s.Billing.Credits(t.Context(), in.Workspace); err != nil || c.Spent != 2 { // of the two that succeeded
			t.Errorf("%+v, %v", c, err)
		}
	})
}

// TestAnImportThatSucceedsLateIsNotRunAgain lets an earlier import of the content succeed after a later one has failed.
func TestAnImportThatSucceedsLateIsNotRunAgain(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		late := in.Accept(t, "late", about(1))
		clock.Add(time.Second)
		failed := fails(t, in, "failed", 1)
		clock.Add(time.Second)
		ends(t, in, late, imports.Succeeded)
		ends(t, in, in.Accept(t, "before", about(2)), imports.Succeeded)
		clock.Add(time.Second)
		r := start(t, s, 6000, in.Workspace, failed, fails(t, in, "refreshed", 2))
		finish(t, s, clock, r.ID)
		if p := progress(t, s, r.ID); p.Retried != 1 || p.SkippedBy[reruns.SkipSucceeded] != 1 {
			t.Errorf("%+v", p)
		}
	})
}

// TestRate counts what begins while a clock moves.
func TestRate(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		var ids []string
		for n := range 12 {
			ids = append(ids, fails(t, in, fmt.Sprint(n), n))
		}
		r := start(t, s, 6, in.Workspace, ids...)
		for n := range 3 {
			if made := run(t, s, r.ID); len(made) != 1 {
				t.Errorf("%d began at once, in round %d", len(made), n)
			}
			clock.Add(9 * time.Second)
			if made := run(t, s, r.ID); len(made) != 0 {
				t.Errorf("%d began before their time", len(made))
			}
			clock.Add(time.Second)
		}
		clock.Add(time.Hour) // nobody looked
		if made := run(t, s, r.ID); len(made) != 1 {
			t.Errorf("%d began at once after an hour", len(made))
		}
	})
}

// TestARerunEndsWithItsLastImport starts a rerun of which one import is left out at once: it is done as soon as the last of the others
// began, without another turn, and one of which all are left out has nothing to do.
func TestARerunEndsWithItsLastImport(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		order := func(filter string, list ...reruns.Chosen) *reruns.Rerun {
			r, err := s.Reruns.StartOwn(t.Context(), reruns.Rerun{WorkspaceID: in.Workspace, Filter: filter, PerMinute: 6, CreatedBy: in.Owner}, list)
			testkit.Must(t, err)
			return r
		}
		state := func(id string) reruns.State {
			r, err := s.Reruns.Find(t.Context(), reruns.OfWorkspace, in.Workspace, id)
			testkit.Must(t, err)
			return r.State
		}
		out := reruns.Chosen{ID: fails(t, in, "3", 3), WorkspaceID: in.Workspace, Skip: reruns.SkipSucceeded}
		r := order("a", reruns.Chosen{ID: fails(t, in, "1", 1), WorkspaceID: in.Workspace}, out, reruns.Chosen{ID: fails(t, in, "2", 2), WorkspaceID: in.Workspace})
		if p := progress(t, s, r.ID); p.Waiting != 2 || p.SkippedBy[reruns.SkipSucceeded] != 1 {
			t.Errorf("%+v", p)
		}
		for _, want := range []reruns.State{reruns.Running, reruns.Done} {
			step, err := s.Reruns.Next(t.Context(), r.ID)
			testkit.Must(t, err)
			if got := state(r.ID); got != want || step.Import == "" || (step.Again == nil) != (want == reruns.Done) {
				t.Errorf("%s, want %s: %+v", got, want, step)
			}
			clock.Add(10 * time.Second)
		}
		none := order("b", out)
		if p := progress(t, s, none.ID); state(none.ID) != reruns.Done || p.Skipped != 1 || modelstest.FindWork(t, s, work.Reruns, none.ID) != nil {
			t.Errorf("%+v", p)
		}
	})
}

// TestPauseResumeStop follows a rerun through the states that people set.
func TestPauseResumeStop(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		own, err := s.Reruns.StartOwn(t.Context(), reruns.Rerun{WorkspaceID: in.Workspace, Filter: "{}", PerMinute: 60, CreatedBy: in.Owner, SpentBy: "user:" + in.Owner},
			[]reruns.Chosen{{ID: fails(t, in, "1", 1), WorkspaceID: in.Workspace}, {ID: fails(t, in, "2", 2), WorkspaceID: in.Workspace}, {ID: fails(t, in, "3", 3), WorkspaceID: in.Workspace}})
		testkit.Must(t, err)
		set := func(to reruns.State, code apierror.Code) {
			t.Helper()
			r, err := s.Reruns.SetOwnState(t.Context(), in.Workspace, own.ID, to)
			if code != "" {
				modelstest.WantCode(t, err, code)
			} else if err != nil || r.State != to {
				t.Errorf("%+v, %v", r, err)
			}
		}
		made := run(t, s, own.ID)
		if len(made) != 1 || in.Import(t, made[0]).SpentBy != "user:"+in.Owner {
			t.Errorf("%v were made", made)
		}
		set(reruns.Paused, "")
		set(reruns.Paused, "")
		clock.Add(time.Minute)
		modelstest.RunDue(t, s, work.Reruns, func(context.Context, *work.Job) work.Outcome { return work.Done() })
		if made := run(t, s, own.ID); len(made) != 0 {
			t.Errorf("%v were made while it paused", made)
		}
		set(reruns.Running, "")
		if j := modelstest.FindWork(t, s, work.Reruns, own.ID); j == nil || j.Tenant != in.Workspace {
			t.Errorf("its work is %+v", j)
		}
		if made := run(t, s, own.ID); len(made) != 1 {
			t.Errorf("%v were made afterwards", made)
		}
		set(reruns.Stopped, "")
		set(reruns.Running, apierror.CodeRevisionConflict)
		set(reruns.Paused, apierror.CodeRevisionConflict)
		clock.Add(time.Minute)
		if made := run(t, s, own.ID); len(made) != 0 {
			t.Errorf("%v were made after it was stopped", made)
		}
		_, err = s.Reruns.SetOwnState(t.Context(), "another", own.ID, reruns.Stopped)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		_, err = s.Reruns.Find(t.Context(), reruns.OfSupport, "", own.ID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// TestOneOpenRerunOfAFilter starts equal reruns at the same time, and more than a workspace may have.
func TestOneOpenRerunOfAFilter(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		id := fails(t, in, "1", 1)
		for _, f := range []func(n int) error{
			func(int) error {
				return s.Tx(t.Context(), func(tx *gorm.DB) error {
					_, _, err := reruns.Start(tx, reruns.Rerun{Scope: reruns.OfSupport, Filter: "{}", PerMinute: 6}, []reruns.Chosen{{ID: id, WorkspaceID: in.Workspace}})
					return err
				})
			},
			func(int) error {
				_, err := s.Reruns.StartOwn(t.Context(), reruns.Rerun{WorkspaceID: in.Workspace, Filter: "{}", PerMinute: 6}, []reruns.Chosen{{ID: id, WorkspaceID: in.Workspace}})
				return err
			},
		} {
			before := modelstest.CountRows(t, s, "reruns")
			for _, err := range modelstest.AtOnce(6, f) {
				testkit.Must(t, err)
			}
			if n := modelstest.CountRows(t, s, "reruns") - before; n != 1 {
				t.Errorf("%d reruns were made", n)
			}
		}
		var errs []error
		for n := range reruns.MostOpen {
			_, err := s.Reruns.StartOwn(t.Context(), reruns.Rerun{WorkspaceID: in.Workspace, Filter: fmt.Sprint(n), PerMinute: 6}, []reruns.Chosen{{ID: id, WorkspaceID: in.Workspace}})
			errs = append(errs, err)
		}
		if got := modelstest.Outcomes(errs); got[apierror.CodeLimitExceeded] != 1 {
			t.Errorf("%v", got)
		}
	})
}

// TestKilledAnywhere kills a rerun before each of its statements, and lets two workers race: each import runs again once.
func TestKilledAnywhere(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		var ids []string
		for n := range 8 {
			ids = append(ids, fails(t, in, fmt.Sprint(n), n))
		}
		r := start(t, s, 6000, in.Workspace, ids...)
		killed := 0
		for n := range 14 {
			_, err := s.Reruns.Next(modelstest.KilledAfter(t, s, n), r.ID)
			if err != nil {
				killed++
			}
			clock.Add(time.Second)
		}
		if killed < 7 {
			t.Errorf("killed %d times only", killed)
		}
		for range 12 {
			for _, err := range modelstest.AtOnce(3, func(int) error { _, err := s.Reruns.Next(t.Context(), r.ID); return err }) {
				testkit.Must(t, err)
			}
			clock.Add(time.Second)
		}
		p := progress(t, s, r.ID)
		if p.Retried != 8 || p.Waiting != 0 {
			t.Errorf("%+v", p)
		}
		var twice []string
		testkit.Must(t, s.Read(t.Context()).Raw("SELECT rerun_of FROM imports WHERE rerun_of IS NOT NULL GROUP BY rerun_of HAVING COUNT(*) > 1").Scan(&twice).Error)
		if n := modelstest.CountRows(t, s, "imports"); n != 16 || len(twice) > 0 {
			t.Errorf("%d imports, twice %v", n, twice)
		}
	})
}

// TestWithoutCreditsOrKey skips what cannot be paid for, and all that a revoked key ordered.
func TestWithoutCreditsOrKey(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1)
		key, _, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: in.Workspace, CreatedBy: in.Owner, Name: "k", Scopes: []accounts.Scope{accounts.IngestionsWrite}})
		testkit.Must(t, err)
		a, b := fails(t, in, "1", 1), fails(t, in, "2", 2)
		by := billing.Spender{KeyID: key.ID}
		order := func(filter string, id string) *reruns.Rerun {
			r, err := s.Reruns.StartOwn(t.Context(), reruns.Rerun{WorkspaceID: in.Workspace, Filter: filter, PerMinute: 60, CreatedBy: key.ID, KeyID: by.KeyID, SpentBy: by.Name()},
				[]reruns.Chosen{{ID: id, WorkspaceID: in.Workspace}})
			testkit.Must(t, err)
			return r
		}
		first := order("a", a)
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { _, err := billing.Debit(tx, in.Workspace, 1); return err }))
		finish(t, s, clock, first.ID)
		if p := progress(t, s, first.ID); p.SkippedBy[reruns.SkipCredits] != 1 {
			t.Errorf("%+v", p)
		}
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return billing.Grant(tx, in.Workspace, 10, db.NewID(), "") }))
		second := order("b", b)
		modelstest.Run(t, s, "UPDATE api_keys SET revoked_at = 1 WHERE id = ?", by.KeyID)
		finish(t, s, clock, second.ID)
		if p := progress(t, s, second.ID); p.SkippedBy[reruns.SkipKey] != 1 {
			t.Errorf("%+v", p)
		}
	})
}
