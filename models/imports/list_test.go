package imports_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestImportsAreNarrowed by each filter: "done" succeeded a minute before "failed" failed in a batch, "open" is of another platform and
// waits in that batch.
func TestImportsAreNarrowed(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		names := map[string]string{}
		begin := func(name, subject string, change func(*imports.NewImport)) {
			clock.Add(time.Minute)
			names[in.Accept(t, name, func(n *imports.NewImport) { n.Subject = subject; change(n) })] = name
		}
		id := func(name string) string {
			for id, is := range names {
				if is == name {
					return id
				}
			}
			return ""
		}
		begin("done", "clip_site:done", func(*imports.NewImport) {})
		r := in.Begin(t, id("done"), "w")
		if revision := in.Import(t, id("done")).Revision; revision != 3 {
			t.Errorf("queued and begun it is of revision %d", revision)
		}
		in.FinishStages(t, r)
		c := modelstest.OneCredit()
		c.Observed.SourceTitle = new("Lanterns")
		modelstest.Must(t, s.Imports.Commit(t.Context(), r, c))
		batch := func(n *imports.NewImport) { n.BatchID = "batch" }
		begin("failed", "clip_site:failed", batch)
		modelstest.Must(t, s.Imports.EndRun(t.Context(), in.Begin(t, id("failed"), "w"), imports.Outcome{Code: apierror.CodeNetworkTransport, Final: apierror.CodeRouteDegraded,
			Evidence: &apierror.Evidence{Reason: apierror.Reasons()[0]}}))
		begin("open", "video_site:open", func(n *imports.NewImport) {
			batch(n)
			n.Platform, n.CanonicalURL = content.VideoSite, "https://b.example/"
		})
		d := in.Import(t, id("failed"))
		before, at := db.FromMicros(d.CreatedAt-1), db.FromMicros(d.CreatedAt)
		saved := func(f references.Filter) imports.Filter { return imports.Filter{Searched: true, Saved: f} }
		for name, tt := range map[string]struct {
			f    imports.Filter
			want string // the newest first
		}{
			"all":                     {imports.Filter{}, "open failed done"},
			"a state":                 {imports.Filter{State: imports.Failed}, "failed"},
			"states":                  {imports.Filter{States: []imports.State{imports.Failed, imports.Succeeded}}, "failed done"},
			"unfinished":              {imports.Filter{InFlight: true}, "open"},
			"a batch":                 {imports.Filter{BatchID: "batch"}, "open failed"},
			"a platform":              {imports.Filter{Platform: content.VideoSite}, "open"},
			"a reason":                {imports.Filter{Reason: apierror.Reasons()[0]}, "failed"},
			"another reason":          {imports.Filter{Reason: apierror.Reasons()[1]}, ""},
			"a code":                  {imports.Filter{Code: apierror.CodeRouteDegraded}, "failed"},
			"the code of an attempt":  {imports.Filter{Code: apierror.CodeNetworkTransport}, "failed"},
			"created from":            {imports.Filter{CreatedFrom: &at}, "open failed"},
			"created before":          {imports.Filter{CreatedBefore: &at}, "done"},
			"changed since":           {imports.Filter{UpdatedSince: &before}, "open failed"},
			"changed since, and done": {imports.Filter{UpdatedSince: &before, State: imports.Succeeded}, ""},
			"an id":                   {imports.Filter{Searched: true, ID: id("failed")}, "failed"},
			"most of an id":           {imports.Filter{Searched: true, ID: id("failed")[:35]}, "failed"},
			"too little of an id":     {imports.Filter{Searched: true, ID: id("failed")[:7]}, ""},
			"a content":               {saved(references.Filter{Subjects: []string{"clip_site:failed"}}), "failed"},
			"an address":              {saved(references.Filter{CanonicalURL: "https://b.example/"}), "open"},
		} {
			p, err := s.Imports.List(t.Context(), in.Workspace, tt.f, db.PageRequest{Limit: 10})
			modelstest.Must(t, err)
			var got, each []string
			for _, i := range p.Items {
				got = append(got, names[i.ID])
			}
			modelstest.Must(t, s.Imports.Each(t.Context(), in.Workspace, tt.f, func(i imports.Import) error {
				each = append(each, names[i.ID])
				return nil
			}))
			n, err := s.Imports.Count(t.Context(), in.Workspace, tt.f)
			if modelstest.Must(t, err); strings.Join(got, " ") != tt.want || !slices.Equal(got, each) || n != int64(len(got)) {
				t.Errorf("%s: %v, %v and %d, want %q", name, got, each, n, tt.want)
			}
			for _, limit := range []int{1, 10} {
				if p, n, err := s.Imports.ListAndCount(t.Context(), in.Workspace, tt.f, db.PageRequest{Limit: limit}); err != nil || n != int64(len(got)) || len(p.Items) != min(limit, len(got)) {
					t.Errorf("%s: %d of %d on a page of %d, %v", name, len(p.Items), n, limit, err)
				} else if limit == 1 && p.NextCursor != "" {
					rest := db.PageRequest{Limit: 10, Cursor: p.NextCursor}
					if p, n, err := s.Imports.ListAndCount(t.Context(), in.Workspace, tt.f, rest); err != nil || n != int64(len(got)) || len(p.Items) != len(got)-1 {
						t.Errorf("%s: %d of %d on the last page, %v", name, len(p.Items), n, err)
					}
				}
			}
		}
		b, err := s.Imports.FindBatch(t.Context(), in.Workspace, "batch")
		if modelstest.Must(t, err); b.Total() != 2 || b.ByState[imports.Failed] != 1 || b.Open != id("open") {
			t.Errorf("the batch: %+v", b)
		}
		_, err = s.Imports.Cancel(t.Context(), in.Workspace, in.Accept(t, "cancelled"))
		modelstest.Must(t, err)
		for of, want := range map[string]int64{"events": 3, "events WHERE type = 'import.succeeded'": 1, "events WHERE type = 'import.failed'": 1, "events WHERE type = 'import.cancelled'": 1} {
			if n := modelstest.CountRows(t, s, of); n != want {
				t.Errorf("%d %s, want %d", n, of, want)
			}
		}
		modelstest.Run(t, s, "UPDATE imports SET updated_at = updated_at + 3600000000 WHERE state = 'failed'")
		changed, err := s.Imports.List(t.Context(), in.Workspace, imports.Filter{UpdatedSince: &before, BatchID: "batch"}, db.PageRequest{Limit: 10})
		if modelstest.Must(t, err); len(changed.Items) != 2 || changed.Items[0].ID != id("failed") {
			t.Errorf("the one that changed last is not the first: %+v", changed.Items)
		}
		many := make([]imports.Import, references.MostCounted)
		for n := range many {
			many[n] = d.Import
			many[n].ID = db.NewID()
		}
		modelstest.Must(t, s.Write(t.Context()).CreateInBatches(&many, 200).Error)
		if n, err := s.Imports.Count(t.Context(), in.Workspace, imports.Filter{}); err != nil || n != references.MostCounted+1 {
			t.Errorf("%d are counted, want one more than a page says: %v", n, err)
		}
		_, err = s.Imports.FindBatch(t.Context(), in.Workspace, "")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		for subject, want := range map[string]string{"video_site:open": id("open"), "clip_site:failed": id("failed"), "clip_site:none": ""} {
			if got, err := s.Imports.LatestOf(t.Context(), in.Workspace, []string{subject}); err != nil || (got[subject] == nil) != (want == "") || want != "" && got[subject].ID != want {
				t.Errorf("the newest of %s is %+v, %v", subject, got[subject], err)
			}
		}
		for subject, want := range map[string]string{"video_site:open": id("open"), "clip_site:failed": "", "clip_site:unknown": ""} {
			if got, err := s.Imports.UnfinishedOf(t.Context(), in.Workspace, subject); err != nil || got != want {
				t.Errorf("unfinished of %s is %q, %v", subject, got, err)
			}
		}
	})
}

