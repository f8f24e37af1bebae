package jobs

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/crash"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/likeness"
	"socialdata/internal/media/shots"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// Bounds of one pass over files without hashes.
const (
	hashedAtOnce = 500
	hashPassTime = 8 * time.Minute
	hashTime     = 2 * time.Minute // of one file
)

// hashesOf hashes what an import keeps. It never fails: what is left out, housekeeping does. Of videos after the first part all is left.
func (m *Importer) hashesOf(run *imports.Run, w *attemptState, rows []references.Media, paths []string) (list []references.HashedFile) {
	var shown []references.ShotHash
	if first := w.primary(); first != nil {
		shown = first.Download.Shots
	}
	keptVideo := false
	err := crash.Call(func() error {
		for n, row := range rows {
			f := references.HashedFile{MediaID: row.ID, SHA256: sumOfPart(row)}
			switch {
			case !row.Role.ShowsPost():
				continue
			case isVideoType(row.ContentType) && (len(shown) == 0 || w.primary().Download.Path != paths[n]):
				continue
			case isVideoType(row.ContentType):
				f.Shots, keptVideo = shown, true
			default:
				f.Picture = media.PictureHash(paths[n])
			}
			list = append(list, f)
		}
		return nil
	})
	if err != nil {
		m.Log.Warn("an import has not all hashes", "import", run.Import.ID, "cause", apierror.Redact(err))
	}
	if !keptVideo && len(shown) > 0 {
		list = append(list, references.HashedFile{Shots: shown})
	}
	return list
}

func sumOfPart(m references.Media) string {
	if m.Role == references.PrimaryMedia {
		return m.SHA256
	}
	return ""
}

func isVideoType(contentType string) bool { return strings.HasPrefix(contentType, "video/") }

// shotHashes returns the hashes of shots that are not plain, of the longest if there are too many, in their order.
func shotHashes(takes []shots.Shot) []references.ShotHash {
	looks := slices.DeleteFunc(slices.Clone(takes), func(s shots.Shot) bool { return s.Picture == nil })
	slices.SortStableFunc(looks, func(a, b shots.Shot) int { return cmp.Compare(b.EndMs-b.StartMs, a.EndMs-a.StartMs) })
	looks = looks[:min(len(looks), references.MaxShotHashes)]
	slices.SortFunc(looks, func(a, b shots.Shot) int { return cmp.Compare(a.StartMs, b.StartMs) })
	var list []references.ShotHash
	for _, s := range looks {
		list = append(list, references.ShotHash{StartMs: s.StartMs, Hash: *s.Picture})
	}
	return list
}

// Hashes implements Media.
func (p *MediaPipeline) Hashes(ctx context.Context, path string, video bool) (*likeness.Hash, []references.ShotHash) {
	if !video {
		return media.PictureHash(path), nil
	}
	facts, err := p.Engine.Probe(ctx, path)
	if err != nil {
		return nil, nil
	}
	takes, err := p.Engine.Shots(ctx, path, facts)
	if err != nil {
		return nil, nil
	}
	return nil, shotHashes(takes)
}

// hashLookBack is how far behind its beginning a pass that left nothing has the next one begin: an import lasts no longer, so files
// that were added before it are stored by then.
const hashLookBack = 24 * time.Hour

// HashMissing hashes up to hashedAtOnce kept files that have no hashes, and reports whether some are left. The first passes of a process look
// at all files, those after them at new ones.
func (r *Repair) HashMissing(ctx context.Context) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, hashPassTime)
	defer cancel()
	next, left, after := db.NewIDAt(db.Micros(r.Store.Now().Add(-hashLookBack))), hashedAtOnce, ""
	if from := r.hashedFrom.Load(); from != nil {
		after = *from
	}
	for last := false; !last; {
		list, following, err := r.Store.References.Unhashed(ctx, after)
		if err != nil {
			return false, err
		}
		for _, m := range list {
			if isVideoType(m.ContentType) && !r.Media.Joins() {
				continue // no decoder
			}
			if left--; left < 0 {
				return true, nil
			}
			if err := r.hashKept(ctx, m); err != nil {
				return false, err
			}
		}
		after, last = following, following == ""
	}
	r.hashedFrom.Store(&next)
	return false, nil
}

// hashKept hashes a kept file. A file that cannot be read as a picture or video gets no hash, and is not tried again.
func (r *Repair) hashKept(ctx context.Context, m references.Media) error {
	folder, err := os.MkdirTemp(r.Folder, "hashes-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "file"+extension(m.ContentType))
	if err := r.copyKept(ctx, m.BlobKey, path); err != nil {
		if errors.Is(err, blobs.ErrNotFound) {
			return nil // deleted meanwhile
		}
		return err
	}
	f := references.HashedFile{MediaID: m.ID, SHA256: sumOfPart(m)}
	within, cancel := context.WithTimeout(ctx, hashTime)
	defer cancel()
	err = crash.Call(func() error {
		f.Picture, f.Shots = r.Media.Hashes(within, path, isVideoType(m.ContentType))
		return nil
	})
	if err != nil {
		r.Log.Warn("a file has no hashes", "media", m.ID, "cause", apierror.Redact(err))
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return r.Store.References.AddHashes(ctx, m, f)
}

func (r *Repair) copyKept(ctx context.Context, key, path string) error {
	from, err := r.Media.Open(ctx, key)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer to.Close()
	if _, err := io.Copy(to, from); err != nil {
		return err
	}
	return to.Close()
}

// hashes is the pass of HashMissing. It comes again soon while files are left.
func (r *Repair) hashes(ctx context.Context) (time.Time, error) {
	more, err := r.HashMissing(ctx)
	if more {
		return r.Store.Now().Add(5 * time.Second), err
	}
	return r.Store.Now().Add(time.Hour), err
}
