package main

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// secretKeys returns the keys in the settings, else the generated ones in the data directory.
func (c *config) secretKeys() ([][]byte, error) {
	if c.SecretKeys != "" {
		return decodeKeys(string(c.SecretKeys))
	}
	path := filepath.Join(c.DataDir, "secret.keys")
	if err := generateKeys(path); err != nil {
		return nil, fmt.Errorf("make the secret keys: %w", err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the secret keys: %w", err)
	}
	keys, err := decodeKeys(strings.TrimSpace(string(raw)))
	if err != nil || len(keys) == 0 {
		return nil, fmt.Errorf("%s does not hold base64 keys of 32 bytes", path)
	}
	return keys, nil
}

// generateKeys creates the file of keys. If two processes start together, both use the keys of the first; a partially
// written file is never visible.
func generateKeys(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key)                                           // never fails: crypto/rand ends the program instead
	tmp, err := os.CreateTemp(filepath.Dir(path), ".secret.keys-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.WriteString(base64.StdEncoding.EncodeToString(key) + "\n"); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err := errors.Join(tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	if err := os.Link(tmp.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}
