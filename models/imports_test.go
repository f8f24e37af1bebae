package models_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// TestImportStates walks every pair of states.
func TestImportStates(t *testing.T) {
	may := map[string]bool{
		"accepted>queued": true, "accepted>failed": true, "accepted>cancelled": true,
		"queued>running": true, "queued>cancelled": true,
		"running>succeeded": true, "running>failed": true, "running>retry_wait": true, "running>cancelled": true,
		"retry_wait>queued": true, "retry_wait>cancelled": true,
	}
	for _, from := range models.ImportStates() {
		for _, to := range models.ImportStates() {
			if got := from.May(to); got != may[string(from)+">"+string(to)] {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
		if from.Final() != (from == models.ImportSucceeded || from == models.ImportFailed || from == models.ImportCancelled) {
			t.Errorf("%s is final: %v", from, from.Final())
		}
	}
}

// TestTheDiagramOfStates holds the picture in ARCHITECTURE.md against the transitions.
func TestTheDiagramOfStates(t *testing.T) {
	var b strings.Builder
	b.WriteString("```mermaid\nstateDiagram-v2\n")
	for _, from := range models.ImportStates() {
		for _, to := range []models.ImportState{models.ImportQueued, models.ImportRunning, models.ImportSucceeded, models.ImportFailed, models.ImportRetryWait, models.ImportCancelled} {
			if from.May(to) {
				fmt.Fprintf(&b, "  %s --> %s\n", from, to)
			}
		}
	}
	b.WriteString("```\n")
	doc, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil || !strings.Contains(string(doc), b.String()) {
		t.Errorf("ARCHITECTURE.md should hold (%v):\n%s", err, b.String())
	}
}

func (in installed) accept(t testing.TB, key string, change ...func(*models.NewImport)) string {
	t.Helper()
	a, err := in.post(key, change...)
	if err != nil {
		t.Fatal(err)
	}
	return a.ID
}

func (in installed) post(key string, change ...func(*models.NewImport)) (*models.Accepted, error) {
	n := models.NewImport{WorkspaceID: in.workspace, SourceURL: "https://a.example/1", CanonicalURL: "https://a.example/1", Platform: content.ClipSite,
		Subject: "clip_site:1", MediaProfile: models.ProfileNone, HoldDays: 30, Tags: "[]", Key: key}
	for _, c := range change {
		c(&n)
	}
	return in.AcceptImport(context.Background(), n, func(d *models.ImportDetail) ([]byte, error) { return []byte(d.ID), nil })
}

// begin takes an import up; it must be given.
func (in installed) begin(t testing.TB, id, holder string) *models.Run {
	t.Helper()
	r, err := in.BeginAttempt(context.Background(), id, holder)
	if err != nil || r == nil {
		t.Fatalf("begin: %v, %v", r, err)
	}
	return r
}

// through finishes every stage before the commit and makes the reference.
func (in installed) through(t testing.TB, r *models.Run) {
	t.Helper()
	for p := range len(models.Stages()) - 1 {
		if models.Stages()[p] == models.StageCreateReference {
			if _, err := in.EnsureReference(context.Background(), r, "clip_site:1"); err != nil {
				t.Fatal(err)
			}
		}
		in.EndStage(r, models.WorkSucceeded, "")
		if err := in.Checkpoint(context.Background(), r, []byte(`{}`)); err != nil {
			t.Fatal(err)
		}
	}
}

func (in installed) state(t testing.TB, id string) *models.ImportDetail {
	t.Helper()
	d, err := in.FindImport(context.Background(), in.workspace, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func oneCredit() models.Commit {
	return models.Commit{Charges: []models.Charge{{Part: content.PartFetch, Credits: 1}}}
}

func TestOneKeyMakesOneImport(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := install(t, s, 100)
		ids := make(chan string, 20)
		errs := atOnce(20, func(int) error {
			a, err := in.post("key")
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
		if len(seen) != 1 || tally(errs)["ok"] != 20 {
			t.Errorf("20 posts with one key: ids %v, %v", seen, tally(errs))
		}
		_, err := in.post("key", func(n *models.NewImport) { n.HoldDays = 31 })
		wantCode(t, err, apierror.CodeIdempotencyConflict)
		clock.Add(25 * time.Hour)
		if a, err := in.post("key", func(n *models.NewImport) { n.HoldDays = 31 }); err != nil || a.Replayed {
			t.Errorf("a day later the key is free: %+v, %v", a, err)
		}
		_, err = in.post("poor", func(n *models.NewImport) { n.WorkspaceID = poorWorkspace(t, in) })
		wantCode(t, err, apierror.CodeInsufficientCredits)
	})
}

func poorWorkspace(t testing.TB, in installed) string {
	t.Helper()
	w, err := in.CreateWorkspace(context.Background(), "Poor", in.owner, 0)
	if err != nil {
		t.Fatal(err)
	}
	return w.ID
}

func TestAnImportSucceedsOnceAndIsPaidOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		if err := s.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		r := in.begin(t, id, "a")
		if again, err := s.BeginAttempt(ctx, id, "b"); again != nil || err != nil {
			t.Fatalf("a second delivery began: %v, %v", again, err)
		}
		in.through(t, r)
		if err := s.CommitImport(ctx, r, oneCredit()); err != nil {
			t.Fatal(err)
		}
		if err := s.CommitImport(ctx, r, oneCredit()); !errors.Is(err, models.ErrLeaseLost) {
			t.Errorf("a second commit: %v", err)
		}
		d := in.state(t, id)
		if d.State != models.ImportSucceeded || d.Revision != 4 || d.ReferenceID == nil || len(d.Attempts) != 1 || d.Attempts[0].State != models.WorkSucceeded {
			t.Errorf("import %+v", d.Import)
		}
		for _, st := range d.Attempts[0].Stages {
			if st.State != models.WorkSucceeded || st.StartedAt == nil || st.FinishedAt == nil {
				t.Errorf("stage %+v", st)
			}
		}
		if c, _ := s.Credits(ctx, in.workspace); c.Spent != 1 {
			t.Errorf("spent %d", c.Spent)
		}
		checkLedger(t, s, in.workspace)
		second := in.accept(t, "k2")
		r = in.begin(t, second, "a")
		in.through(t, r)
		if err := s.CommitImport(ctx, r, oneCredit()); err != nil {
			t.Fatal(err)
		}
		if again := in.state(t, second); *again.ReferenceID != *d.ReferenceID {
			t.Error("the same content made a second reference")
		}
	})
}

func TestAnotherWorkerGoesOnWhereOneDied(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		dead := in.begin(t, id, "dead")
		s.EndStage(dead, models.WorkSucceeded, "")
		if err := s.Checkpoint(ctx, dead, []byte(`{"found":1}`)); err != nil {
			t.Fatal(err)
		}
		if r, _ := s.BeginAttempt(ctx, id, "too early"); r != nil {
			t.Fatal("a live lease was taken")
		}
		clock.Add(models.LeaseTime + time.Second)
		next := in.begin(t, id, "next")
		if next.Attempt.Number != 1 || string(next.Attempt.Work) != `{"found":1}` || next.Attempt.Stages[0].State != models.WorkSucceeded || next.Attempt.Stages[1].State != models.WorkRunning {
			t.Errorf("attempt %+v", next.Attempt)
		}
		s.EndStage(dead, models.WorkSucceeded, "")
		if err := s.Checkpoint(ctx, dead, nil); !errors.Is(err, models.ErrLeaseLost) {
			t.Errorf("the dead one wrote: %v", err)
		}
		if err := s.Renew(ctx, dead); !errors.Is(err, models.ErrLeaseLost) {
			t.Errorf("the dead one renewed: %v", err)
		}
		if err := s.HandBack(ctx, next); err != nil {
			t.Fatal(err)
		}
		for n := range 2 { // the first one goes on with what was handed back; both crash, as the dead one did
			clock.Add(models.LeaseTime + time.Second)
			in.begin(t, id, fmt.Sprint("crash", n))
		}
		clock.Add(models.LeaseTime + time.Second)
		if r, err := s.BeginAttempt(ctx, id, "after three"); r != nil || err != nil {
			t.Fatalf("a stage that kills its workers goes on: %v, %v", r, err)
		}
		if d := in.state(t, id); d.State != models.ImportFailed || d.OutcomeCode != apierror.CodeInternalError {
			t.Errorf("state %s, %s", d.State, d.OutcomeCode)
		}
	})
}

