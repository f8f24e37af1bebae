package blobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// ErrMismatch is returned for a file whose digest has changed since it was verified, or a key that holds other bytes.
var ErrMismatch = errors.New("the bytes do not have the digest that was given")

// Put stores a file under a key. The file must still have the SHA-256 (hex) measured when it was verified. A key is
// written once: putting the same bytes again succeeds, as after a worker was killed behind its upload; other bytes are
// ErrMismatch. A failed or cancelled Put leaves nothing behind.
func (s *Store) Put(ctx context.Context, key, path, sum string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := check(f, sum)
	if err != nil {
		return err
	}
	err = s.bucket.put(ctx, key, f, size)
	if errors.Is(err, errExists) {
		return s.same(ctx, key, sum)
	}
	return told(ctx, err)
}

// PutBytes stores bytes under a key that is not used yet.
func (s *Store) PutBytes(ctx context.Context, key string, content []byte) error {
	return told(ctx, s.bucket.put(ctx, key, bytes.NewReader(content), int64(len(content))))
}

// PutOnce stores bytes under a key unless it has some, which stay.
func (s *Store) PutOnce(ctx context.Context, key string, content []byte) error {
	err := s.bucket.put(ctx, key, bytes.NewReader(content), int64(len(content)))
	if errors.Is(err, errExists) {
		return nil
	}
	return told(ctx, err)
}

// check returns the size of a file with the given SHA-256, and rewinds it.
func check(f *os.File, sum string) (int64, error) {
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return 0, err
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return 0, ErrMismatch
	}
	_, err = f.Seek(0, io.SeekStart)
	return size, err
}

// same returns an error unless the key holds bytes with that digest.
func (s *Store) same(ctx context.Context, key, sum string) error {
	r, err := s.Open(ctx, key)
	if err != nil {
		return err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return told(ctx, err)
	}
	if hex.EncodeToString(h.Sum(nil)) != sum {
		return ErrMismatch
	}
	return nil
}
