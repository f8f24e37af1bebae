package observations

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Cached is a live key, with its workspace's balance, and the newest observation that is fresh enough, if there is one.
// The body is the one that was asked for; its bytes are the caller's own.
type Cached struct {
	Key      accounts.KeyCaller // without its budget
	Budgeted bool               // it has one
	Stored   Stored
}

// Spender returns the key as what credits are spent with.
func (k *Cached) Spender() billing.Spender {
	return billing.Spender{KeyID: k.Key.ID, Budgeted: k.Budgeted}
}

// Found reports whether an observation is fresh enough.
func (k *Cached) Found() bool { return k.Stored.ID != "" }

// cachedLookupSQL finds a key, its workspace, an observation and the entitlement to it. Revocation counts at once, because
// the key is part of the statement. There are at most two observations, with and without captions; the reader takes the
// newer one, because ORDER BY would sort full bodies. $1 is the key's digest, $2 the subject, $3 the oldest time that is
// fresh enough, and $4 the variant if captions are asked for.
const cachedLookupSQL = `SELECT k.id, k.workspace_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, w.balance,
	k.daily_credits IS NOT NULL OR k.monthly_credits IS NOT NULL,
	o.id, o.observed_at, o.counts, r.paid_at, o.%body%, o.route_id, o.incomplete
FROM api_keys k
JOIN workspaces w ON w.id = k.workspace_id
LEFT JOIN observations o ON o.subject = $2 AND o.observed_at >= $3 AND o.variant %variant%
LEFT JOIN entitlements r ON r.workspace_id = k.workspace_id AND r.subject = o.subject AND r.counts = o.counts
WHERE k.digest = $1`

// CachedLookupSQL is the statement of a cached lookup, for what measures it.
func CachedLookupSQL(captions bool) string {
	body, variant := "body", plainVariants
	if captions {
		body, variant = "body_full", "= $4"
	}
	return strings.NewReplacer("%body%", body, "%variant%", variant).Replace(cachedLookupSQL)
}

// cachedReader runs the statement on one kind of database: plain and with captions. It reads nil where there is no row.
type cachedReader interface {
	close() error
	read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error)
}

// FindCachedByKey reads as of one moment a key, its workspace's balance and the newest observation of a subject that was
// made at or after since. It returns nil if the key is unknown or no longer live (FindKey returns which), or if this
// database cannot be read below GORM. Its time is bounded, whether or not ctx is: by readTime for each group before its own.
func (s *Store) FindCachedByKey(ctx context.Context, text, subject string, v Variant, since time.Time) (*Cached, error) {
	if s.cached == nil || !accounts.ValidKeyText(text) {
		return nil, nil
	}
	if trace.SpanFromContext(ctx).IsRecording() {
		var span trace.Span
		ctx, span = db.StartStatement(ctx, "SELECT")
		defer span.End()
	}
	k, err := s.cached.read(ctx, v, accounts.KeyDigest(text), subject, db.Micros(since))
	if err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return nil, ctx.Err() // SQLite says that it was interrupted
	}
	if k == nil || err != nil {
		return nil, db.Error(err)
	}
	now := s.Now()
	if k.Key.State(now) != accounts.KeyActive {
		return nil, nil
	}
	if k.Found() {
		k.Stored.Subject, k.Stored.Balance = subject, k.Key.Balance
	}
	return k, accounts.TouchKey(ctx, s.DB, &k.Key.APIKey, now)
}

// suffixCap is the spare capacity behind a body, for the suffix that differs per caller.
const suffixCap = 256

// withSpare copies a body and leaves spare capacity behind it.
func withSpare(b []byte) []byte { return append(make([]byte, 0, len(b)+suffixCap), b...) }
