package jobs

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"socialdata/internal/media/blobs"
)

// ExpireHolds marks the media whose holds ended by asOf, then deletes its bytes. After a crash between the two, the next pass
// finds the marks.
func (r *Repair) ExpireHolds(ctx context.Context, asOf time.Time) (int, error) {
	ended, err := r.Store.References.ExpireHolds(ctx, asOf)
	if err != nil {
		return ended, err
	}
	return ended, r.DeleteMarked(ctx)
}

// orphanAge is how old bytes without a row must be before they are deleted. Rows are written before their bytes, so this is only
// a precaution.
const orphanAge = 24 * time.Hour

// orphanBatch bounds the keys of one query.
const orphanBatch = 500

// Lister walks kept bytes; blobs.Store is one.
type Lister interface {
	List(ctx context.Context, prefix string, before time.Time) iter.Seq2[blobs.Object, error]
}

// SweepOrphans deletes bytes older than orphanAge that no row refers to, and returns how many files it deleted.
func (r *Repair) SweepOrphans(ctx context.Context) (int, error) {
	deleted, batch := 0, make([]string, 0, orphanBatch)
	flush := func() error {
		known, err := r.Store.Imports.KnownBlobs(ctx, batch)
		if err != nil {
			return err
		}
		uploaded, err := r.Store.Captures.KnownBlobs(ctx, batch)
		if err != nil {
			return err
		}
		for _, key := range batch {
			if known[key] || slices.Contains(uploaded, key) {
				continue
			}
			if err := r.Media.Delete(ctx, key); err != nil {
				return err
			}
			deleted++
		}
		batch = batch[:0]
		return nil
	}
	for object, err := range r.Blobs.List(ctx, "", r.Store.Now().Add(-orphanAge)) {
		if err != nil {
			return deleted, err
		}
		if batch = append(batch, object.Key); len(batch) == orphanBatch {
			if err := flush(); err != nil {
				return deleted, err
			}
		}
	}
	if len(batch) == 0 {
		return deleted, nil
	}
	return deleted, flush()
}

func (r *Repair) orphans(ctx context.Context) error {
	_, err := r.SweepOrphans(ctx)
	return errors.Join(err, sweepDownloads(r.Folder, r.Store.Now().Add(-orphanAge)))
}

// sweepDownloads deletes what imports left in the download folder: an import that was cancelled while it waited, or continued on
// another machine, does not clean up here.
func sweepDownloads(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was ever downloaded
	}
	errs := []error{err}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			errs = append(errs, os.RemoveAll(filepath.Join(folder, e.Name())))
		}
	}
	return errors.Join(errs...)
}
