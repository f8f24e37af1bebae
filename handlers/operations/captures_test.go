package operations

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// handed returns the input of handing over a video.
func (s *site) handed(change func(*CreateCapture)) CreateCapture {
	post := sourcestest.Captures(5)[0]
	in := CreateCapture{PageURL: Link(post.PageURL), CapturedAt: s.clock.Now().UTC().Format(time.RFC3339Nano),
		Answers: []CapturedAnswer{{URL: Link(post.PageURL), Status: 200, ContentType: "text/html", Body: CapturedText(post.Page)}}}
	if change != nil {
		change(&in)
	}
	return in
}

// capture hands a video over, and imports it if a profile is given.
func (s *site) capture(profile imports.MediaProfile) *MadeCapture {
	s.t.Helper()
	made, err := s.CreateCapture(s.t.Context(), s.owner, s.handed(func(in *CreateCapture) {
		if profile != "" {
			in.Import = &ImportInput{ImportSettings: ImportSettings{MediaProfile: profile}}
		}
	}))
	testkit.Must(s.t, err)
	return made
}

// TestWhoMayHandOverAPost: a member; importing it needs an editor or a key, and a manual board.
func TestWhoMayHandOverAPost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	as := func(role accounts.Role) *session.Caller {
		c := *s.owner
		c.Role = role
		return &c
	}
	key := s.key(nil, nil)
	manual, smart := s.board("Manual", nil).ID, s.board("Smart", &ReferenceFilter{}).ID
	importing := func(board string) func(*CreateCapture) {
		return func(in *CreateCapture) { in.Import = &ImportInput{Board: board} }
	}
	at := func(age time.Duration) func(*CreateCapture) {
		return func(in *CreateCapture) { in.CapturedAt = s.clock.Now().Add(-age).UTC().Format(time.RFC3339Nano) }
	}
	for name, tt := range map[string]struct {
		c       *session.Caller
		change  func(*CreateCapture)
		code    apierror.Code
		field   string
		imports bool // whether it is imported
	}{
		"a member":                {c: as(accounts.Member)},
		"a member, importing":     {c: as(accounts.Member), change: importing(""), code: apierror.CodeForbidden},
		"an editor, importing":    {c: as(accounts.Editor), change: importing(""), imports: true},
		"a key":                   {c: key},
		"a key, importing":        {c: key, change: importing(manual), imports: true},
		"onto a smart board":      {c: key, change: importing(smart), code: apierror.CodeInvalidInput, field: "board"},
		"onto no board":           {c: key, change: importing("none"), code: apierror.CodeInvalidInput, field: "board"},
		"almost a day ago":        {c: key, change: at(input.MaxCaptureHours*time.Hour - time.Minute)},
		"more than a day ago":     {c: key, change: at(input.MaxCaptureHours*time.Hour + time.Minute), code: apierror.CodeInvalidInput, field: "capturedAt"},
		"a little ahead":          {c: key, change: at(-input.MaxClockMinutes*time.Minute + time.Minute)},
		"far ahead":               {c: key, change: at(-input.MaxClockMinutes*time.Minute - time.Minute), code: apierror.CodeInvalidInput, field: "capturedAt"},
		"answers of another host": {c: key, change: func(in *CreateCapture) { in.Answers[0].URL = "https://other.example/" }, code: apierror.CodeInvalidInput, field: "answers[0].url"},
		"a page of another kind":  {c: key, change: func(in *CreateCapture) { in.PageURL = channelLink }, code: apierror.CodeUnsupportedObject},
		"answers without a post":  {c: key, change: func(in *CreateCapture) { in.Answers[0].Body = "{}" }, code: apierror.CodeSourceChanged},
	} {
		tt.c.Note = session.Note{}
		made, err := s.CreateCapture(t.Context(), tt.c, s.handed(tt.change))
		if wantCode(t, name, err, tt.code); err != nil {
			if tt.field != "" {
				wantInvalid(t, err, tt.field)
			}
			continue
		}
		by, keyID := tt.c.UserID(), tt.c.KeyID()
		if keyID != "" {
			by = s.owner.UserID()
		}
		if made.CapturedBy != by || made.KeyID != keyID || made.Accepted != 1 || (made.ImportID != "") != tt.imports || tt.c.Note.Subject != made.Item.ID || tt.c.Note.RouteID != made.RouteID {
			t.Errorf("%s: %+v, noted %+v", name, made, tt.c.Note)
		}
		if tt.imports {
			i, err := s.Store.Imports.Find(t.Context(), s.workspace, made.ImportID)
			if err != nil || i.CaptureID != made.ID || i.Subject != made.Item.ID || i.SourceURL != made.PageURL {
				t.Errorf("%s imports %+v, %v", name, i, err)
			}
		}
	}
}

