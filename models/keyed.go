package models

import (
	"context"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// Keyed is what the one statement of a cached lookup reads: a key that works, with its workspace's balance, and the
// newest observation that is fresh enough. Its Body is the one that was asked for; the bytes are the caller's own.
type Keyed struct {
	Key    KeyCaller
	Stored Stored
}

// keyedSQL finds a key, its workspace, an observation and the right to it. Revocation counts at once, because the key is
// part of the statement. There are two rows at most, with and without captions, of which the reader takes the newer one:
// a sort would carry bodies about. $1 is the key's digest, $2 the subject, $3 the oldest time that will do.
const keyedSQL = `SELECT k.id, k.workspace_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, w.balance,
	o.id, o.observed_at, o.counts, r.paid_at, o.%body%, o.route_id, o.incomplete
FROM api_keys k
JOIN workspaces w ON w.id = k.workspace_id
JOIN observations o ON o.subject = $2 AND o.observed_at >= $3 %variant%
LEFT JOIN rights r ON r.workspace_id = k.workspace_id AND r.subject = o.subject AND r.counts = o.counts
WHERE k.digest = $1`

// KeyedSQL is the statement of a cached lookup, for what measures it.
func KeyedSQL(captions bool) string {
	body, variant := "body", ""
	if captions {
		body, variant = "body_full", "AND o.variant = '"+string(WithCaptions)+"'"
	}
	return strings.NewReplacer("%body%", body, "%variant%", variant).Replace(keyedSQL)
}

// keyedReader runs the statement on one kind of database: plain and with captions. It reads nil where there is no row.
type keyedReader interface {
	read(ctx context.Context, captions bool, digest []byte, subject string, since int64) (*Keyed, error)
}

// FindKeyed answers a cached lookup's questions in one statement. nil means that the key is none, does not work any
// more, or that nothing stored is fresh enough: FindKey and FindStored tell which.
func (s *Store) FindKeyed(ctx context.Context, text, subject string, captions bool, since time.Time) (*Keyed, error) {
	if s.keyed == nil || !wellFormedKey(text) {
		return nil, nil
	}
	if trace.SpanFromContext(ctx).IsRecording() {
		var span trace.Span
		ctx, span = startStatement(ctx, "SELECT")
		defer span.End()
	}
	k, err := s.keyed.read(ctx, captions, keyDigest(text), subject, micros(since))
	if k == nil || err != nil {
		return nil, dbFault(err)
	}
	now := s.now()
	if k.Key.State(now) != KeyActive {
		return nil, nil
	}
	k.Stored.Subject, k.Stored.Balance = subject, k.Key.Balance
	return k, s.touchKey(ctx, &k.Key.APIKey, now)
}

// tailRoom is what is left behind a body for what differs per caller.
const tailRoom = 256

// withRoom copies a body and leaves room behind it.
func withRoom(b []byte) []byte { return append(make([]byte, 0, len(b)+tailRoom), b...) }
