// Package blobs stores bytes under keys: in a directory or in an S3 bucket, both behind one Store. It may import internal/apierror
// only. It knows no references, holds or callers: other packages decide who may read a key and how long it is kept.
package blobs

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"socialdata/internal/apierror"
)

// ErrNotFound is returned for a key that does not exist.
var ErrNotFound = errors.New("no such blob")

var (
	errExists  = errors.New("the key holds a blob already")
	errAddress = errors.New("want a folder, file:///folder or s3://bucket?region=…")
)

// Store stores blobs. It is safe for concurrent use. Its errors are ErrNotFound, ErrMismatch, the context's own, and
// storage_unavailable for everything else.
type Store struct {
	bucket bucket
}

// bucket is one kind of storage. Missing keys are ErrNotFound.
type bucket interface {
	ready(ctx context.Context) error
	// put writes a new key completely or not at all; errExists if the key exists.
	put(ctx context.Context, key string, content io.ReadSeeker, size int64) error
	open(ctx context.Context, key string) (Reader, error)
	delete(ctx context.Context, key string) error
	list(ctx context.Context, prefix string) iter.Seq2[Object, error]
	// place returns the name of the bucket, "" for a folder, and the whole key in it.
	place(key string) (name, whole string)
}

// Open opens the storage at an address: a directory as a path or as file:///path (created if missing), or
// s3://bucket?region=…, whose credentials come from where the AWS SDK would find them.
func Open(address string) (*Store, error) {
	if strings.HasPrefix(address, "s3://") {
		b, err := openS3(address)
		return &Store{bucket: b}, err
	}
	b, err := openFolder(address)
	return &Store{bucket: b}, err
}

// Key returns the key of a media record's bytes. Keys of one workspace share a prefix; the two digits spread the files
// of a directory over subdirectories.
func Key(workspaceID, sha256, mediaID string) string {
	return workspaceID + "/" + sha256[:min(2, len(sha256))] + "/" + mediaID
}

// Bucket returns the name of the bucket that a blob lies in, and its key there; "" if the store is a folder.
func (s *Store) Bucket(key string) (name, whole string) { return s.bucket.place(key) }

// Ready returns an error unless the storage can be reached.
func (s *Store) Ready(ctx context.Context) error { return told(ctx, s.bucket.ready(ctx)) }

// retryAfter is the Retry-After of responses while the storage is unavailable.
const retryAfter = 5 * time.Second

// told converts an error of a storage to one of the Store's errors.
func told(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrNotFound), errors.Is(err, os.ErrNotExist):
		return ErrNotFound
	}
	return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(retryAfter)
}
