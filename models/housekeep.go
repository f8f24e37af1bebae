package models

import (
	"context"
	"time"
)

// observationLife is how long an answer nobody renewed is kept: the longest maxAge.
const observationLife = 365 * 24 * time.Hour

// Housekeep deletes what no request can reach any more (ended sessions, invites and chains, old calls of routes,
// observations past the longest maxAge) and keeps the counts that reports read. It may run in several processes at once.
func (s *Store) Housekeep(ctx context.Context) error {
	now := s.now()
	for _, sweep := range []struct {
		table, where string
		before       time.Time
	}{
		{"sessions", "expires_at < ?", now},
		{"sessions", "last_seen_at < ?", now.Add(-sessionIdle)},
		{"invites", "expires_at < ?", now},
		{"chains", "expires_at < ?", now},
		{"chain_rows", "expires_at < ?", now},
		{"idempotency_keys", "expires_at < ?", now},
		{"fetch_leases", "expires_at < ?", now},
		{"route_calls", "at < ?", now.Add(-callsKeptUntil)},
		{"observations", "observed_at < ?", now.Add(-observationLife)},
	} {
		if err := s.write.WithContext(ctx).Exec("DELETE FROM "+sweep.table+" WHERE "+sweep.where, micros(sweep.before)).Error; err != nil {
			return dbFault(err)
		}
	}
	return s.KeepCounts(ctx)
}