func TestCancelAtEveryPoint(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		cancel := func(id string) *models.Import {
			t.Helper()
			i, err := s.CancelImport(ctx, in.workspace, id)
			if err != nil {
				t.Fatal(err)
			}
			return i
		}
		waiting := in.accept(t, "accepted")
		if i := cancel(waiting); i.State != models.ImportCancelled {
			t.Errorf("accepted became %s", i.State)
		}
		if i := cancel(waiting); i.Revision != 2 {
			t.Errorf("cancelling again made revision %d", i.Revision)
		}
		running := in.accept(t, "running")
		r := in.begin(t, running, "w")
		if _, err := s.EnsureReference(ctx, r, "clip_site:1"); err != nil {
			t.Fatal(err)
		}
		if i := cancel(running); i.State != models.ImportRunning || !i.CancelRequested {
			t.Errorf("running became %s at once", i.State)
		}
		s.EndStage(r, models.WorkSucceeded, "")
		if err := s.Checkpoint(ctx, r, nil); !errors.Is(err, models.ErrCancelRequested) {
			t.Errorf("the checkpoint says %v", err)
		}
		if err := s.EndRun(ctx, r, models.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, running); d.State != models.ImportCancelled || d.ReferenceID != nil || d.Attempts[0].State != models.WorkCancelled {
			t.Errorf("import %+v", d.Import)
		}
		retry := in.accept(t, "retry")
		r = in.begin(t, retry, "w")
		at := clock.Now().Add(time.Hour)
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeNetworkTimeout, Retryable: true, RetryAt: &at}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, retry); d.State != models.ImportRetryWait || d.NextAttemptAt == nil {
			t.Errorf("import %+v", d.Import)
		}
		if i := cancel(retry); i.State != models.ImportCancelled {
			t.Errorf("retry_wait became %s", i.State)
		}
		failed := in.accept(t, "failed")
		r = in.begin(t, failed, "w")
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeUnavailablePrivate}); err != nil {
			t.Fatal(err)
		}
		_, err := s.CancelImport(ctx, in.workspace, failed)
		wantCode(t, err, apierror.CodeRevisionConflict)
		if d := apierror.From(err).Details; d["state"] != models.ImportFailed {
			t.Errorf("details %v", d)
		}
		if c, _ := s.Credits(ctx, in.workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
	})
}

