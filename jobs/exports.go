package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"socialdata/internal/media/blobs"
	"socialdata/internal/tablefiles"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/exports"
	"socialdata/models/work"
)

// Files stores the files of exports; blobs.Store is one.
type Files interface {
	Lister
	Put(ctx context.Context, key, path, sum string) error
	PutOnce(ctx context.Context, key string, content []byte) error
	Delete(ctx context.Context, key string) error
}

// Exports writes scheduled exports to the operator's store.
type Exports struct {
	Store    *models.Store
	Files    Files
	Folder   string // for the file that is being written
	FileRows int64  // a file ends after so many rows; 0 means fileRows
}

const (
	// exportSlots is how many exports one process writes at once.
	exportSlots = 2
	// exportPass is how long one run goes on, so that exports take turns.
	exportPass = time.Minute
	// fileWithin bounds the time of one file.
	fileWithin = 10 * time.Minute
	// A file ends after the page with which it has so many rows or bytes.
	fileRows  = 1_000_000
	fileBytes = 64 << 20
)

// Run writes the next files of an export, then its manifest. What was stored is noted file by file; a run that was killed
// continues behind the last one. A file that was stored but not noted is abandoned, because its rows may have changed since.
func (x *Exports) Run(ctx context.Context, j *work.Job) work.Outcome {
	for until := time.Now().Add(exportPass); ; {
		c, o, err := x.Store.Exports.Begin(ctx, j)
		switch {
		case err != nil:
			return work.Failed(err)
		case c == nil:
			return o
		}
		if !c.Run.Complete {
			err = x.writeFile(ctx, c)
		} else if err = x.writeManifest(ctx, c); err == nil {
			return work.Settled()
		}
		switch {
		case errors.Is(err, exports.ErrLeaseLost):
			return work.Cancel(nil) // deleted, or another worker has it, whose work this outcome does not touch
		case err != nil:
			return x.fault(ctx, c, err)
		case time.Now().After(until):
			return work.Snooze(x.Store.Now())
		}
	}
}

// fault records why an attempt failed, unless the worker stops.
func (x *Exports) fault(ctx context.Context, c *exports.Claimed, fault error) work.Outcome {
	if ctx.Err() != nil {
		return work.Failed(fault)
	}
	o, err := x.Store.Exports.Fault(ctx, c, fault)
	if err != nil {
		return work.Failed(errors.Join(fault, err))
	}
	return o
}

// writeFile stores the next file of a run, if any rows are left.
func (x *Exports) writeFile(ctx context.Context, c *exports.Claimed) error {
	ctx, cancel := context.WithTimeout(ctx, fileWithin)
	defer cancel()
	if err := os.MkdirAll(x.Folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(x.Folder, "export-*") // left by a kill, it is deleted after a day
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	file, after, err := x.fill(ctx, f, c)
	if err != nil {
		return err
	}
	done := exports.Written{After: after}
	if file.Rows > 0 {
		if err := x.Files.Put(ctx, file.Key, f.Name(), file.SHA256); err != nil {
			return err
		}
		done.File = file
	}
	err = x.Store.Exports.Note(ctx, c, done)
	if errors.Is(err, exports.ErrLeaseLost) && done.File != nil { // deleted, closed or taken over: nobody else knows of the file
		err = errors.Join(err, x.Files.Delete(ctx, file.Key))
	}
	return err
}

// fill writes rows to a file until it is full or no rows are left. It returns where the run continues.
func (x *Exports) fill(ctx context.Context, to io.Writer, c *exports.Claimed) (file *exports.File, after string, err error) {
	sum, size := sha256.New(), &counter{}
	rows, err := tablefiles.New(c.Format, io.MultiWriter(to, sum, size), c.Kind.Columns())
	if err != nil {
		return nil, "", err
	}
	most := fileRows
	if x.FileRows > 0 {
		most = int(x.FileRows)
	}
	// Its name is of this attempt alone: another one may read other rows.
	file = &exports.File{Key: fmt.Sprintf("%s%spart-%05d-%s.%s", blobs.ExportsOf(c.WorkspaceID), c.Run.Folder(&c.Export), len(c.Run.Files())+1, db.NewID(), c.Format)}
	for after = c.Run.After; ; {
		page, next, err := x.Store.Exports.Page(ctx, c, after)
		if err != nil {
			return nil, "", err
		}
		for _, row := range page {
			if err := rows.Row(row); err != nil {
				return nil, "", err
			}
		}
		file.Rows += int64(len(page))
		if after = next; after == "" || file.Rows >= int64(most) || size.n >= fileBytes {
			break
		}
	}
	err = rows.Close()
	file.Bytes, file.SHA256 = size.n, hex.EncodeToString(sum.Sum(nil))
	return file, after, err
}

// counter counts bytes.
type counter struct{ n int64 }

func (c *counter) Write(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

// writeManifest stores the manifest of a complete run and ends it. One that is there already stands: it is this one, unless the
// database was restored to a time before it.
func (x *Exports) writeManifest(ctx context.Context, c *exports.Claimed) error {
	ctx, cancel := context.WithTimeout(ctx, fileWithin)
	defer cancel()
	folder := blobs.ExportsOf(c.WorkspaceID) + c.Run.Folder(&c.Export)
	manifest := folder + exports.ManifestName
	abandoned, err := x.abandoned(ctx, c, folder)
	if err != nil {
		return err
	}
	if !slices.Contains(abandoned, manifest) {
		for _, key := range abandoned {
			if err := x.Files.Delete(ctx, key); err != nil {
				return err
			}
		}
		text, err := c.Manifest()
		if err != nil {
			return err
		}
		if err := x.Files.PutOnce(ctx, manifest, text); err != nil {
			return err
		}
	}
	return x.Store.Exports.Finish(ctx, c, manifest)
}

// abandoned returns the keys in the folder of a run that are none of its files.
func (x *Exports) abandoned(ctx context.Context, c *exports.Claimed, folder string) (keys []string, err error) {
	own := map[string]bool{}
	for _, f := range c.Run.Files() {
		own[f.Key] = true
	}
	for o, err := range x.Files.List(ctx, folder, time.Now().Add(time.Hour)) { // however wrong the store's clock
		if err != nil {
			return nil, err
		}
		if !own[o.Key] {
			keys = append(keys, o.Key)
		}
	}
	return keys, nil
}
