package imports_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/usage"
)

// TestImportStates walks every pair of states.
func TestImportStates(t *testing.T) {
	may := map[string]bool{
		"accepted>queued": true, "accepted>failed": true, "accepted>cancelled": true,
		"queued>running": true, "queued>cancelled": true,
		"running>succeeded": true, "running>failed": true, "running>retry_wait": true, "running>cancelled": true,
		"retry_wait>queued": true, "retry_wait>cancelled": true,
	}
	for _, from := range imports.States() {
		for _, to := range imports.States() {
			if got := from.CanBecome(to); got != may[string(from)+">"+string(to)] {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
		if from.Final() != (from == imports.Succeeded || from == imports.Failed || from == imports.Cancelled) {
			t.Errorf("%s is final: %v", from, from.Final())
		}
	}
}

// TestTheDiagramOfStates holds the picture in ARCHITECTURE.md against the transitions.
func TestTheDiagramOfStates(t *testing.T) {
	var b strings.Builder
	b.WriteString("```mermaid\nstateDiagram-v2\n")
	for _, from := range imports.States() {
		for _, to := range []imports.State{imports.Queued, imports.Running, imports.Succeeded, imports.Failed, imports.RetryWait, imports.Cancelled} {
			if from.CanBecome(to) {
				fmt.Fprintf(&b, "  %s --> %s\n", from, to)
			}
		}
	}
	b.WriteString("```\n")
	doc, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil || !strings.Contains(string(doc), b.String()) {
		t.Errorf("ARCHITECTURE.md should hold (%v):\n%s", err, b.String())
	}
}

// TestOnlyTheTableOfStatesIsWritten: a write that skips the table is refused wherever tests run.
func TestOnlyTheTableOfStatesIsWritten(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		if err := modelstest.Try(t.Context(), s, "UPDATE imports SET state = 'succeeded' WHERE id = '"+id+"'"); err == nil {
			t.Error("an accepted import succeeded")
		}
	})
}

func TestOneKeyMakesOneImport(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		ids := make(chan string, 20)
		errs := modelstest.AtOnce(20, func(int) error {
			a, err := in.Post("key")
			if err == nil {
				ids <- a.ID
			}
			return err
		})
		close(ids)
		seen := map[string]bool{}
		for id := range ids {
			seen[id] = true
		}
		if len(seen) != 1 || modelstest.Outcomes(errs)["ok"] != 20 {
			t.Errorf("20 posts with one key: ids %v, %v", seen, modelstest.Outcomes(errs))
		}
		_, err := in.Post("key", func(n *imports.NewImport) { n.HoldDays = 31 })
		modelstest.WantCode(t, err, apierror.CodeIdempotencyConflict)
		clock.Add(25 * time.Hour)
		if a, err := in.Post("key", func(n *imports.NewImport) { n.HoldDays = 31 }); err != nil || a.Replayed {
			t.Errorf("a day later the key is free: %+v, %v", a, err)
		}
		_, err = in.Post("poor", func(n *imports.NewImport) { n.WorkspaceID = poorWorkspace(t, in) })
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
	})
}

func poorWorkspace(t testing.TB, in modelstest.Installed) string {
	t.Helper()
	w, err := in.Accounts.CreateWorkspace(context.Background(), "Poor", in.Owner, 0)
	if err != nil {
		t.Fatal(err)
	}
	return w.ID
}

func TestAnImportSucceedsOnceAndIsPaidOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		if err := s.Imports.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		r := in.Begin(t, id, "a")
		if again, err := s.Imports.BeginAttempt(ctx, id, "b"); again != nil || err != nil {
			t.Fatalf("a second delivery began: %v, %v", again, err)
		}
		in.FinishStages(t, r)
		if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); err != nil {
			t.Fatal(err)
		}
		if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); !errors.Is(err, imports.ErrLeaseLost) {
			t.Errorf("a second commit: %v", err)
		}
		d := in.Import(t, id)
		if d.State != imports.Succeeded || d.Revision != 4 || d.ReferenceID == nil || len(d.Attempts) != 1 || d.Attempts[0].State != imports.WorkSucceeded {
			t.Errorf("import %+v", d.Import)
		}
		for _, st := range d.Attempts[0].Stages {
			if st.State != imports.WorkSucceeded || st.StartedAt == nil || st.FinishedAt == nil {
				t.Errorf("stage %+v", st)
			}
		}
		if c, _ := s.Billing.Credits(ctx, in.Workspace); c.Spent != 1 {
			t.Errorf("spent %d", c.Spent)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
		second := in.Accept(t, "k2")
		r = in.Begin(t, second, "a")
		in.FinishStages(t, r)
		if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); err != nil {
			t.Fatal(err)
		}
		if again := in.Import(t, second); *again.ReferenceID != *d.ReferenceID {
			t.Error("the same content made a second reference")
		}
	})
}

