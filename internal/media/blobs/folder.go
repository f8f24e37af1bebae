package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// folder stores each blob as a file. Unfinished files are in the same file system as finished ones, so that they can be
// renamed; those left by a killed process are listed, so that a sweep finds them.
type folder struct{ root string }

func openFolder(address string) (folder, error) {
	root := address
	if strings.Contains(address, "://") {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "file" || u.Host != "" || u.RawQuery != "" {
			return folder{}, errAddress
		}
		root = u.Path
	}
	root, err := filepath.Abs(filepath.FromSlash(root))
	if err == nil {
		err = os.MkdirAll(root, 0o700)
	}
	return folder{root}, err
}

func (f folder) file(key string) string { return filepath.Join(f.root, filepath.FromSlash(key)) }

func (folder) place(key string) (name, whole string) { return "", key }

func (f folder) ready(context.Context) error {
	_, err := os.Stat(f.root)
	return err
}

func (f folder) put(ctx context.Context, key string, content io.ReadSeeker, _ int64) error {
	if _, err := os.Stat(f.file(key)); err == nil {
		return errExists
	}
	if err := os.MkdirAll(filepath.Dir(f.file(key)), 0o700); err != nil {
		return err
	}
	unfinished, err := os.CreateTemp(filepath.Dir(f.file(key)), "unfinished-*")
	if err != nil {
		return err
	}
	defer os.Remove(unfinished.Name())
	_, err = io.Copy(unfinished, content)
	if err := errors.Join(err, unfinished.Sync(), unfinished.Close(), ctx.Err()); err != nil {
		return err
	}
	if err := os.Link(unfinished.Name(), f.file(key)); !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, os.ErrPermission) {
		if errors.Is(err, os.ErrExist) {
			return errExists
		}
		return err
	}
	return os.Rename(unfinished.Name(), f.file(key)) // for file systems without hard links
}

func (f folder) open(_ context.Context, key string) (Reader, error) {
	file, err := os.Open(f.file(key))
	if err != nil {
		return Reader{}, err
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return Reader{}, errors.Join(err, file.Close(), fs.ErrNotExist)
	}
	return Reader{ReadSeekCloser: file, size: info.Size(), modTime: info.ModTime()}, nil
}

func (f folder) delete(_ context.Context, key string) error { return os.Remove(f.file(key)) }

func (f folder) list(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		err := filepath.WalkDir(f.file(path.Dir(prefix+"x")), func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // deleted in the meantime
			}
			if err != nil || entry.IsDir() {
				return errors.Join(err, ctx.Err())
			}
			key, err := filepath.Rel(f.root, name)
			if err != nil {
				return fmt.Errorf("list: %w", err)
			}
			key = filepath.ToSlash(key)
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(key, prefix) {
				return nil
			}
			if err != nil {
				return err
			}
			if !yield(Object{Key: key, Bytes: info.Size(), ModTime: info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Object{}, err)
		}
	}
}
