package jobs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// sweepDownloads deletes what imports left in their folder: one that was cancelled while it waited, or went on on another
// machine, has nobody here to tidy up after it.
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
