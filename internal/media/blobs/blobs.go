// Package blobs keeps bytes under keys: in a folder, in memory or in an S3 bucket, all behind one Store. It may import
// internal/apierror only. It knows no reference, no hold and no caller: who may read which key and how long it lives is
// decided above.
package blobs

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file://
	_ "gocloud.dev/blob/memblob"  // mem://
	_ "gocloud.dev/blob/s3blob"   // s3://
	"gocloud.dev/gcerrors"

	"socialdata/internal/apierror"
)

// ErrNotFound is the answer for a key that holds nothing.
var ErrNotFound = errors.New("no such blob")

// Store is a place for bytes. It is safe for concurrent use. Its errors are ErrNotFound, ErrMismatch, the context's own,
// and storage_unavailable for everything else.
type Store struct {
	bucket *blob.Bucket
}

// Open opens the place that an address names: a folder as a path or as file:///path (made when absent), mem:// for
// tests, or s3://bucket?region=…, whose credentials come from where the AWS SDK finds them.
func Open(ctx context.Context, address string) (*Store, error) {
	address, err := folder(address)
	if err != nil {
		return nil, err
	}
	bucket, err := blob.OpenBucket(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("media storage: %w", err)
	}
	return &Store{bucket: bucket}, nil
}

// folder fills in how a folder is kept: unfinished files next to the finished ones, because a rename does not cross
// devices; no sidecar files, because what is known of a blob is in the database.
func folder(address string) (string, error) {
	if !strings.Contains(address, "://") {
		abs, err := filepath.Abs(address)
		if err != nil {
			return "", err
		}
		address = (&url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}).String()
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "file" {
		return address, err
	}
	query := u.Query()
	for name, value := range map[string]string{
		"create_dir": "true", "dir_file_mode": "0700", "no_tmp_dir": "true", "metadata": "skip",
	} {
		if !query.Has(name) {
			query.Set(name, value)
		}
	}
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// Key returns where the bytes of a media record are kept. Keys of one workspace share a prefix; the two digits spread
// the files of a folder.
func Key(workspaceID, sha256, mediaID string) string {
	return workspaceID + "/" + sha256[:min(2, len(sha256))] + "/" + mediaID
}

// Ready reports whether the place can be reached.
func (s *Store) Ready(ctx context.Context) error {
	ok, err := s.bucket.IsAccessible(ctx)
	if err == nil && !ok {
		err = ErrNotFound
	}
	if err != nil {
		return unavailable(ctx, err)
	}
	return nil
}

// Close releases the place.
func (s *Store) Close() error { return s.bucket.Close() }

// retryAfter is how long a caller is told to wait while the storage is unavailable.
const retryAfter = 5 * time.Second

func unavailable(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case gcerrors.Code(err) == gcerrors.NotFound:
		return ErrNotFound
	}
	return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(retryAfter)
}