// TestAgesOfCaptures up to the microsecond.
func TestAgesOfCaptures(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]bool{
		now: true, now.Add(-24 * time.Hour): true, now.Add(-24*time.Hour - time.Microsecond): false,
		now.Add(5 * time.Minute): true, now.Add(5*time.Minute + time.Microsecond): false,
	} {
		got, err := capturedAt(now, at.Format(time.RFC3339Nano))
		if (err == nil) != want || !got.Equal(at) {
			t.Errorf("at %v: %v, %v", at, got, err)
		}
	}
}

// TestWhatAnImportOfACaptureNeeds: the parts that it reads, that it does not have and that were not uploaded, once it has ended or waits.
func TestWhatAnImportOfACaptureNeeds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	none, analysis := s.capture(""), s.capture(imports.ProfileAnalysis)
	needs := func(c *MadeCapture) bool {
		t.Helper()
		s.owner.Note = session.Note{}
		state, err := s.GetCapture(t.Context(), s.owner, c.ID)
		if err != nil || len(state.Parts) != 1 || state.Comments == nil || s.owner.Note.Subject != c.Item.ID || s.owner.Note.RouteID != c.RouteID || (state.Import != nil) != (c.ImportID != "") {
			t.Fatalf("%+v, %v, noted %+v", state, err, s.owner.Note)
		}
		return state.Parts[0].Needed
	}
	if needs(none) || needs(analysis) {
		t.Error("parts are needed before the import ran")
	}
	ctx := t.Context()
	run, _ := modelstest.Open(t, s.Store, analysis.ImportID, analysis.Item.ID)
	for run.Stage() != imports.StageDownloadMedia {
		s.Store.Imports.EndStage(run, imports.WorkSucceeded, "")
	}
	testkit.Must(t, s.Store.Imports.EndRun(ctx, run, imports.Outcome{Code: apierror.CodeNetworkTransport, Retryable: true, RetryAt: new(s.clock.Now().Add(time.Hour))}))
	if !needs(analysis) {
		t.Error("an import that waits for its media needs none")
	}
	if s.upload(analysis.ID, []byte("abc")); needs(analysis) {
		t.Error("what was uploaded is needed")
	}
	again, err := s.ImportCapture(ctx, s.owner, analysis.ID, ImportInput{})
	if err != nil || again.Import.ID != analysis.ImportID {
		t.Errorf("an import that waits: %+v, %v", again, err)
	}
	_, err = s.ImportCapture(ctx, s.owner, analysis.ID, ImportInput{Board: "none"})
	wantInvalid(t, err, "board")
	_, err = s.ImportCapture(ctx, s.owner, "none", ImportInput{})
	wantCode(t, "of none", err, apierror.CodeNotFound)
	_, err = s.GetCapture(ctx, s.owner, "none")
	wantCode(t, "reading none", err, apierror.CodeNotFound)
	first, err := s.ImportCapture(ctx, s.owner, none.ID, ImportInput{ImportSettings: ImportSettings{MediaProfile: imports.ProfileNone}})
	if err != nil || first.Import.Subject != none.Item.ID || first.Import.SourceURL != none.PageURL || first.Import.MediaProfile != imports.ProfileNone {
		t.Errorf("an import: %+v, %v", first, err)
	}
}

// upload uploads bytes as the whole of a capture's first part.
func (s *site) upload(id string, whole []byte) {
	s.t.Helper()
	_, err := s.PutCapturePart(s.t.Context(), s.owner, PutCapturePart{CaptureID: id, Whole: digest(whole), Bytes: whole})
	testkit.Must(s.t, err)
}