func TestAnotherWorkerGoesOnWhereOneDied(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		dead := in.Begin(t, id, "dead")
		s.Imports.EndStage(dead, imports.WorkSucceeded, "")
		if err := s.Imports.Checkpoint(ctx, dead, []byte(`{"found":1}`)); err != nil {
			t.Fatal(err)
		}
		if r, _ := s.Imports.BeginAttempt(ctx, id, "too early"); r != nil {
			t.Fatal("a live lease was taken")
		}
		clock.Add(imports.LeaseTime + time.Second)
		next := in.Begin(t, id, "next")
		if next.Attempt.Number != 1 || string(next.Attempt.Work) != `{"found":1}` || next.Attempt.Stages[0].State != imports.WorkSucceeded || next.Attempt.Stages[1].State != imports.WorkRunning {
			t.Errorf("attempt %+v", next.Attempt)
		}
		s.Imports.EndStage(dead, imports.WorkSucceeded, "")
		if err := s.Imports.Checkpoint(ctx, dead, nil); !errors.Is(err, imports.ErrLeaseLost) {
			t.Errorf("the dead one wrote: %v", err)
		}
		if err := s.Imports.Renew(ctx, dead); !errors.Is(err, imports.ErrLeaseLost) {
			t.Errorf("the dead one renewed: %v", err)
		}
		if err := s.Imports.HandBack(ctx, next); err != nil {
			t.Fatal(err)
		}
		for n := range 2 { // the first one goes on with what was handed back; both crash, as the dead one did
			clock.Add(imports.LeaseTime + time.Second)
			in.Begin(t, id, fmt.Sprint("crash", n))
		}
		clock.Add(imports.LeaseTime + time.Second)
		if r, err := s.Imports.BeginAttempt(ctx, id, "after three"); r != nil || err != nil {
			t.Fatalf("a stage that kills its workers goes on: %v, %v", r, err)
		}
		if d := in.Import(t, id); d.State != imports.Failed || d.OutcomeCode != apierror.CodeInternalError {
			t.Errorf("state %s, %s", d.State, d.OutcomeCode)
		}
	})
}

func TestCancelAtEveryPoint(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		cancel := func(id string) *imports.Import {
			t.Helper()
			i, err := s.Imports.Cancel(ctx, in.Workspace, id)
			if err != nil {
				t.Fatal(err)
			}
			return i
		}
		waiting := in.Accept(t, "accepted")
		if i := cancel(waiting); i.State != imports.Cancelled {
			t.Errorf("accepted became %s", i.State)
		}
		if i := cancel(waiting); i.Revision != 2 {
			t.Errorf("cancelling again made revision %d", i.Revision)
		}
		running := in.Accept(t, "running")
		r := in.Begin(t, running, "w")
		if _, err := s.Imports.EnsureReference(ctx, r, "clip_site:1", references.SourceObserved{}); err != nil {
			t.Fatal(err)
		}
		if i := cancel(running); i.State != imports.Running || !i.CancelRequested {
			t.Errorf("running became %s at once", i.State)
		}
		s.Imports.EndStage(r, imports.WorkSucceeded, "")
		if err := s.Imports.Checkpoint(ctx, r, nil); !errors.Is(err, imports.ErrCancelRequested) {
			t.Errorf("the checkpoint says %v", err)
		}
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, running); d.State != imports.Cancelled || d.ReferenceID != nil || d.Attempts[0].State != imports.WorkCancelled {
			t.Errorf("import %+v", d.Import)
		}
		retry := in.Accept(t, "retry")
		r = in.Begin(t, retry, "w")
		at := clock.Now().Add(time.Hour)
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeNetworkTimeout, Retryable: true, RetryAt: &at}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, retry); d.State != imports.RetryWait || d.NextAttemptAt == nil {
			t.Errorf("import %+v", d.Import)
		}
		if i := cancel(retry); i.State != imports.Cancelled {
			t.Errorf("retry_wait became %s", i.State)
		}
		failed := in.Accept(t, "failed")
		r = in.Begin(t, failed, "w")
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeUnavailablePrivate}); err != nil {
			t.Fatal(err)
		}
		_, err := s.Imports.Cancel(ctx, in.Workspace, failed)
		modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
		if d := apierror.From(err).Details; d["state"] != imports.Failed {
			t.Errorf("details %v", d)
		}
		if c, _ := s.Billing.Credits(ctx, in.Workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
	})
}