// TestFailedImportsMayBeWorthAnother: those that failed for a temporary cause within a week, unless their content was imported since.
func TestFailedImportsMayBeWorthAnother(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		fail := func(key, subject string, code apierror.Code) string {
			clock.Add(time.Second)
			id := in.Accept(t, key, func(n *imports.NewImport) { n.Subject = subject })
			modelstest.Must(t, s.Imports.EndRun(t.Context(), in.Begin(t, id, "w"), imports.Outcome{Code: code}))
			return id
		}
		fail("old", "clip_site:old", apierror.RetryableCodes()[0])
		clock.Add(imports.WorthFor + time.Hour)
		fail("again", "clip_site:a", apierror.RetryableCodes()[0])
		a := fail("a", "clip_site:a", apierror.RetryableCodes()[0])
		b := fail("b", "clip_site:b", apierror.RetryableCodes()[0])
		fail("private", "clip_site:private", apierror.CodeUnavailablePrivate)
		worth, err := s.Imports.WorthAnother(t.Context(), in.Workspace)
		if slices.Sort(worth); err != nil || !slices.Equal(worth, []string{a, b}) {
			t.Errorf("%v are worth another, %v", worth, err)
		}
		for n, among := range [][]string{nil, {}, worth} {
			listed, err := s.Imports.List(t.Context(), in.Workspace, imports.Filter{Among: among}, db.PageRequest{Limit: 10})
			if modelstest.Must(t, err); len(listed.Items) != []int{5, 0, 2}[n] {
				t.Errorf("among %v: %d", among, len(listed.Items))
			}
		}
		failed := imports.Filter{State: imports.Failed, Code: apierror.RetryableCodes()[0]}
		for most, want := range map[int][]string{10: {b, a}, 1: {b}} {
			ids, price, err := s.Imports.ToRunAgain(t.Context(), in.Workspace, failed, most)
			if modelstest.Must(t, err); !slices.Contains(ids, b) || len(ids) < len(want) || most == 1 && len(ids) != 1 || !slices.Equal(ids[:len(want)], want) {
				t.Errorf("of the first %d %v are run again, want %v", most, ids, want)
			}
			if each := s.Imports.PriceOf(&in.Import(t, b).Import); each == 0 || price != each*int64(len(ids)) {
				t.Errorf("%d cost %d, want %d each", len(ids), price, each)
			}
		}
	})
}

