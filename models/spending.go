package models

import (
	"context"
	"time"
)

// SpentBucket is what a workspace was charged in one bucket, in credits.
type SpentBucket struct {
	Start   time.Time
	Credits int64
}

// Spending is what a workspace was charged over time: the buckets of a window, the empty ones too.
func (s *Store) Spending(ctx context.Context, workspaceID string, w Window) ([]SpentBucket, error) {
	var rows []struct {
		Bucket  int
		Credits int64
	}
	err := s.read.WithContext(ctx).Raw(`SELECT (created_at - ?) / ? AS bucket, CAST(-SUM(amount) AS BIGINT) AS credits FROM ledger
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1`,
		micros(w.origin()), w.Bucket.Microseconds(), workspaceID, micros(w.Start), micros(w.End)).Scan(&rows).Error
	if err != nil {
		return nil, dbFault(err)
	}
	var series []SpentBucket
	for _, start := range w.starts() {
		series = append(series, SpentBucket{Start: start})
	}
	for _, r := range rows {
		series[min(r.Bucket, len(series)-1)].Credits += r.Credits
	}
	return series, nil
}
