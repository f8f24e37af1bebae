package blobs

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"time"
)

// Reader reads one blob. It is an io.Seeker, so that http.ServeContent can serve ranges: only what is read is fetched.
type Reader struct {
	io.ReadSeekCloser
	size    int64
	modTime time.Time
}

// Size returns the length of the blob in bytes.
func (r Reader) Size() int64 { return r.size }

// ModTime returns when the blob was written.
func (r Reader) ModTime() time.Time { return r.modTime }

// Open opens a blob for reading. The Reader is valid until ctx ends or it is closed.
func (s *Store) Open(ctx context.Context, key string) (Reader, error) {
	r, err := s.bucket.open(ctx, key)
	return r, told(ctx, err)
}

// Delete deletes a blob. Deleting a missing key is not an error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := told(ctx, s.bucket.delete(ctx, key)); !errors.Is(err, ErrNotFound) {
		return err
	}
	return nil
}

// Object is one row of a listing.
type Object struct {
	Key     string
	Bytes   int64
	ModTime time.Time
}

// List lists the blobs whose key starts with prefix and that were written before a time, so that a sweeper does not see
// uploads whose row is not committed yet. The store's identity is left out, and so are exports unless prefix leads to
// them. An error ends the iteration.
func (s *Store) List(ctx context.Context, prefix string, before time.Time) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for o, err := range s.bucket.list(ctx, prefix) {
			if err != nil {
				yield(Object{}, told(ctx, err))
				return
			}
			if o.Key == identityKey || strings.HasPrefix(o.Key, exportsPrefix) && !strings.HasPrefix(prefix, exportsPrefix) {
				continue
			}
			if o.ModTime.Before(before) && !yield(o, nil) {
				return
			}
		}
	}
}