// TestAnswersOfFailuresAreKeptForAWhile, sealed, and the oldest go where there are too many.
func TestAnswersOfFailuresAreKeptForAWhile(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		for n, bytes := range []int64{1, 1 << 30} { // of another route, the larger one is the older
			modelstest.Run(t, s, "INSERT INTO attempt_answers (attempt_id, import_id, route_id, at, bytes, asked, calls) VALUES (?, 'i', 'other', ?, ?, '{}', 'broken')", string(rune('a'+n)), s.NowMicros()-int64(n)*time.Minute.Microseconds(), bytes)
		}
		run := in.Begin(t, in.Accept(t, "key"), "w")
		modelstest.Must(t, s.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged, Answers: &imports.FailedCalls{RouteID: "route", Asked: "{}", Calls: []byte("calls")}}))
		if a := in.Import(t, run.Import.ID).Attempts[0]; a.State != imports.WorkFailed || a.FailureCode != apierror.CodeSourceChanged {
			t.Errorf("the attempt is %+v", a)
		}
		_, err := s.Imports.EnsureReference(t.Context(), run, "clip_site:1", references.SourceObserved{})
		if again := s.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged}); !errors.Is(again, imports.ErrLeaseLost) || !errors.Is(err, imports.ErrLeaseLost) {
			t.Errorf("a run that has ended ends again: %v, and opens a reference: %v", again, err)
		}
		if n := modelstest.CountRows(t, s, "attempt_answers"); n != 2 {
			t.Errorf("%d answers are kept, want 2", n)
		}
		kept, err := s.Imports.ReadAnswers(t.Context(), run.Attempt.ID)
		if modelstest.Must(t, err); string(kept.Calls) != "calls" || kept.RouteID != "route" || kept.Asked != "{}" {
			t.Errorf("read %+v", kept)
		}
		_, err = s.Imports.ReadAnswers(t.Context(), "a")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		clock.Add(imports.AnswersKeptFor + time.Second)
		_, err = s.Imports.ReadAnswers(t.Context(), run.Attempt.ID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// TestFilesOfALaterImportReplaceThoseOfAnEarlierOne, file by file, and a hold is never shortened.
func TestFilesOfALaterImportReplaceThoseOfAnEarlierOne(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		const link = "video_site:files"
		var ref string
		file := func(name string) references.Media {
			role, _, _ := strings.Cut(name, ".")
			return references.Media{Role: references.MediaRole(role), ContentType: "video/mp4", Bytes: 1, SHA256: name, Filename: name, BlobKey: name, Thumbnail: strings.HasSuffix(name, ".thumb")}
		}
		keep := func(days int64, names ...string) *references.Reference {
			t.Helper()
			clock.Add(time.Second)
			var files []references.Media
			for _, name := range names {
				files = append(files, file(name))
			}
			ref = modelstest.Save(t, s, in.Workspace, modelstest.Saved{Link: link, HoldDays: days, Media: files})
			r, err := s.References.Find(t.Context(), in.Workspace, ref)
			modelstest.Must(t, err)
			return r
		}
		stored := func(want string) {
			t.Helper()
			var names []string
			modelstest.Must(t, s.Read(t.Context()).Model(&references.Media{}).Where("state = ?", references.MediaStored).Order("filename").Pluck("filename", &names).Error)
			if got := strings.Join(names, " "); got != want {
				t.Errorf("kept are %s, want %s", got, want)
			}
		}
		if r := keep(10, "poster.1", "transcript.1"); r.HoldExpiresAt != nil {
			t.Errorf("without primary media it is held until %v", r.HoldExpiresAt)
		}
		held := func(r *references.Reference, days, revision int64) {
			t.Helper()
			until := db.FromMicros(*r.HoldExpiresAt).Sub(clock.Now())
			if want := time.Duration(days) * 24 * time.Hour; until < want-time.Hour || until > want || r.HoldReason != references.HoldByIngestion || r.HoldRevision != revision {
				t.Errorf("held for %v because of %q, revision %d; want %d days, %d", until, r.HoldReason, r.HoldRevision, days, revision)
			}
		}
		first := keep(10, "primary.1", "page.1", "page_pdf.1", "answers.1")
		held(first, 10, first.HoldRevision)
		stored("answers.1 page.1 page_pdf.1 poster.1 primary.1 transcript.1")
		held(keep(5, "poster.thumb", "transcript.2", "answers.2", "page.2"), 10, first.HoldRevision)
		stored("answers.2 page.2 poster.1 primary.1 transcript.2")
		held(keep(20, "poster.2", "primary.2"), 20, first.HoldRevision+1)
		stored("answers.2 page.2 poster.2 primary.2 transcript.2")
		modelstest.Run(t, s, "UPDATE saved_references SET hold_reason = ''")
		if r := keep(20, "transcript.3"); r.HoldReason != "" {
			t.Errorf("an import without primary media is the reason of the hold: %q", r.HoldReason)
		}
		modelstest.Run(t, s, "UPDATE saved_references SET primary_media_id = NULL, media_expired_at = 5")
		if r := keep(20, "transcript.4"); r.MediaExpiredAt == nil || r.MediaAvailability != references.MediaExpired {
			t.Errorf("expired at %v, %s", r.MediaExpiredAt, r.MediaAvailability)
		}
		if r := keep(20, "primary.3"); r.MediaExpiredAt != nil || r.MediaAvailability != references.MediaReady || r.HoldReason != references.HoldByIngestion {
			t.Errorf("expired at %v, %s, held because of %q", r.MediaExpiredAt, r.MediaAvailability, r.HoldReason)
		}
	})
}

