package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/likeness"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// Media is the part of the media pipeline that an import uses.
type Media interface {
	// Download writes a file to dest and hashes it on the way. If a budget is given, its bytes are taken from it; several
	// downloads may share one.
	Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*Download, error)
	// Budget returns the bound on all bytes of one item.
	Budget() *media.Budget
	// Joins reports whether Download can join a picture with its sound.
	Joins() bool
	// Same reports whether a download is still there, unchanged.
	Same(d *Download) bool
	// Verify measures a file. If its bytes are not what they claim to be, the error is media_invalid or unsupported_media.
	Verify(ctx context.Context, path string) (*media.Facts, error)
	// Analyze returns the measured facts, the creative description and the provenance, and writes the poster beside the file.
	Analyze(ctx context.Context, d *Download, facts *media.Facts, item *content.Item, t *content.Transcript) (content.MachineDerived, error)
	// Put stores a file under a key, if it still has its sum. Delete removes a stored file; it may be gone already.
	Put(ctx context.Context, key, path, sum string) error
	// Thumbnail downloads one of the sizes of a picture and makes a small JPEG of it, within seconds.
	Thumbnail(ctx context.Context, sizes []content.Image, dest string) error
	// Hashes returns the hash of a picture, or those of the shots of a video; nil where there are none.
	Hashes(ctx context.Context, path string, video bool) (*likeness.Hash, []references.ShotHash)
	// Speech returns what is said in a verified video, as the operator's server writes it down; nil if nothing is, or if there is none.
	Speech(ctx context.Context, path string, facts *media.Facts) (*content.Transcript, error)
	// ScreenText returns the text on screen of a verified file; nil if it cannot be read here. takes are its shots, if they are known.
	ScreenText(ctx context.Context, path string, facts *media.Facts, takes []content.Shot) ([]content.ScreenText, error)
	Delete(ctx context.Context, key string) error
	// Open opens a stored file; blobs.ErrNotFound if there is none.
	Open(ctx context.Context, key string) (io.ReadCloser, error)
}

// commit uploads the files that are kept, then writes everything in one transaction. After a crash between the two, repair
// deletes the rows in state uploading, and their bytes.
func (m *Importer) commit(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if hasMedia(run, w) {
		if err := m.ensureDownloaded(ctx, run, w); err != nil {
			return "", err
		}
	}
	c := imports.Commit{Stamp: m.Stamps, Place: m.Store.Boards.Place, Subject: w.Item.ID, Observed: w.observed(), Derived: w.Derived, Charges: charges(m.Store.Billing.Prices, run, w), Provenance: references.Provenance{
		SourceRouteID: run.Attempt.RouteID, RouteContractVersion: run.Attempt.Version, AcquiredAt: content.At(w.ObservedAt), Captured: w.Captured}}
	files, err := m.filesToKeep(run, w)
	if err != nil {
		return "", err
	}
	shot, shown, err := m.takePage(ctx, run, w)
	if err != nil {
		return "", err
	}
	c.Provenance.PagePicture, files = shot, append(files, shown...)
	parts, paths := map[int]string{}, []string{}
	for _, keep := range files {
		row, err := m.upload(ctx, run, keep)
		if err != nil {
			return "", err
		}
		if keep.role == references.PrimaryMedia {
			parts[keep.part] = row.ID
		}
		nameInPicture(shot, row)
		if keep.role == references.TranscriptMedia {
			c.Transcript = &w.Transcript.Text
			c.Derived.Transcript = &content.TranscriptRef{MediaID: row.ID, Language: w.Transcript.Language, Source: w.Transcript.Source,
				SegmentCount: int64(len(w.Transcript.Segments)), Model: w.Transcript.Model}
		}
		c.Media, paths = append(c.Media, *row), append(paths, keep.path)
	}
	if hasMedia(run, w) {
		c.Parts, c.TextOf = w.keptParts(parts), w.TextOf
	}
	if row := m.thumbnail(ctx, run, w, files); row != nil {
		c.Media, paths = append(c.Media, *row), append(paths, m.thumbnailPath(run))
	}
	c.Hashes = m.hashesOf(run, w, c.Media, paths)
	// The transaction checks the lease itself. The commit ends the lease, so a renewal that finds it gone must not cancel this
	// transaction before its success is known.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitWithin)
	defer cancel()
	return imports.WorkSucceeded, m.Store.Imports.Commit(ctx, run, c)
}

