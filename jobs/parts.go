package jobs

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// part is one picture or video of an item with its state: pending, downloaded, measured, or refused with a code.
type part struct {
	Download *Download     `json:"download,omitempty"`
	Facts    *media.Facts  `json:"facts,omitempty"`
	Code     apierror.Code `json:"code,omitempty"` // why it cannot be kept
}

// beginParts resets the parts: a video has one, anything else one for each file.
func (w *attemptState) beginParts() {
	n := len(w.Files)
	if isVideo(w.Item.Kind) {
		n = min(n, 1)
	}
	w.Parts = make([]part, min(n, references.MaxParts))
}

// total is how many parts the platform showed, including those beyond our bound.
func (w *attemptState) total() int64 {
	if isVideo(w.Item.Kind) {
		return int64(len(w.Parts))
	}
	return int64(len(w.Files))
}

// renditions returns the files that show a part, the preferred one first.
func (w *attemptState) renditions(n int) []sources.MediaFile {
	if isVideo(w.Item.Kind) {
		return w.Files
	}
	return w.Files[n : n+1]
}

// primary returns the first part that was downloaded and has not failed, or nil.
func (w *attemptState) primary() *part {
	for n := range w.Parts {
		if w.Parts[n].Download != nil {
			return &w.Parts[n]
		}
	}
	return nil
}

// wantedParts returns how many parts an import downloads: all if it keeps them, otherwise the first.
func wantedParts(run *imports.Run, w *attemptState) int {
	if run.Import.MediaProfile == imports.ProfileFull {
		return len(w.Parts)
	}
	return min(1, len(w.Parts))
}

// settle decides what the error of a part means. If the part is lost for good, settle stores its code and returns nil: the other
// parts stand. If the error is temporary and another attempt follows, or the fault is ours, the whole attempt fails with it.
func (m *Importer) settle(ctx context.Context, run *imports.Run, p *part, err error) error {
	f := apierror.From(err)
	ours := ctx.Err() != nil || f.Code == apierror.CodeStorageUnavailable || f.Code == apierror.CodeInternalError
	if ours || f.Retryable() && !m.lastAttempt(run) {
		return err
	}
	p.Download, p.Facts, p.Code = nil, nil, f.Code
	return nil
}

// keptParts lists the outcome of every part, in the platform's order. media has the ids of the kept ones, by index.
func (w *attemptState) keptParts(mediaIDs map[int]string) *references.Parts {
	list := &references.Parts{Total: new(w.total()), Media: []references.Part{}}
	for n, p := range w.Parts {
		file := w.renditions(n)[0]
		list.Names = append(list.Names, file.Name)
		one := references.Part{Index: int64(n), Kind: file.Kind, State: references.PartSkipped}
		if file.AltText != nil {
			one.AltText = new(db.TruncateText(*file.AltText, references.MaxAltText))
		}
		if p.Code != "" {
			one.State, one.FailureCode = references.PartFailed, new(p.Code)
		}
		if f := p.Facts; f != nil {
			one.Kind, one.DetectedContentType, one.MeasuredBytes, one.MeasuredDurationMs = f.Kind, &f.ContentType, &f.Bytes, f.DurationMs
			one.Width, one.Height = f.Width, f.Height
		}
		if id, ok := mediaIDs[n]; ok {
			one.State, one.MediaID, one.SHA256 = references.PartKept, &id, &p.Download.SHA256
		}
		if p.Download != nil && p.Download.Uploaded {
			one.Origin, one.UploadedBy = new(references.UploadedOrigin), content.OrNil(p.Download.UploadedBy)
		}
		list.Media = append(list.Media, one)
	}
	return list
}

// partPath returns the path of one of several parts. The name depends on the file's address without its signature, so that the
// next attempt finds a complete download and never mistakes another file for it.
func partPath(folder string, n int, f sources.MediaFile) string {
	h := fnv.New64a()
	if u, err := url.Parse(f.URL); err == nil {
		_, _ = h.Write([]byte(u.Path))
	}
	return filepath.Join(folder, fmt.Sprintf("part-%02d-%016x", n, h.Sum64()))
}

// adopt returns a part that an earlier attempt downloaded completely, or nil.
func adopt(path string) (*Download, error) {
	bytes, sum, err := measure(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &Download{Path: path, Bytes: bytes, SHA256: sum}, nil
}

// complete renames a finished download; under its temporary name it would not be used again.
func complete(d *Download, path string) (*Download, error) {
	if err := os.Rename(d.Path, path); err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	d.Path = path
	return d, nil
}
