package captures_test

import (
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/captures"
	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// sum is the digest that the browser names of a part of ten bytes.
const sum = "aa"

// uploads is a capture that a browser uploads to.
type uploads struct {
	t       *testing.T
	s       *models.Store
	ws, id  string
	limits  captures.Limits
	counted int
}

func newUploads(t *testing.T, s *models.Store) *uploads {
	t.Helper()
	ws := modelstest.Install(t, s, 0).Workspace
	c := captures.Capture{WorkspaceID: ws}
	modelstest.Must(t, c.Keep(&content.Item{ID: "video_site:a"}, nil, []byte("[]")))
	_, err := s.Captures.Create(t.Context(), &c, nil)
	modelstest.Must(t, err)
	return &uploads{t: t, s: s, ws: ws, id: c.ID, limits: captures.Limits{Capture: 20, Workspace: 100}}
}

// piece is a stretch of a part of ten bytes.
func (u *uploads) piece(part, first, bytes int64) captures.Piece {
	u.counted++
	id := strings.Repeat("p", u.counted)
	return captures.Piece{ID: id, WorkspaceID: u.ws, CaptureID: u.id, Part: part, FirstByte: first, Bytes: bytes, Total: 10, SHA256: sum, BlobKey: id}
}

func (u *uploads) begin(p captures.Piece) (*captures.Piece, *captures.Upload, error) {
	return u.s.Captures.BeginPiece(u.t.Context(), p, u.limits)
}

// begun begins a piece that fits.
func (u *uploads) begun(p captures.Piece) *captures.Piece {
	u.t.Helper()
	begun, _, err := u.begin(p)
	modelstest.Must(u.t, err)
	if begun == nil {
		u.t.Fatalf("piece %+v is there already", p)
	}
	return begun
}

func (u *uploads) store(p *captures.Piece, digest string) (*captures.Upload, error) {
	return u.s.Captures.StorePiece(u.t.Context(), p, []byte("state"), digest)
}

// sends begins and stores a piece, and returns how many bytes of its part are there then.
func (u *uploads) sends(p captures.Piece) int64 {
	u.t.Helper()
	got, err := u.store(u.begun(p), sum)
	modelstest.Must(u.t, err)
	return got.Received
}

// received returns how many bytes of a part are there.
func (u *uploads) received(part int64) int64 {
	u.t.Helper()
	all, err := u.s.Captures.Uploads(u.t.Context(), u.ws, u.id)
	modelstest.Must(u.t, err)
	if all[part] == nil {
		return 0
	}
	return all[part].Received
}

// refused wants an error that names a field with the reason.
func (u *uploads) refused(err error, reason, expected string) {
	u.t.Helper()
	modelstest.WantCode(u.t, err, apierror.CodeInvalidInput)
	fields, _ := apierror.From(err).Details["fields"].([]apierror.Field)
	if len(fields) != 1 || fields[0].Reason != reason || !strings.Contains(fields[0].Expected, expected) {
		u.t.Errorf("refused with %+v, want %s: %s", fields, reason, expected)
	}
}

func eachUpload(t *testing.T, f func(u *uploads, clock *modelstest.Clock)) {
	t.Helper()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) { f(newUploads(t, s), clock) })
}

