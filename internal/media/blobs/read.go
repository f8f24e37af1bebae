package blobs

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"

	"gocloud.dev/blob"
)

// Reader reads one blob. It seeks, so that http.ServeContent can answer ranges with it: only what is read is fetched.
type Reader struct {
	*blob.Reader
}

var _ io.ReadSeekCloser = Reader{}

// Open opens the blob under a key for reading. It lives as long as ctx and until it is closed.
func (s *Store) Open(ctx context.Context, key string) (Reader, error) {
	r, err := s.bucket.NewReader(ctx, key, nil)
	if err != nil {
		return Reader{}, unavailable(ctx, err)
	}
	return Reader{r}, nil
}

// Delete removes a blob. A key that holds nothing is done already.
func (s *Store) Delete(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if err == nil {
		return nil
	}
	if err = unavailable(ctx, err); errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// Object is one row of a listing.
type Object struct {
	Key     string
	Bytes   int64
	ModTime time.Time
}

// List walks the blobs whose key starts with prefix and that were written before a time, so that a sweeper does not see
// uploads whose row is not committed yet. The identity of the store is left out. An error ends the walk.
func (s *Store) List(ctx context.Context, prefix string, before time.Time) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		it := s.bucket.List(&blob.ListOptions{Prefix: prefix})
		for {
			o, err := it.Next(ctx)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(Object{}, unavailable(ctx, err))
				return
			}
			if o.IsDir || o.Key == identityKey || !o.ModTime.Before(before) {
				continue
			}
			if !yield(Object{Key: o.Key, Bytes: o.Size, ModTime: o.ModTime}, nil) {
				return
			}
		}
	}
}
