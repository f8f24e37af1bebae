package blobs

import (
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// ErrMismatch is a file that no longer has the digest that it was verified with, or a key that holds other bytes.
var ErrMismatch = errors.New("the bytes do not have the digest that was given")

// Put keeps a file under a key. The file must have the SHA-256 (hex) that was measured when it was verified. A key is
// written once: putting the same bytes again succeeds, as a worker that was killed after its upload does; other bytes
// are ErrMismatch. What fails or is cancelled leaves nothing behind.
func (s *Store) Put(ctx context.Context, key, path, sum string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	md5sum, err := digest(f, sum)
	if err != nil {
		return err
	}
	err = s.bucket.Upload(ctx, key, f, &blob.WriterOptions{
		ContentType: "application/octet-stream", // the real type is the media record's
		ContentMD5:  md5sum,
		IfNotExist:  true,
	})
	if gcerrors.Code(err) == gcerrors.FailedPrecondition {
		return s.same(ctx, key, sum)
	}
	if err != nil {
		return unavailable(ctx, err)
	}
	return nil
}

// digest checks a file against its SHA-256 and returns the MD5 that the storages check an upload with.
func digest(f *os.File, sum string) ([]byte, error) {
	wide, narrow := sha256.New(), md5.New()
	if _, err := io.Copy(io.MultiWriter(wide, narrow), f); err != nil {
		return nil, err
	}
	if hex.EncodeToString(wide.Sum(nil)) != sum {
		return nil, ErrMismatch
	}
	_, err := f.Seek(0, io.SeekStart)
	return narrow.Sum(nil), err
}

// same returns an error unless a key already holds bytes of that digest.
func (s *Store) same(ctx context.Context, key, sum string) error {
	r, err := s.Open(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return ErrMismatch // nothing is there, so it was the upload's own sum that was refused
	}
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return unavailable(ctx, err)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return ErrMismatch
	}
	return nil
}