// TestACommitPlacesItsReferenceOnTheBoard in its own transaction, and nowhere else.
func TestACommitPlacesItsReferenceOnTheBoard(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		for name, tt := range map[string]struct {
			board  string
			fails  error
			placed bool
		}{"no board": {}, "a board": {board: "board", placed: true}, "a board that is full": {board: "board", fails: errors.New("full"), placed: true}} {
			id := in.Accept(t, name, func(n *imports.NewImport) { n.BoardID, n.Subject = tt.board, "clip_site:1" })
			r := in.Begin(t, id, "w")
			in.FinishStages(t, r)
			c, placed := modelstest.OneCredit(), false
			c.Place = func(_ *gorm.DB, workspace, board, ref string) error {
				placed = workspace == in.Workspace && board == tt.board && ref == *r.Import.ReferenceID
				return tt.fails
			}
			err := s.Imports.Commit(t.Context(), r, c)
			if want := tt.fails == nil; placed != tt.placed || (err == nil) != want || (in.Import(t, id).State == imports.Succeeded) != want {
				t.Errorf("%s: placed %v, %v", name, placed, err)
			}
		}
		full := in.Accept(t, "full", func(n *imports.NewImport) { n.Evidence = imports.EvidenceFull })
		repeat := func(key, of string) string { return in.Accept(t, key, func(n *imports.NewImport) { n.RepeatOf = of }) }
		standard := in.Accept(t, "standard")
		for id, want := range map[string]bool{full: true, standard: false, repeat("full again", full): true, repeat("standard again", standard): false} {
			if wants, err := s.Imports.WantsFullEvidence(t.Context(), id); err != nil || wants != want {
				t.Errorf("wants full evidence: %v, %v", wants, err)
			}
		}
	})
}

