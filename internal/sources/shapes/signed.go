package shapes

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"socialdata/internal/sources"
)

// SignatureSuffix is added to the name of a file of shapes to get the name of its signature: 64 bytes of ed25519 over
// the whole file, in base64.
const SignatureSuffix = ".sig"

// maxSignature is the largest signature file, in bytes.
const maxSignature = 256

// Signed is a file of shapes whose signature was verified with a trusted key.
type Signed struct {
	AsOf string // the latest date in the file
	raw  []byte
}

// ParseKey reads a public key: 32 bytes in base64.
func ParseKey(text string) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("a key is 32 bytes in base64")
	}
	return key, nil
}

// OpenSigned reads a file of shapes and verifies its signature with key. It is an error if the signature or the file is
// invalid, or if the file has no date or a future one.
func OpenSigned(path string, key ed25519.PublicKey, platforms sources.Platforms, now time.Time) (*Signed, error) {
	raw, err := readBounded(path, maxFile)
	if err != nil {
		return nil, err
	}
	text, err := readBounded(path+SignatureSuffix, maxSignature)
	if err != nil {
		return nil, fmt.Errorf("the signature: %w", err)
	}
	signature, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || !ed25519.Verify(key, raw, signature) {
		return nil, errors.New("the signature is not one of this key over this file")
	}
	if _, err := Overlay(Default(), raw, platforms); err != nil {
		return nil, err
	}
	s := &Signed{raw: raw}
	s.AsOf, err = latestDate(raw)
	if err != nil {
		return nil, err
	}
	if s.AsOf > now.UTC().AddDate(0, 0, 1).Format(time.DateOnly) {
		return nil, fmt.Errorf("the file is of %s, which is still to come", s.AsOf)
	}
	return s, nil
}

// latestDate returns the latest date in a file.
func latestDate(raw []byte) (string, error) {
	var own Shapes
	if err := json.Unmarshal(raw, &own); err != nil {
		return "", err
	}
	if own.latest() == "" {
		return "", errors.New("the file names no date (asOf)")
	}
	return own.latest(), nil
}

// Apply replaces the file at path, which may not exist yet, by the signed one. It is an error if the existing file is
// not older, so that an old file with a valid signature cannot bring back values that are known to fail.
func (s *Signed) Apply(path string) error {
	before, err := readBounded(path, maxFile)
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	default:
		if asOf, err := latestDate(before); err == nil && asOf >= s.AsOf {
			return fmt.Errorf("the file in use is of %s, and this one of %s is not newer", asOf, s.AsOf)
		}
	}
	return replaceFile(path, s.raw)
}

// replaceFile writes a file atomically.
func replaceFile(path string, raw []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".shapes-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(raw); err != nil {
		return errors.Join(err, f.Close())
	}
	if err = errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