// TestACancelBeforeTheCommitCounts asks for the end of an import after its last checkpoint.
func TestACancelBeforeTheCommitCounts(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		in.FinishStages(t, r)
		if _, err := s.Imports.Cancel(ctx, in.Workspace, id); err != nil {
			t.Fatal(err)
		}
		if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); !errors.Is(err, imports.ErrCancelRequested) {
			t.Fatalf("the commit says %v", err)
		}
		if c, _ := s.Billing.Credits(ctx, in.Workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, id); d.State != imports.Cancelled || d.ReferenceID != nil {
			t.Errorf("%+v", d.Import)
		}
	})
}

func TestAWishToCancelOutlivesAFailure(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		if _, err := s.Imports.Cancel(ctx, in.Workspace, id); err != nil {
			t.Fatal(err)
		}
		later := clock.Now().Add(time.Minute)
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeNetworkTransport, Retryable: true, RetryAt: &later}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, id); d.State != imports.Cancelled || d.NextAttemptAt != nil || d.FinishedAt == nil || d.OutcomeCode != "" {
			t.Errorf("%+v, want cancelled", d.Import)
		}
	})
}

func TestDeletingAReferenceCancelsTheImportThatCommits(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		in.FinishStages(t, r)
		if err := s.Imports.DeleteReference(ctx, in.Workspace, *r.Import.ReferenceID); err != nil {
			t.Fatal(err)
		}
		err := s.Imports.Commit(ctx, r, modelstest.OneCredit())
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeNotFound}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, id); d.State != imports.Cancelled || d.ReferenceID != nil {
			t.Errorf("%+v, want cancelled", d.Import)
		}
		if c, _ := s.Billing.Credits(ctx, in.Workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
	})
}

func TestCancellingOneImportLeavesTheReferenceOfAnother(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		first, second := in.Begin(t, in.Accept(t, "first"), "a"), in.Begin(t, in.Accept(t, "second"), "b")
		in.FinishStages(t, first)
		in.FinishStages(t, second)
		if err := s.Imports.EndRun(ctx, first, imports.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if err := s.Imports.Commit(ctx, second, modelstest.OneCredit()); err != nil {
			t.Fatalf("the other import: %v", err)
		}
		if ref, err := s.References.Find(ctx, in.Workspace, *second.Import.ReferenceID); err != nil || ref.State != references.Ready {
			t.Errorf("%+v, %v", ref, err)
		}
	})
}

func TestACauseMayBeAnyBytes(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 10)
		for n, cause := range []string{"\xff\xfe\x00 junk", strings.Repeat("x", 2047) + "é", strings.Repeat("é", 5000)} {
			r := in.Begin(t, in.Accept(t, fmt.Sprint(n)), "w")
			if err := s.Imports.EndRun(context.Background(), r, imports.Outcome{Code: apierror.CodeMediaInvalid, Cause: cause}); err != nil {
				t.Errorf("%.20q: %v", cause, err)
			}
		}
	})
}

// TestWorkersSeeWhatWaits follows an import through its states: repair finds what workers do not see yet, and workers see what
// waits for them.
func TestWorkersSeeWhatWaits(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 100)
		id := in.Accept(t, "k")
		want := func(state string, overdue, waits bool) {
			t.Helper()
			due, err := s.Imports.Overdue(ctx, 100)
			modelstest.Must(t, err)
			waiting, err := s.Imports.Waiting(ctx, "", 100)
			modelstest.Must(t, err)
			if slices.Contains(due, id) != overdue || slices.Contains(waiting, imports.Waiting{WorkspaceID: in.Workspace, ID: id}) != waits {
				t.Errorf("%s: overdue %v, waiting %v, want %v, %v", state, due, waiting, overdue, waits)
			}
		}
		want("accepted", true, true)
		modelstest.Must(t, s.Imports.MarkQueued(ctx, id))
		want("queued", false, true)
		clock.Add(time.Hour)
		want("queued for an hour", false, true)
		in.Begin(t, id, "w")
		want("running", false, false)
		clock.Add(imports.LeaseTime + time.Second)
		want("its lease ran out", false, true)
		r := in.Begin(t, id, "w2")
		modelstest.Must(t, s.Imports.HandBack(ctx, r))
		want("handed back", false, true)
		r = in.Begin(t, id, "w3")
		at := clock.Now().Add(time.Minute)
		modelstest.Must(t, s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeNetworkTimeout, Retryable: true, RetryAt: &at}))
		want("waiting for its next attempt", false, false)
		clock.Add(61 * time.Second)
		want("its time has come", true, false)
		modelstest.Must(t, s.Imports.MarkQueued(ctx, id))
		want("queued again", false, true)
		if r := in.Begin(t, id, "w4"); r.Attempt.Number != 2 {
			t.Errorf("attempt %d", r.Attempt.Number)
		}
	})
}

