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

// Cached is a live key, its workspace's balance, and the newest observation that is fresh enough, if any. The
// observation has only the requested body, whose bytes the caller owns.
type Cached struct {
	Key      accounts.KeyCaller // without its budget
	Budgeted bool               // it has a budget
	Stored   Stored
}

// Spender returns the key as a spender of credits.
func (k *Cached) Spender() billing.Spender {
	return billing.Spender{KeyID: k.Key.ID, Budgeted: k.Budgeted}
}

// Found reports whether there is a fresh enough observation.
func (k *Cached) Found() bool { return k.Stored.ID != "" }

// cachedLookupSQL finds a key, its workspace, an observation and the entitlement to it. A revoked key is refused
// immediately, because the key is part of the statement. It returns at most two observations, with and without captions,
// and the reader takes the newer one: ORDER BY would sort full bodies. $1 is the key's digest, $2 the subject, $3 the
// oldest acceptable time, and $4 the variant if captions are requested.
const cachedLookupSQL = `SELECT k.id, k.workspace_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, w.balance,
	k.daily_credits IS NOT NULL OR k.monthly_credits IS NOT NULL,
	o.id, o.observed_at, o.counts, r.paid_at, o.%body%, o.route_id, o.incomplete
FROM api_keys k
JOIN workspaces w ON w.id = k.workspace_id
LEFT JOIN observations o ON o.subject = $2 AND o.observed_at >= $3 AND o.variant %variant%
LEFT JOIN entitlements r ON r.workspace_id = k.workspace_id AND r.subject = o.subject AND r.counts = o.counts
WHERE k.digest = $1 AND k.allowed_networks = ''`

// CachedLookupSQL returns the statement of a cached lookup, for measurements.
func CachedLookupSQL(captions bool) string {
	body, variant := "body", plainVariants
	if captions {
		body, variant = "body_full", "= $4"
	}
	return strings.NewReplacer("%body%", body, "%variant%", variant).Replace(cachedLookupSQL)
}

// cachedReader runs the statement on one kind of database. It returns nil if there is no row.
type cachedReader interface {
	close() error
	read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error)
}

// FindCachedByKey reads, from one snapshot, a key, its workspace's balance and the newest observation of a subject made at or
// after since. It returns nil if the key is unknown, not live or limited to networks (FindKey tells which), or if this database does not support
// the fast path. Its duration is limited even if ctx has no deadline: by readTime for its own group and each group before it.
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
		return nil, ctx.Err() // SQLite reports an interruption instead
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

// withSpare copies a body with spare capacity after it.
func withSpare(b []byte) []byte { return append(make([]byte, 0, len(b)+suffixCap), b...) }
