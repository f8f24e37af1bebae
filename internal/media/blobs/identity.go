package blobs

import (
	"context"
	"errors"
	"io"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// identityKey holds the identity of a store. It stands beside the workspaces' prefixes.
const identityKey = "installation"

// maxIdentity bounds what is read of an identity.
const maxIdentity = 256

// Identity returns what names this store wherever it is moved to; ErrNotFound if it has no identity yet.
func (s *Store) Identity(ctx context.Context) (string, error) {
	r, err := s.bucket.NewRangeReader(ctx, identityKey, 0, maxIdentity, nil)
	if err != nil {
		return "", unavailable(ctx, err)
	}
	defer r.Close()
	text := make([]byte, r.Size())
	if len(text) > maxIdentity {
		text = text[:maxIdentity]
	}
	if _, err := io.ReadFull(r, text); err != nil {
		return "", unavailable(ctx, err)
	}
	return string(text), nil
}

// Identify gives a store its identity, unless it has one, and returns the one that it has.
func (s *Store) Identify(ctx context.Context, identity string) (string, error) {
	if have, err := s.Identity(ctx); !errors.Is(err, ErrNotFound) {
		return have, err
	}
	err := s.bucket.WriteAll(ctx, identityKey, []byte(identity), &blob.WriterOptions{ContentType: "text/plain", IfNotExist: true})
	if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
		return "", unavailable(ctx, err)
	}
	return s.Identity(ctx)
}