// TestALaterImportIsFoundToldAndStamped: it is the next revision of its reference, with its words beside those that people gave.
func TestALaterImportIsFoundToldAndStamped(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		revision := int64(0)
		for n, words := range []string{"lanterns", "harbour"} {
			ref := modelstest.Save(t, s, in.Workspace, modelstest.Saved{Link: "video_site:words", Transcript: &words, Stamp: true, Facts: references.SourceFacts{Tags: []string{"tag" + words}}})
			r, err := s.References.Find(t.Context(), in.Workspace, ref)
			modelstest.Must(t, err)
			if r.Revision <= revision || modelstest.CountRows(t, s, "stamps") != 1 {
				t.Errorf("revision %d after %d, %d stamps", r.Revision, revision, modelstest.CountRows(t, s, "stamps"))
			}
			revision = r.Revision
			if told := modelstest.CountRows(t, s, "events WHERE type = 'reference.updated'"); told != int64(n) {
				t.Errorf("told %d times, want %d", told, n)
			}
			for _, f := range []references.Filter{{Words: words}, {SourceTags: []string{"tag" + words}}} {
				if found, err := s.References.Count(t.Context(), in.Workspace, references.Listing{Filter: f}); err != nil || found != 1 {
					t.Errorf("%+v finds %d, %v", f, found, err)
				}
			}
			saved := imports.Filter{Searched: true, Saved: references.Filter{Words: words}}
			if found, err := s.Imports.Count(t.Context(), in.Workspace, saved); err != nil || found != int64(n)+1 {
				t.Errorf("of %q %d imports are found, %v", words, found, err)
			}
			saved.Code = apierror.CodeRouteDegraded
			if found, err := s.Imports.Count(t.Context(), in.Workspace, saved); err != nil || found != 0 {
				t.Errorf("of %q %d imports failed, %v", words, found, err)
			}
		}
	})
}

// TestAnImportReopensWhatFailed without a word to anybody, and what is deleted is told.
func TestAnImportReopensWhatFailed(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 20)
		const link = "video_site:again"
		run, ref := modelstest.Open(t, s, modelstest.Accept(t, s, in.Workspace, modelstest.Saved{Link: link}), link)
		modelstest.Must(t, s.Imports.EndRun(t.Context(), run, imports.Outcome{Code: apierror.CodeSourceChanged}))
		_, again := modelstest.Open(t, s, modelstest.Accept(t, s, in.Workspace, modelstest.Saved{Link: link}), link)
		r, err := s.References.Find(t.Context(), in.Workspace, ref)
		if modelstest.Must(t, err); again != ref || r.State != references.Processing || modelstest.CountRows(t, s, "events WHERE type = 'reference.updated'") != 0 {
			t.Errorf("%s is %s, of %s before", again, r.State, ref)
		}
		modelstest.Must(t, s.Imports.DeleteReference(t.Context(), in.Workspace, ref))
		if n := modelstest.CountRows(t, s, "events WHERE type = 'reference.deleted'"); n != 1 {
			t.Errorf("told %d times that it is deleted", n)
		}
	})
}
