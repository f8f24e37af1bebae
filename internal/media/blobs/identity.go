package blobs

import (
	"context"
	"errors"
	"io"
	"strings"
)

// identityKey is the key of a store's identity. It is outside of all workspaces' prefixes.
const identityKey = "installation"

// maxIdentity limits how much of an identity is read, in bytes.
const maxIdentity = 256

// Identity returns the identity of this store, which stays the same when the store is moved; ErrNotFound if it has none yet.
func (s *Store) Identity(ctx context.Context) (string, error) {
	r, err := s.Open(ctx, identityKey)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxIdentity))
	return string(text), told(ctx, err)
}

// Identify sets the identity of a store unless it has one, and returns the identity that it then has.
func (s *Store) Identify(ctx context.Context, identity string) (string, error) {
	if have, err := s.Identity(ctx); !errors.Is(err, ErrNotFound) {
		return have, err
	}
	err := s.bucket.put(ctx, identityKey, strings.NewReader(identity), int64(len(identity)))
	if err != nil && !errors.Is(err, errExists) {
		return "", told(ctx, err)
	}
	return s.Identity(ctx)
}
