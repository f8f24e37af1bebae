package operations

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/rollout"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/reruns"
	"socialdata/models/support"
)

// TestWhatAnImportIs: as the caller asked, with what is usual in the place of what is left out.
func TestWhatAnImportIs(t *testing.T) {
	t.Parallel()
	c := &session.Caller{WorkspaceID: "w", RequestID: "r"}
	for name, tt := range map[string]struct {
		in   CreateIngestion
		want imports.NewImport
	}{
		"as usual":           {CreateIngestion{}, imports.NewImport{MediaProfile: imports.ProfileAnalysis, Transcript: true, HoldDays: 30, Tags: "[]"}},
		"all of it":          {CreateIngestion{Evidence: imports.EvidenceFull, ImportInput: ImportInput{Board: "b", ImportSettings: ImportSettings{MediaProfile: imports.ProfileFull, Transcript: new(true), MediaHoldDays: 2, Tags: Tags{"a"}}}}, imports.NewImport{Evidence: imports.EvidenceFull, BoardID: "b", MediaProfile: imports.ProfileFull, Transcript: true, HoldDays: 2, Tags: `["a"]`}},
		"without transcript": {CreateIngestion{Evidence: "standard", ImportInput: ImportInput{ImportSettings: ImportSettings{Transcript: new(false)}}}, imports.NewImport{MediaProfile: imports.ProfileAnalysis, HoldDays: 30, Tags: "[]"}},
	} {
		got := ImportOf(c, tt.in, "k")
		if got.MediaProfile != tt.want.MediaProfile || got.Transcript != tt.want.Transcript || got.HoldDays != tt.want.HoldDays || got.Tags != tt.want.Tags || got.Evidence != tt.want.Evidence || got.BoardID != tt.want.BoardID || got.Key != "k" || got.WorkspaceID != "w" || got.RequestID != "r" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestWhatIsImported: items alone, onto manual boards alone, once for each key; the estimate refuses the same.
func TestWhatIsImported(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	manual, smart := s.board("Manual", nil).ID, s.board("Smart", &ReferenceFilter{}).ID
	for name, tt := range map[string]struct {
		link  Link
		board string
		code  apierror.Code
		field string
	}{
		"a video":         {videoLink, "", "", ""},
		"onto a board":    {videoLink, manual, "", ""},
		"onto a smart":    {videoLink, smart, apierror.CodeInvalidInput, "board"},
		"onto no board":   {videoLink, "none", apierror.CodeInvalidInput, "board"},
		"an account":      {channelLink, "", apierror.CodeUnsupportedObject, ""},
		"what is no link": {"nonsense", "", apierror.CodeInvalidInput, "sourceUrl"},
	} {
		in := CreateIngestion{SourceURL: tt.link, ImportInput: ImportInput{Board: tt.board}}
		s.delivered, s.owner.Note = nil, session.Note{}
		a, err := s.CreateIngestion(t.Context(), s.owner, in, name, nil)
		wantCode(t, name, err, tt.code)
		e, estimateErr := s.EstimateIngestion(t.Context(), s.owner, in)
		wantCode(t, name+", estimated", estimateErr, tt.code)
		if tt.field != "" {
			wantInvalid(t, err, tt.field)
			wantInvalid(t, estimateErr, tt.field)
		}
		if err == nil && (e == nil || !slices.Equal(s.delivered, []string{a.ID}) || s.owner.Note.Subject != "video_site:aaaaaaaaaaa") {
			t.Errorf("%s: delivered %v, estimated %+v, noted %+v", name, s.delivered, e, s.owner.Note)
		}
	}
	_, err := s.CreateIngestion(t.Context(), s.owner, CreateIngestion{SourceURL: "nonsense", ImportInput: ImportInput{Board: "none"}}, "", nil)
	wantInvalid(t, err, "board") // the link is not looked at
	onto := CreateIngestion{SourceURL: videoLink, ImportInput: ImportInput{Board: manual}}
	first, err := s.CreateIngestion(t.Context(), s.owner, onto, "onto a board", nil)
	testkit.Must(t, err)
	testkit.Must(t, s.DeleteBoard(t.Context(), s.owner, manual))
	if again, err := s.CreateIngestion(t.Context(), s.owner, onto, "onto a board", nil); err != nil || again.ID != first.ID {
		t.Errorf("repeated after its board was deleted: %+v, %v", again, err)
	}
	_, err = s.CreateIngestion(t.Context(), s.owner, onto, "a video", nil)
	wantCode(t, "another import under a key, onto a board that was deleted", err, apierror.CodeIdempotencyConflict)
	_, err = s.CreateIngestion(t.Context(), s.owner, onto, "another key", nil)
	wantInvalid(t, err, "board")
	closed, stop := context.WithCancel(t.Context())
	stop()
	if _, err := s.CreateIngestion(closed, s.owner, CreateIngestion{SourceURL: videoLink, ImportInput: ImportInput{Board: manual}}, "", nil); err == nil || apierror.Is(err, apierror.CodeInvalidInput) {
		t.Errorf("a board that cannot be read: %v", err)
	}
	list := []jobs.Started{{Import: imports.NewImport{SourceURL: videoLink, WorkspaceID: s.workspace, Key: "1"}}, {Import: imports.NewImport{SourceURL: videoLink, WorkspaceID: s.workspace, Key: "2", BoardID: "none"}},
		{Import: imports.NewImport{SourceURL: videoLink, WorkspaceID: s.workspace, Key: "3", BoardID: "none"}, Err: apierror.New(apierror.CodeRateLimited)}}
	for n := range list {
		list[n].Import.MediaProfile, list[n].Import.Tags, list[n].Import.HoldDays = imports.ProfileNone, "[]", 1
	}
	s.owner.More = func(context.Context) (time.Duration, error) { return 0, nil }
	s.CreateIngestions(t.Context(), s.owner, list, nil)
	if list[0].Err != nil || !apierror.Is(list[2].Err, apierror.CodeRateLimited) {
		t.Errorf("several: %+v", list)
	}
	wantInvalid(t, list[1].Err, "board")
}

// imported makes an import of a video, which has failed if it has a code.
func (s *site) imported(key string, code apierror.Code) string {
	s.t.Helper()
	a, err := s.CreateIngestion(s.t.Context(), s.owner, CreateIngestion{SourceURL: Link(fmt.Sprintf("https://www.youtube.com/watch?v=%011s", key)), ImportInput: ImportInput{ImportSettings: ImportSettings{MediaHoldDays: 4}}}, key, nil)
	testkit.Must(s.t, err)
	if code != "" {
		s.fail(a.ID, code)
	}
	return a.ID
}

// TestImportsAgain have the same settings, of a batch of their own; what has not ended and what is unavailable is counted.
func TestImportsAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	failed, moving := s.imported("1", apierror.CodeNetworkTimeout), s.imported("2", "")
	again, err := s.ImportAgain(t.Context(), s.owner, failed, "again", "batch")
	testkit.Must(t, err)
	if i, err := s.Store.Imports.Find(t.Context(), s.workspace, again.ID); err != nil || i.BatchID != "batch" || i.HoldDays != 4 {
		t.Errorf("%+v, %v", i, err)
	}
	_, err = s.ImportAgain(t.Context(), s.owner, "none", "none", "")
	wantCode(t, "none", err, apierror.CodeNotFound)
	s.owner.More = func(context.Context) (time.Duration, error) { return 0, nil }
	list, n, unavailable := s.ImportAllAgain(t.Context(), s.owner, Selected{IDs: BulkIDs{failed, moving, "none", s.imported("3", apierror.CodeNotFound)}}, "all")
	if n != 1 || unavailable != 1 || len(list) != 2 || list[0].Err != nil || list[0].Accepted == nil {
		t.Errorf("%d have not ended, %+v", n, list)
	}
	wantCode(t, "none of several", list[len(list)-1].Err, apierror.CodeNotFound)
	if i, err := s.CancelImport(t.Context(), s.owner, moving); err != nil || i.State != imports.Cancelled {
		t.Errorf("cancelled: %+v, %v", i, err)
	}
}

// TestRetries run what failed again for keys that could pay for one import, and say if there is more than they take.
func TestRetries(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, other := s.imported("1", apierror.CodeNetworkTimeout), s.imported("2", apierror.CodeMediaInvalid)
	s.imported("3", "")
	for name, tt := range map[string]struct {
		c      *session.Caller
		filter RetryFilter
		rate   RetryRate
		total  int64
		code   apierror.Code
	}{
		"all":                     {c: s.owner, total: 2},
		"with a code":             {c: s.owner, filter: RetryFilter{OutcomeCode: FailureCode(apierror.CodeMediaInvalid)}, rate: 3, total: 1},
		"of another platform":     {c: s.owner, filter: RetryFilter{Platform: content.ClipSite}},
		"by a key":                {c: s.key(nil, new(int64(100))), filter: RetryFilter{CreatedFrom: "2020-01-01T00:00:00Z"}, total: 2},
		"by a key without credit": {c: s.key(nil, new(int64(0))), code: apierror.CodeInsufficientCredits},
	} {
		ctx, done := did(t)
		r, err := s.CreateRetry(ctx, tt.c, CreateRetry{Filter: tt.filter, PerMinute: tt.rate})
		if wantCode(t, name, err, tt.code); err != nil {
			continue
		}
		if r.Total != tt.total || r.More || RetryFilterOf(r) != tt.filter || r.PerMinute != int64(cmp.Or(tt.rate, UsualRetryRate)) {
			t.Errorf("%s: %+v", name, r)
		}
		wantDone(t, done, session.Done{Subject: r.ID, Detail: map[int64]string{0: "0 imports", 1: "1 import", 2: "2 imports"}[tt.total]})
		if tt.total > 0 {
			stopped, err := s.ChangeRetry(t.Context(), tt.c, r.ID, ChangeRetry{State: RetryState(reruns.Stopped)})
			if err != nil || stopped.State != reruns.Stopped {
				t.Errorf("%s, stopped: %+v, %v", name, stopped, err)
			}
		}
	}
	for _, statement := range []string{
		fmt.Sprintf(`CREATE TABLE copied AS WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < %d) SELECT i.* FROM imports i CROSS JOIN copies WHERE i.id = '%s'`, reruns.MostImports, other),
		`UPDATE copied SET id = id || '-' || rowid, subject = subject || '-' || rowid`, `INSERT INTO imports SELECT * FROM copied`,
	} {
		modelstest.Run(t, s.Store, statement)
	}
	if r, err := s.CreateRetry(t.Context(), s.owner, CreateRetry{Filter: RetryFilter{OutcomeCode: FailureCode(apierror.CodeMediaInvalid)}}); err != nil || r.Total != reruns.MostImports || !r.More {
		t.Errorf("more than there may be: %+v, %v", r, err)
	}
}

// TestActsOfSupport reach the workers, and need answers that were kept.
func TestActsOfSupport(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	u, err := s.Store.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "support@example.com", Name: "Sam", Password: modelstest.Password, Support: true})
	testkit.Must(t, err)
	sam := &session.Caller{Person: &accounts.SignedIn{User: *u}, RequestID: "r"}
	why := SupportReason{"because"}
	failed := s.imported("1", apierror.CodeNetworkTimeout)
	_, err = s.OpenAnswers(t.Context(), sam, failed, why)
	wantCode(t, "answers that were not kept", err, apierror.CodeNotFound)
	_, err = s.ReplayAnswers(t.Context(), sam, support.FailureFilter{}, why)
	wantCode(t, "replaying none", err, apierror.CodeNotFound)
	run := s.begin(s.imported("2", ""))
	testkit.Must(t, s.Store.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged, Answers: &imports.FailedCalls{RouteID: "video_site.test", Asked: "{}", Calls: []byte("calls")}}))
	if got, err := s.OpenAnswers(t.Context(), sam, run.Import.ID, why); err != nil || string(got) != "calls" {
		t.Errorf("answers: %q, %v", got, err)
	}
	if got, err := s.ReplayAnswers(t.Context(), sam, support.FailureFilter{}, why); err != nil || got == nil {
		t.Errorf("replayed: %+v, %v", got, err)
	}
	modelstest.Run(t, s.Store, `UPDATE attempt_answers SET calls = x'00'`)
	_, err = s.OpenAnswers(t.Context(), sam, run.Import.ID, why)
	wantCode(t, "answers that no key opens", err, apierror.CodeNotFound)
	s.delivered = nil
	again, err := s.RunImportAgain(t.Context(), sam, failed, why)
	if err != nil || !slices.Equal(s.delivered, []string{again}) {
		t.Errorf("again %s, delivered %v, %v", again, s.delivered, err)
	}
	_, err = s.RunImportAgain(t.Context(), sam, "none", why)
	if wantCode(t, "again none", err, apierror.CodeNotFound); len(s.delivered) != 1 {
		t.Errorf("delivered %v", s.delivered)
	}
	s.Shapes = rollout.New(s.Store.Rollouts, nil, s.Platforms, "this", slog.New(slog.DiscardHandler))
	_, err = s.ChangeShapes(t.Context(), sam, ChangeShapes{why, `{"asOf":1}`})
	wantInvalid(t, err, "text")
	if r, err := s.ChangeShapes(t.Context(), sam, ChangeShapes{why, `{"asOf":"2026-12-01"}`}); err != nil || r == nil || r.Text == "" {
		t.Errorf("shapes: %+v, %v", r, err)
	}
	modelstest.Must(t, s.CheckRoutes(t.Context(), sam, why))
	if err := s.CheckRoutes(t.Context(), &session.Caller{Person: &accounts.SignedIn{}}, why); err == nil {
		t.Error("routes were checked, and nobody asked for it")
	}
	group := support.KnownFailure{RouteID: "r", Code: apierror.CodeNetworkTimeout}
	testkit.Must(t, s.MarkKnownFailure(t.Context(), sam, group, MarkKnown{SupportReason: why, Days: 3}))
	known, err := s.Store.Support.KnownFailures(t.Context())
	if err != nil || len(known) != 1 {
		t.Fatalf("%+v, %v", known, err)
	}
	if left := time.UnixMicro(known[0].Until).Sub(s.clock.Now()); left > 72*time.Hour || left < 71*time.Hour {
		t.Errorf("known for %v", left)
	}
}

// begin begins an attempt of an import, as a worker does.
func (s *site) begin(id string) *imports.Run {
	s.t.Helper()
	testkit.Must(s.t, s.Store.Imports.MarkQueued(s.t.Context(), id))
	run, err := s.Store.Imports.BeginAttempt(s.t.Context(), id, "worker")
	testkit.Must(s.t, err)
	return run
}