// digest returns the digest of bytes as a browser sends it.
func digest(b []byte) BytesDigest {
	sum := sha256.Sum256(b)
	return BytesDigest("sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":")
}

// TestUploadsOfCaptures go on piece by piece, up to the digest of the whole, within what a workspace may store.
func TestUploadsOfCaptures(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := s.capture("")
	whole := append(bytes.Repeat([]byte("a"), input.MinPiece), bytes.Repeat([]byte("b"), input.MinPiece+3)...)
	put := func(first, last int) (*CapturePart, error) {
		return s.PutCapturePart(t.Context(), s.owner, PutCapturePart{CaptureID: c.ID, Whole: digest(whole), Bytes: whole[first : last+1], Range: PieceRange(fmt.Sprintf("bytes %d-%d/%d", first, last, len(whole)))})
	}
	for n, tt := range []struct {
		first, last int
		received    int64 // 0: it is refused
	}{
		{input.MinPiece, 2*input.MinPiece - 1, 0}, {0, input.MinPiece - 1, input.MinPiece}, {0, input.MinPiece - 1, input.MinPiece},
		{input.MinPiece, 2*input.MinPiece - 1, 2 * input.MinPiece}, {2 * input.MinPiece, len(whole) - 1, int64(len(whole))}, {0, input.MinPiece - 1, int64(len(whole))},
	} {
		part, err := put(tt.first, tt.last)
		if tt.received == 0 {
			wantInvalid(t, err, "Content-Range")
		} else if err != nil || part.Upload.Received != tt.received || part.Upload.Complete() != (tt.received == int64(len(whole))) {
			t.Errorf("step %d: %+v, %v", n, part, err)
		}
	}
	for name, tt := range map[string]struct {
		in    PutCapturePart
		code  apierror.Code
		field string
	}{
		"another part":   {PutCapturePart{CaptureID: c.ID, Index: 1, Bytes: []byte("a")}, apierror.CodeNotFound, ""},
		"of no capture":  {PutCapturePart{CaptureID: "none", Bytes: []byte("a")}, apierror.CodeNotFound, ""},
		"no bytes":       {PutCapturePart{CaptureID: c.ID}, apierror.CodeInvalidInput, "body"},
		"another digest": {PutCapturePart{CaptureID: c.ID, Whole: digest([]byte("b")), Bytes: []byte("a")}, apierror.CodeInvalidInput, "Repr-Digest"},
	} {
		_, err := s.PutCapturePart(t.Context(), s.owner, tt.in)
		if wantCode(t, name, err, tt.code); tt.field != "" {
			wantInvalid(t, err, tt.field)
		}
	}
	s.MaxMediaBytes = 2
	_, err := s.PutCapturePart(t.Context(), s.owner, PutCapturePart{CaptureID: c.ID, Whole: digest([]byte("abc")), Bytes: []byte("abc")})
	wantCode(t, "more than a capture may have", err, apierror.CodeLimitExceeded)
}

// TestUploadsOfAWorkspace wait for imports up to twice what one may have.
func TestUploadsOfAWorkspace(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.MaxMediaBytes = 3
	var err error
	for n := range 3 {
		whole := []byte("abc")
		_, err = s.PutCapturePart(t.Context(), s.owner, PutCapturePart{CaptureID: s.capture("").ID, Whole: digest(whole), Bytes: whole})
		if (err == nil) != (n < UploadsOfWorkspace) {
			t.Errorf("upload %d: %v", n+1, err)
		}
	}
	wantCode(t, "the last", err, apierror.CodeLimitExceeded)
}

// TestWhatAnImportKept of its capture.
func TestWhatAnImportKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	saved := s.save(modelstest.Saved{Media: []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: 3, SHA256: "aa", BlobKey: "k"}}})
	for name, tt := range map[string]struct {
		i    *imports.Import
		want int // parts; -1 for unknown
	}{
		"no import":                    {nil, -1},
		"waits for media":              {&imports.Import{State: imports.RetryWait, Stage: imports.StageDownloadMedia}, 0},
		"waits for another stage":      {&imports.Import{State: imports.RetryWait, Stage: imports.StageCommitReference, ReferenceID: &saved, WorkspaceID: s.workspace}, -1},
		"downloads":                    {&imports.Import{State: imports.Running, Stage: imports.StageDownloadMedia, ReferenceID: &saved, WorkspaceID: s.workspace}, -1},
		"succeeded":                    {&imports.Import{State: imports.Succeeded, ReferenceID: &saved, WorkspaceID: s.workspace}, 1},
		"failed":                       {&imports.Import{State: imports.Failed, ReferenceID: &saved, WorkspaceID: s.workspace}, -1},
		"succeeded, without reference": {&imports.Import{State: imports.Succeeded, WorkspaceID: s.workspace}, -1},
		"its reference was deleted":    {&imports.Import{State: imports.Succeeded, ReferenceID: new("none"), WorkspaceID: s.workspace}, -1},
	} {
		got, err := s.keptOf(t.Context(), tt.i)
		if err != nil || (got == nil) != (tt.want < 0) || got != nil && len(got.Media) != tt.want {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
