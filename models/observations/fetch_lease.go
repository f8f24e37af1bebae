package observations

import (
	"context"
	"time"

	"socialdata/models/db"
)

// How long a process holds a fetch without renewing it: a killed one delays others for no longer than this.
const (
	FetchLeaseTime    = 3 * time.Second
	FetchLeaseRenewal = time.Second
)

// fetchLease is the lease of a process on fetching a query; equal queries of other processes wait for its result.
type fetchLease struct {
	Query     string `gorm:"primaryKey"`
	Holder    string
	ExpiresAt int64
}

// FetchClaim is the result of a claim.
type FetchClaim struct {
	Claimed    bool
	ObservedAt int64 // of the newest observation of the claim's subject; 0 if there is none; read only if Claimed
}

// ClaimFetch claims the fetch of a query for holder, unless another holder has a current lease. The same statement reads
// when the subject was last observed, because a fetch that has just ended need not be repeated.
func (s *Store) ClaimFetch(ctx context.Context, query, holder, subject string, v Variant) (FetchClaim, error) {
	now := s.Now()
	variant, args := v.condition()
	var newest []int64
	err := s.Write(ctx).Raw(`INSERT INTO fetch_leases (query, holder, expires_at) VALUES (?, ?, ?)
		ON CONFLICT (query) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE fetch_leases.expires_at <= ?
		RETURNING COALESCE((SELECT MAX(observed_at) FROM observations WHERE subject = ? AND `+variant+`), 0)`,
		append([]any{query, holder, db.Micros(now.Add(FetchLeaseTime)), db.Micros(now), subject}, args...)...).Scan(&newest).Error
	if err != nil || len(newest) == 0 {
		return FetchClaim{}, db.Error(err)
	}
	return FetchClaim{Claimed: true, ObservedAt: newest[0]}, nil
}

// FetchHeld reports whether a process currently holds the fetch of a query.
func (s *Store) FetchHeld(ctx context.Context, query string) (bool, error) {
	var n int64
	err := s.Read(ctx).Model(&fetchLease{}).Where("query = ? AND expires_at > ?", query, s.NowMicros()).Count(&n).Error
	return n > 0, db.Error(err)
}

// RenewFetch extends a lease.
func (s *Store) RenewFetch(ctx context.Context, query, holder string) error {
	return db.Error(s.Write(ctx).Model(&fetchLease{}).Where("query = ? AND holder = ?", query, holder).
		Update("expires_at", db.Micros(s.Now().Add(FetchLeaseTime))).Error)
}

// ReleaseFetch ends a lease, so that others continue at once.
func (s *Store) ReleaseFetch(ctx context.Context, query, holder string) error {
	return db.Error(s.Write(ctx).Where("query = ? AND holder = ?", query, holder).Delete(&fetchLease{}).Error)
}