// TestACancelBeforeTheCommitCounts asks for the end of an import after its last checkpoint.
func TestACancelBeforeTheCommitCounts(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		in.through(t, r)
		if _, err := s.CancelImport(ctx, in.workspace, id); err != nil {
			t.Fatal(err)
		}
		if err := s.CommitImport(ctx, r, oneCredit()); !errors.Is(err, models.ErrCancelRequested) {
			t.Fatalf("the commit says %v", err)
		}
		if c, _ := s.Credits(ctx, in.workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
		if err := s.EndRun(ctx, r, models.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, id); d.State != models.ImportCancelled || d.ReferenceID != nil {
			t.Errorf("%+v", d.Import)
		}
	})
}

func TestAWishToCancelOutlivesAFailure(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		if _, err := s.CancelImport(ctx, in.workspace, id); err != nil {
			t.Fatal(err)
		}
		later := clock.Now().Add(time.Minute)
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeNetworkTransport, Retryable: true, RetryAt: &later}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, id); d.State != models.ImportCancelled || d.NextAttemptAt != nil || d.FinishedAt == nil || d.OutcomeCode != "" {
			t.Errorf("%+v, want cancelled", d.Import)
		}
	})
}

func TestDeletingAReferenceCancelsTheImportThatCommits(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		in.through(t, r)
		if err := s.DeleteReference(ctx, in.workspace, *r.Import.ReferenceID); err != nil {
			t.Fatal(err)
		}
		err := s.CommitImport(ctx, r, oneCredit())
		wantCode(t, err, apierror.CodeNotFound)
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeNotFound}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, id); d.State != models.ImportCancelled || d.ReferenceID != nil {
			t.Errorf("%+v, want cancelled", d.Import)
		}
		if c, _ := s.Credits(ctx, in.workspace); c.Spent != 0 {
			t.Errorf("spent %d", c.Spent)
		}
	})
}

func TestCancellingOneImportLeavesTheReferenceOfAnother(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		first, second := in.begin(t, in.accept(t, "first"), "a"), in.begin(t, in.accept(t, "second"), "b")
		in.through(t, first)
		in.through(t, second)
		if err := s.EndRun(ctx, first, models.Outcome{Cancelled: true}); err != nil {
			t.Fatal(err)
		}
		if err := s.CommitImport(ctx, second, oneCredit()); err != nil {
			t.Fatalf("the other import: %v", err)
		}
		if ref, err := s.FindReference(ctx, in.workspace, *second.Import.ReferenceID); err != nil || ref.State != models.ReferenceReady {
			t.Errorf("%+v, %v", ref, err)
		}
	})
}

func TestACauseMayBeAnyBytes(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := install(t, s, 10)
		for n, cause := range []string{"\xff\xfe\x00 junk", strings.Repeat("x", 2047) + "é", strings.Repeat("é", 5000)} {
			r := in.begin(t, in.accept(t, fmt.Sprint(n)), "w")
			if err := s.EndRun(context.Background(), r, models.Outcome{Code: apierror.CodeMediaInvalid, Cause: cause}); err != nil {
				t.Errorf("%.20q: %v", cause, err)
			}
		}
	})
}