func TestPartsAreUploadedInPieces(t *testing.T) {
	eachUpload(t, func(u *uploads, _ *modelstest.Clock) {
		if n := u.sends(u.piece(0, 0, 4)); n != 4 {
			t.Errorf("%d bytes after the first piece", n)
		}
		if p, before, err := u.begin(u.piece(0, 0, 4)); err != nil || p != nil || before.Received != 4 {
			t.Errorf("a piece that is there: %v, %+v, %v", p, before, err)
		}
		_, _, err := u.begin(u.piece(0, 5, 5))
		u.refused(err, "offset", "byte 4")
		if n := u.sends(u.piece(0, 4, 6)); n != 10 {
			t.Errorf("%d bytes after the last piece", n)
		}
		all, err := u.s.Captures.Uploads(t.Context(), u.ws, u.id)
		modelstest.Must(t, err)
		if !all[0].Complete() || len(all[0].Pieces) != 2 || all[1].Complete() {
			t.Errorf("uploads %+v", all)
		}
		if at := all[0].Pieces[0].CreatedAt; all[0].ExpiresAt != at+captures.PiecesKeptFor.Microseconds() {
			t.Errorf("begun at %d, it expires at %d", at, all[0].ExpiresAt)
		}
		_, _, err = u.s.Captures.BeginPiece(t.Context(), captures.Piece{WorkspaceID: "another", CaptureID: u.id, Bytes: 1, Total: 1}, u.limits)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// ofAnotherFile returns the ways in which a piece is of another file than the one that is being uploaded.
func ofAnotherFile() map[string]func(*captures.Piece) {
	return map[string]func(*captures.Piece){
		"another size":   func(p *captures.Piece) { p.Total = 12 },
		"another digest": func(p *captures.Piece) { p.SHA256 = "bb" },
	}
}

func TestAnotherFileBeginsThePartAnew(t *testing.T) {
	for name, change := range ofAnotherFile() {
		t.Run(name, func(t *testing.T) {
			eachUpload(t, func(u *uploads, _ *modelstest.Clock) {
				u.sends(u.piece(0, 0, 4))
				later, first := u.piece(0, 4, 6), u.piece(0, 0, 3)
				change(&later)
				change(&first)
				_, _, err := u.begin(later)
				u.refused(err, "offset", "byte 0")
				if n := u.received(0); n != 4 {
					t.Errorf("%d bytes are left of the upload that goes on", n)
				}
				if n := u.sends(first); n != 3 {
					t.Errorf("%d bytes after the first piece of another file", n)
				}
				gone, err := u.s.Captures.PiecesToDelete(t.Context(), 10)
				modelstest.Must(t, err)
				if len(gone) != 1 || gone[0].Bytes != 4 {
					t.Errorf("to delete: %+v", gone)
				}
			})
		})
	}
}

func TestAPartWithAnotherDigestIsDiscarded(t *testing.T) {
	eachUpload(t, func(u *uploads, _ *modelstest.Clock) {
		u.sends(u.piece(0, 0, 4))
		if got, err := u.store(u.begun(u.piece(1, 0, 9)), "bb"); err != nil || got.Received != 9 {
			t.Errorf("the digest was compared before the end: %+v, %v", got, err)
		}
		_, err := u.store(u.begun(u.piece(0, 4, 6)), "bb")
		u.refused(err, "digest", "from its beginning")
		if n := u.received(0); n != 0 {
			t.Errorf("%d bytes are left", n)
		}
	})
}

func TestTheSameStretchTwiceAtOnce(t *testing.T) {
	eachUpload(t, func(u *uploads, clock *modelstest.Clock) {
		first, same, longer := u.begun(u.piece(0, 0, 4)), u.begun(u.piece(0, 0, 4)), u.begun(u.piece(0, 0, 8))
		_, err := u.store(first, "")
		modelstest.Must(t, err)
		if got, err := u.store(same, ""); err != nil || got.Received != 4 {
			t.Errorf("the same stretch again: %+v, %v", got, err)
		}
		_, err = u.store(longer, "")
		u.refused(err, "offset", "byte 4")
		gone, err := u.s.Captures.PiecesToDelete(t.Context(), 10)
		modelstest.Must(t, err)
		if len(gone) != 2 {
			t.Errorf("to delete: %+v", gone)
		}
		next, erased := u.begun(u.piece(0, 4, 2)), u.begun(u.piece(1, 0, 2))
		if gone, err := u.s.Captures.PiecesToDelete(t.Context(), 10); err != nil || len(gone) != 2 {
			t.Errorf("to delete while others are being stored: %+v, %v", gone, err)
		}
		modelstest.Must(t, u.s.Captures.DeletePiece(t.Context(), erased.ID))
		_, err = u.store(erased, "")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		clock.Add(captures.PiecesKeptFor)
		_, err = u.store(next, "")
		u.refused(err, "offset", "byte 0")
	})
}

func TestAPieceOfAnotherFileIsNotPlaced(t *testing.T) {
	for name, change := range ofAnotherFile() {
		t.Run(name, func(t *testing.T) {
			eachUpload(t, func(u *uploads, _ *modelstest.Clock) {
				u.sends(u.piece(0, 0, 4))
				next := u.begun(u.piece(0, 4, 2))
				change(next)
				_, err := u.store(next, "")
				u.refused(err, "offset", "byte 4")
			})
		})
	}
}

func TestUploadsAreBounded(t *testing.T) {
	eachUpload(t, func(u *uploads, _ *modelstest.Clock) {
		u.sends(u.piece(0, 0, 4))
		u.sends(u.piece(1, 0, 4)) // with the first part all that the capture may have
		u.sends(u.piece(1, 4, 2))
		_, _, err := u.begin(u.piece(2, 0, 1))
		u.limited(err, "capture.bytes")
		u.limits.Workspace = 12
		u.sends(u.piece(0, 4, 2))
		_, _, err = u.begin(u.piece(0, 6, 1))
		u.limited(err, "workspace.uploads")
	})
}

func (u *uploads) limited(err error, subject string) {
	u.t.Helper()
	modelstest.WantCode(u.t, err, apierror.CodeLimitExceeded)
	if got := apierror.From(err).Details["subject"]; got != subject {
		u.t.Errorf("the limit of %v, want %s", got, subject)
	}
}
