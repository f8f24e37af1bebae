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

// ledgerCount is what a workspace was charged in one span of time, in credits.
type ledgerCount struct {
	WorkspaceID string `gorm:"primaryKey"`
	Span        int64  `gorm:"primaryKey"` // its length, one of countSpans
	At          int64  `gorm:"primaryKey"` // its beginning
	Spent       int64
}

// ledgerTally counts charges: no line of the ledger ever changes.
var ledgerTally = tally{
	rows: "ledger",
	add: `INSERT INTO ledger_counts (workspace_id, span, at, spent)
		SELECT workspace_id, CAST(? AS BIGINT), created_at - created_at % ?, CAST(-SUM(amount) AS BIGINT) FROM ledger
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1, 3
		ON CONFLICT (workspace_id, span, at) DO UPDATE SET spent = ledger_counts.spent + excluded.spent`,
}

// The parts of the statement: see windowRows.
const (
	spentOfLedger = `SELECT (created_at - ?) / ? AS bucket, CAST(-SUM(amount) AS BIGINT) AS credits FROM ledger
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1`
	spentOfCounts = `SELECT (at - ?) / ? AS bucket, CAST(SUM(spent) AS BIGINT) AS credits FROM ledger_counts
		WHERE workspace_id = ? AND at >= ? AND at < ? AND span = ? GROUP BY 1`
)

// Spending is what a workspace was charged over time: the buckets of a window, the empty ones too. Like Usage it reads
// counts where they are kept.
func (s *Store) Spending(ctx context.Context, workspaceID string, w Window) ([]SpentBucket, error) {
	var mark int64
	q := s.read.WithContext(ctx).Model(&countMark{}).Select("COALESCE(MAX(counted_until), 0)")
	if err := q.Where("workspace_id = ? AND tally = ?", workspaceID, ledgerTally.rows).Scan(&mark).Error; err != nil {
		return nil, dbFault(err)
	}
	var rows []struct {
		Bucket  int
		Credits int64
	}
	if err := s.windowRows(ctx, workspaceID, w, mark, spentOfLedger, spentOfCounts, &rows); err != nil {
		return nil, err
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
