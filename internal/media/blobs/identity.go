package blobs

import (
	"context"
	"errors"
	"io"
	"strings"
)

// identityKey holds the identity of a store. It stands beside the workspaces' prefixes.
const identityKey = "installation"

// maxIdentity bounds what is read of an identity.
const maxIdentity = 256

// Identity returns what names this store wherever it is moved to; ErrNotFound if it has no identity yet.
func (s *Store) Identity(ctx context.Context) (string, error) {
	r, err := s.Open(ctx, identityKey)
	if err != nil {
		return "", err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxIdentity))
	return string(text), told(ctx, err)
}

// Identify gives a store its identity, unless it has one, and returns the one that it has.
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
