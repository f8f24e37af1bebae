package jobs_test

import (
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/captures"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// captureOf returns the id of the capture that an import reads.
func (b *bench) captureOf(t testing.TB, importID string) string {
	t.Helper()
	return b.find(t, importID).CaptureID
}

// put uploads a piece of a part as the service does.
func (b *bench) put(ctx context.Context, capture, whole string, first, end int) (*captures.Upload, error) {
	sum := sha256.Sum256([]byte(whole))
	p := captures.Piece{ID: db.NewID(), WorkspaceID: b.workspace, CaptureID: capture, FirstByte: int64(first), Bytes: int64(end - first), Total: int64(len(whole)),
		SHA256: hex.EncodeToString(sum[:]), UploadedBy: b.owner}
	p.BlobKey = b.workspace + "/up/" + p.ID
	begun, before, err := b.Store.Captures.BeginPiece(ctx, p, captures.Limits{Capture: 1000, Workspace: 1 << 20})
	if begun == nil || err != nil {
		return before, err
	}
	b.media.mu.Lock()
	if b.media.pieces == nil {
		b.media.pieces = map[string]string{}
	}
	b.media.pieces[p.BlobKey] = whole[first:end]
	b.media.mu.Unlock()
	h := sha256.New()
	if n := len(before.Pieces); n > 0 {
		if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(before.Pieces[n-1].HashState); err != nil {
			return nil, err
		}
	}
	_, _ = h.Write([]byte(whole[first:end]))
	state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return nil, err
	}
	return b.Store.Captures.StorePiece(ctx, begun, state, hex.EncodeToString(h.Sum(nil)))
}

// TestAnUploadSurvivesEveryKill kills the upload before each of its statements, in both of its pieces, and goes on where it is.
func TestAnUploadSurvivesEveryKill(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for n := range 60 {
			id, err := b.capture(t.Context(), t, imports.ProfileNone)
			modelstest.Must(t, err)
			capture, whole := b.captureOf(t, id), strings.Repeat("x", 50)+strings.Repeat("y", 50)
			ctx := modelstest.KilledAfter(t, b.Store, n)
			_, first := b.put(ctx, capture, whole, 0, 50)
			_, second := b.put(ctx, capture, whole, 50, 100)
			found, err := b.Store.Captures.Uploads(t.Context(), b.workspace, capture)
			modelstest.Must(t, err)
			from := int64(0)
			if found[0] != nil {
				from = found[0].Received
			}
			if from == 0 {
				_, err = b.put(t.Context(), capture, whole, 0, 50)
				modelstest.Must(t, err)
			}
			u, err := b.put(t.Context(), capture, whole, 50, 100)
			modelstest.Must(t, err)
			if !u.Complete() || len(u.Pieces) != 2 {
				t.Fatalf("killed before statement %d: %+v", n, u)
			}
			if first == nil && second == nil {
				return
			}
		}
		t.Fatal("it is never uploaded")
	})
}

// TestAnImportWithUploadsSurvivesEveryKill kills the worker before each statement of an import whose media were uploaded, while
// the media host refuses the service.
func TestAnImportWithUploadsSurvivesEveryKill(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Media = refusing{b.media}
		for n := range 60 {
			id, err := b.capture(t.Context(), t, imports.ProfileFull)
			modelstest.Must(t, err)
			whole := "the bytes of a clip"
			_, err = b.put(t.Context(), b.captureOf(t, id), whole, 0, len(whole))
			modelstest.Must(t, err)
			before := b.spent(t)
			killed := b.Run(modelstest.KilledAfter(t, b.Store, n), id)
			b.clock.Add(imports.LeaseTime + time.Second)
			d := b.run(t, id)
			ref := b.referenceOf(t, d)
			parts := ref.PartList().Media
			if d.State != imports.Succeeded || len(parts) != 1 || parts[0].State != references.PartKept || *parts[0].MeasuredBytes != int64(len(whole)) ||
				parts[0].Origin == nil || *parts[0].UploadedBy != b.owner || b.spent(t)-before != 4 {
				t.Fatalf("killed before statement %d: %s %s %+v, %d credits", n, d.State, d.CauseCode, parts, b.spent(t)-before)
			}
			if killed == nil {
				return
			}
		}
		t.Fatal("it is never imported")
	})
}

// TestUploadedBytesAreVerified uploads what is no media, and then lets an upload end before its import begins.
func TestUploadedBytesAreVerified(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Media, b.media.verify = refusing{b.media}, apierror.New(apierror.CodeMediaInvalid, "reason", "html")
		for name, ends := range map[string]time.Duration{"no media": 0, "too late": captures.PiecesKeptFor} {
			id, err := b.capture(t.Context(), t, imports.ProfileFull)
			modelstest.Must(t, err)
			capture := b.captureOf(t, id)
			_, err = b.put(t.Context(), capture, "<html>", 0, 6)
			modelstest.Must(t, err)
			b.clock.Add(ends)
			repair := b.repair()
			modelstest.Must(t, repair.DeleteMarked(t.Context()))
			d := b.run(t, id)
			for range 2 {
				b.clock.Add(5 * time.Minute)
				d = b.run(t, id)
			}
			if ref := b.referenceOf(t, d); d.State != imports.Succeeded || ref.PrimaryMediaID != nil || len(ref.PartList().Origins()) != 0 {
				t.Errorf("%s: %s %s, %s", name, d.State, d.CauseCode, ref.Parts)
			}
			var left int64
			modelstest.Must(t, b.Store.Read(t.Context()).Model(&captures.Piece{}).Where("capture_id = ?", capture).Count(&left).Error)
			if want := map[time.Duration]int64{0: 1}[ends]; left != want {
				t.Errorf("%s: %d pieces are left", name, left)
			}
		}
	})
}

// TestTwoUploadsOfOnePieceKeepOne lets two requests store the same bytes at once.
func TestTwoUploadsOfOnePieceKeepOne(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		id, err := b.capture(t.Context(), t, imports.ProfileNone)
		modelstest.Must(t, err)
		sum := sha256.Sum256([]byte("bytes"))
		begin := func() *captures.Piece {
			p, _, err := b.Store.Captures.BeginPiece(t.Context(), captures.Piece{ID: db.NewID(), WorkspaceID: b.workspace, CaptureID: b.captureOf(t, id), Bytes: 5, Total: 5, SHA256: hex.EncodeToString(sum[:])},
				captures.Limits{Capture: 5, Workspace: 10})
			modelstest.Must(t, err)
			return p
		}
		for _, p := range []*captures.Piece{begin(), begin()} {
			u, err := b.Store.Captures.StorePiece(t.Context(), p, []byte{1}, p.SHA256)
			if err != nil || !u.Complete() || len(u.Pieces) != 1 {
				t.Fatalf("%+v, %v", u, err)
			}
		}
		var states []string
		modelstest.Must(t, b.Store.Read(t.Context()).Model(&captures.Piece{}).Order("state").Pluck("state", &states).Error)
		if len(states) != 2 || states[0] != "deleting" || states[1] != "stored" {
			t.Errorf("the pieces are %v", states)
		}
	})
}