// TestOldestOfEachWorkspaceWaits steps through three workspaces from any of them on.
func TestOldestOfEachWorkspaceWaits(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := t.Context()
		in := modelstest.Install(t, s, 100)
		first := []imports.Waiting{}
		for _, ws := range []string{in.Workspace, "", ""} {
			if ws == "" {
				made, err := s.Accounts.CreateWorkspace(ctx, "Other", in.Owner, 100)
				modelstest.Must(t, err)
				ws = made.ID
			}
			for range 3 {
				id := modelstest.Accept(t, s, ws, modelstest.Saved{Link: "video_site:" + db.NewID()})
				if len(first) == 0 || first[len(first)-1].WorkspaceID != ws {
					first = append(first, imports.Waiting{WorkspaceID: ws, ID: id})
				}
			}
		}
		for n := range len(first) + 1 {
			after := ""
			if n > 0 {
				after = first[n-1].WorkspaceID
			}
			got, err := s.Imports.Waiting(ctx, after, 2)
			if diff := cmp.Diff(first[n:min(len(first), n+2)], got, cmpopts.EquateEmpty()); diff != "" || err != nil {
				t.Errorf("after %d workspaces (-want +got): %v\n%s", n, err, diff)
			}
		}
	})
}

func TestTooFewCreditsAtTheCommitLeaveNothing(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 1)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		in.FinishStages(t, r)
		if _, err := s.Observations.RecordAndCharge(ctx, in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "item:x", "1"), 1); err != nil {
			t.Fatal(err)
		}
		err := s.Imports.Commit(ctx, r, modelstest.OneCredit())
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeInsufficientCredits}); err != nil {
			t.Fatal(err)
		}
		if d := in.Import(t, id); d.State != imports.Failed || d.ReferenceID != nil {
			t.Errorf("import %+v", d.Import)
		}
		modelstest.CheckLedger(t, s, in.Workspace)
	})
}

func TestUnsettledMediaIsDoomed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		id := in.Accept(t, "k")
		r := in.Begin(t, id, "w")
		in.FinishStages(t, r)
		lost := references.Media{ID: db.NewID(), WorkspaceID: in.Workspace, ReferenceID: *r.Import.ReferenceID, ImportID: id, Role: references.PosterMedia, BlobKey: "lost"}
		kept := lost
		kept.ID, kept.BlobKey = db.NewID(), "kept"
		for _, m := range []references.Media{lost, kept} {
			if err := s.Imports.BeginUpload(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		if rows, err := s.Imports.MediaToDelete(ctx, 10); err != nil || len(rows) != 0 {
			t.Errorf("while the import runs: %v, %v", rows, err)
		}
		c := modelstest.OneCredit()
		c.Media = []references.Media{kept}
		if err := s.Imports.Commit(ctx, r, c); err != nil {
			t.Fatal(err)
		}
		rows, err := s.Imports.MediaToDelete(ctx, 10)
		if err != nil || len(rows) != 1 || rows[0].BlobKey != "lost" {
			t.Fatalf("after the commit: %v, %v", rows, err)
		}
		if err := s.Imports.DeleteMediaRow(ctx, rows[0].ID); err != nil {
			t.Fatal(err)
		}
		if known, err := s.Imports.KnownBlobs(ctx, []string{"lost", "kept"}); err != nil || known["lost"] || !known["kept"] {
			t.Errorf("known %v, %v", known, err)
		}
	})
}

func TestUsageCountsImports(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 10)
		r := in.Begin(t, in.Accept(t, "a"), "w")
		in.FinishStages(t, r)
		if err := s.Imports.Commit(ctx, r, modelstest.OneCredit()); err != nil {
			t.Fatal(err)
		}
		r = in.Begin(t, in.Accept(t, "b"), "w")
		if err := s.Imports.EndRun(ctx, r, imports.Outcome{Code: apierror.CodeUnavailablePrivate}); err != nil {
			t.Fatal(err)
		}
		in.Accept(t, "c")
		for _, name := range []string{"6h", "24h", "7d", "30d"} {
			w, _ := s.Usage.PresetWindow(name, time.UTC)
			u, err := s.Usage.Report(ctx, in.Workspace, w)
			if err != nil {
				t.Fatal(err)
			}
			if u.Imports != (usage.ImportTotals{Total: 3, Succeeded: 1, Failed: 1, InFlight: 1}) || len(u.Failures) != 1 || u.Failures[0].Code != apierror.CodeUnavailablePrivate ||
				len(u.ByPlatform) != 1 || u.ByPlatform[0].Total != 3 || u.Credits.Spent != 1 {
				t.Errorf("%s: %+v", name, u)
			}
			sum := int64(0)
			for _, b := range u.Series {
				sum += b.Total
			}
			if sum != 3 {
				t.Errorf("%s: the series sums to %d", name, sum)
			}
		}
	})
}