func TestRepairFindsWhatIsOverdue(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 100)
		overdue := func() map[string]int64 {
			t.Helper()
			due, err := s.Overdue(ctx, 100)
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]int64{}
			for _, d := range due {
				found[d.ID] = d.Delivery
			}
			return found
		}
		id := in.accept(t, "k")
		if d := overdue(); len(d) != 1 {
			t.Errorf("accepted: %v", d)
		}
		if err := s.MarkQueued(ctx, id); err != nil {
			t.Fatal(err)
		}
		if d := overdue(); len(d) != 0 {
			t.Errorf("just queued: %v", d)
		}
		clock.Add(16 * time.Second)
		if d := overdue(); len(d) != 1 {
			t.Errorf("queued too long: %v", d)
		}
		in.begin(t, id, "w")
		if d := overdue(); len(d) != 0 {
			t.Errorf("running: %v", d)
		}
		clock.Add(models.LeaseTime + time.Second)
		if d := overdue(); len(d) != 1 {
			t.Errorf("lease ran out: %v", d)
		}
		for range 2 { // two repairs at once
			if n, err := s.RaiseDelivery(ctx, models.Due{ID: id}); err != nil || n != 1 {
				t.Errorf("raised to %d, %v", n, err)
			}
		}
		if d := overdue(); d[id] != 1 {
			t.Errorf("raised: %v", d)
		}
		r := in.begin(t, id, "w2")
		at := clock.Now().Add(time.Minute)
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeNetworkTimeout, Retryable: true, RetryAt: &at}); err != nil {
			t.Fatal(err)
		}
		if d := overdue(); len(d) != 0 {
			t.Errorf("waiting: %v", d)
		}
		clock.Add(61 * time.Second)
		if d := overdue(); d[id] != 1 {
			t.Errorf("its time has come: %v", d)
		}
		if r := in.begin(t, id, "w3"); r.Attempt.Number != 2 {
			t.Errorf("attempt %d", r.Attempt.Number)
		}
	})
}

func TestTooFewCreditsAtTheCommitLeaveNothing(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 1)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		in.through(t, r)
		if _, err := s.ServeLive(ctx, in.workspace, observation(clock, "item:x", "1"), false); err != nil {
			t.Fatal(err)
		}
		err := s.CommitImport(ctx, r, oneCredit())
		wantCode(t, err, apierror.CodeInsufficientCredits)
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeInsufficientCredits}); err != nil {
			t.Fatal(err)
		}
		if d := in.state(t, id); d.State != models.ImportFailed || d.ReferenceID != nil {
			t.Errorf("import %+v", d.Import)
		}
		checkLedger(t, s, in.workspace)
	})
}

func TestUnsettledMediaIsDoomed(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		id := in.accept(t, "k")
		r := in.begin(t, id, "w")
		in.through(t, r)
		lost := models.Media{ID: models.NewID(), WorkspaceID: in.workspace, RefID: *r.Import.ReferenceID, ImportID: id, Role: models.PosterMedia, BlobKey: "lost"}
		kept := lost
		kept.ID, kept.BlobKey = models.NewID(), "kept"
		for _, m := range []models.Media{lost, kept} {
			if err := s.BeginUpload(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		if rows, err := s.Doomed(ctx, 10); err != nil || len(rows) != 0 {
			t.Errorf("while the import runs: %v, %v", rows, err)
		}
		c := oneCredit()
		c.Media = []models.Media{kept}
		if err := s.CommitImport(ctx, r, c); err != nil {
			t.Fatal(err)
		}
		rows, err := s.Doomed(ctx, 10)
		if err != nil || len(rows) != 1 || rows[0].BlobKey != "lost" {
			t.Fatalf("after the commit: %v, %v", rows, err)
		}
		if err := s.ForgetMedia(ctx, rows[0].ID); err != nil {
			t.Fatal(err)
		}
		if known, err := s.KnownBlobs(ctx, []string{"lost", "kept"}); err != nil || known["lost"] || !known["kept"] {
			t.Errorf("known %v, %v", known, err)
		}
	})
}

func TestUsageCountsImports(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 10)
		r := in.begin(t, in.accept(t, "a"), "w")
		in.through(t, r)
		if err := s.CommitImport(ctx, r, oneCredit()); err != nil {
			t.Fatal(err)
		}
		r = in.begin(t, in.accept(t, "b"), "w")
		if err := s.EndRun(ctx, r, models.Outcome{Code: apierror.CodeUnavailablePrivate}); err != nil {
			t.Fatal(err)
		}
		in.accept(t, "c")
		for _, name := range []string{"6h", "24h", "7d", "30d"} {
			w, _ := s.PresetWindow(name)
			u, err := s.Usage(ctx, in.workspace, w)
			if err != nil {
				t.Fatal(err)
			}
			if u.Imports != (models.ImportTotals{Total: 3, Succeeded: 1, Failed: 1, InFlight: 1}) || len(u.Failures) != 1 || u.Failures[0].Code != apierror.CodeUnavailablePrivate ||
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