// commitWithin bounds the last transaction of an import. The end of the process does not cut it off earlier.
const commitWithin = 5 * time.Second

// keptFile is a file that a reference keeps.
type keptFile struct {
	role        references.MediaRole
	part        int // of the item, if it is primary media
	path        string
	contentType string
	name        string
}

// filesToKeep lists the files that the profile keeps: primary media only for full, poster and transcript if there is one.
func (m *Importer) filesToKeep(run *imports.Run, w *attemptState) ([]keptFile, error) {
	var list []keptFile
	base := fileName(w.Item)
	if hasMedia(run, w) {
		if run.Import.MediaProfile == imports.ProfileFull {
			list = w.partsToKeep(base)
		}
		if poster := w.primary().Download.Poster; poster != "" {
			list = append(list, keptFile{role: references.PosterMedia, path: poster, contentType: "image/jpeg", name: base + "-poster"})
		}
	}
	if w.FullEvidence {
		path, err := m.writeArchive(run, w)
		if err != nil {
			return nil, err
		}
		list = append(list, keptFile{role: references.AnswersMedia, path: path, contentType: warcType, name: base + "-answers"})
	}
	if w.Transcript == nil {
		return list, nil
	}
	path, err := m.writeTranscript(run, w.Transcript)
	return append(list, keptFile{role: references.TranscriptMedia, path: path, contentType: "application/json", name: base + "-transcript"}), err
}

// partsToKeep lists the verified parts.
func (w *attemptState) partsToKeep(base string) (list []keptFile) {
	for n, p := range w.Parts {
		if p.Download == nil || p.Facts == nil {
			continue
		}
		list = append(list, keptFile{references.PrimaryMedia, n, p.Download.Path, p.Facts.ContentType, references.PartName(base, int64(n))})
	}
	return list
}

// fileName is the common beginning of the names of an item's files.
func fileName(item *content.Item) string { return strings.ReplaceAll(item.ID, ":", "-") }

func (m *Importer) writeTranscript(run *imports.Run, t *content.Transcript) (string, error) {
	raw, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	path := filepath.Join(m.folder(run), "transcript.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, raw, 0o640)
}

// upload writes the row of a file, then its bytes, so that no bytes exist without a row.
func (m *Importer) upload(ctx context.Context, run *imports.Run, k keptFile) (*references.Media, error) {
	bytes, sum, err := measure(k.path)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	row := references.Media{ID: db.NewID(), WorkspaceID: run.Import.WorkspaceID, ReferenceID: zeroIfNil(run.Import.ReferenceID), ImportID: run.Import.ID,
		Role: k.role, Part: int64(k.part), ContentType: k.contentType, Bytes: bytes, SHA256: sum, Filename: k.name + extension(k.contentType)}
	row.BlobKey = blobs.Key(row.WorkspaceID, sum, row.ID)
	if err := m.Store.Imports.BeginUpload(ctx, row); err != nil {
		return nil, err
	}
	return &row, m.Media.Put(ctx, row.BlobKey, k.path, sum)
}

// measure returns the size and the SHA-256 of a file.
func measure(path string) (int64, string, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return n, hex.EncodeToString(h.Sum(nil)), err
}

// extension is the file extension of a content type that we keep.
func extension(contentType string) string {
	switch contentType {
	case "video/mp4", "audio/mp4":
		return ".mp4"
	case "video/webm":
		return ".webm"
	case "video/quicktime":
		return ".mov"
	case "image/jpeg":
		return ".jpg"
	case "image/png":
		return ".png"
	case "image/webp":
		return ".webp"
	case "image/heic":
		return ".heic"
	case "image/avif":
		return ".avif"
	case "image/gif":
		return ".gif"
	case "application/json":
		return ".json"
	case pdfType:
		return ".pdf"
	case warcType:
		return ".warc.gz"
	}
	return ""
}
