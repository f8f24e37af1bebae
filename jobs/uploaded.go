package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/sources"
	"socialdata/models/captures"
	"socialdata/models/imports"
)

// expectUpload names a file without an address for a capture that names none, if a browser uploaded one.
func (m *Importer) expectUpload(ctx context.Context, run *imports.Run, w *attemptState) error {
	if len(w.Files) > 0 {
		return nil
	}
	found, err := m.Store.Captures.Uploads(ctx, run.Import.WorkspaceID, run.Import.CaptureID)
	if found[0].Complete() {
		w.Files = []sources.MediaFile{{Kind: content.MediaVideo}}
	}
	return err
}

// bringUploaded writes the bytes that a browser uploaded of a part into the folder. It returns nil if there are none, and the
// part is fetched. The file is written anew in every attempt, because its name says nothing of the upload.
func (m *Importer) bringUploaded(ctx context.Context, run *imports.Run, w *attemptState, n int, within *media.Budget) (*Download, error) {
	if run.Import.CaptureID == "" {
		return nil, nil
	}
	found, err := m.Store.Captures.Uploads(ctx, run.Import.WorkspaceID, run.Import.CaptureID)
	if u := found[int64(n)]; err == nil && u.Complete() {
		if !within.Take(u.Total) {
			return nil, apierror.New(apierror.CodeMediaInvalid, "reason", media.ReasonTooLarge)
		}
		return m.joinPieces(ctx, u, partPath(m.folder(run), n, w.renditions(n)[0])+".uploaded")
	}
	return nil, err
}

// joinPieces writes the pieces of an upload one behind the other. If one of them has expired meanwhile, it returns nil.
func (m *Importer) joinPieces(ctx context.Context, u *captures.Upload, path string) (*Download, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	sum := sha256.New()
	for _, p := range u.Pieces {
		if err = m.copyPiece(ctx, io.MultiWriter(file, sum), &p); err != nil {
			break
		}
	}
	err = errors.Join(err, file.Close())
	switch {
	case errors.Is(err, blobs.ErrNotFound):
		return nil, os.Remove(path)
	case err != nil:
		return nil, err
	case hex.EncodeToString(sum.Sum(nil)) != u.SHA256:
		return nil, apierror.New(apierror.CodeStorageUnavailable)
	}
	return &Download{Path: path, Bytes: u.Total, SHA256: u.SHA256, Uploaded: true, UploadedBy: u.UploadedBy}, nil
}

func (m *Importer) copyPiece(ctx context.Context, to io.Writer, p *captures.Piece) error {
	r, err := m.Media.Open(ctx, p.BlobKey)
	if err != nil {
		return err
	}
	defer r.Close()
	n, err := io.Copy(to, io.LimitReader(r, p.Bytes))
	if err != nil || n != p.Bytes {
		return apierror.Wrap(errors.Join(err, io.ErrUnexpectedEOF), apierror.CodeStorageUnavailable)
	}
	return nil
}
