package usage

import (
	"context"
	"time"

	"socialdata/models/db"
)

// SpentBucket is the sum of charges in one bucket, in credits.
type SpentBucket struct {
	Start   time.Time
	Credits int64
}

// ledgerRollup is the sum of a workspace's charges in one bucket width, in credits.
type ledgerRollup struct {
	WorkspaceID string `gorm:"primaryKey"`
	Span        int64  `gorm:"primaryKey"` // its length, one of countSpans
	At          int64  `gorm:"primaryKey"` // its beginning
	Spent       int64
}

// ledgerRollups counts charges: no line of the ledger ever changes.
var ledgerRollups = rollupSource{
	rows: "ledger_entries",
	addSQL: `INSERT INTO ledger_rollups (workspace_id, span, at, spent)
		SELECT workspace_id, CAST(? AS BIGINT), created_at - created_at % ?, CAST(-SUM(amount) AS BIGINT) FROM ledger_entries
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1, 3
		ON CONFLICT (workspace_id, span, at) DO UPDATE SET spent = ledger_rollups.spent + excluded.spent`,
}

// The parts of the statement: see windowRows.
const (
	spentFromLedger = `SELECT (created_at - ?) / ? AS bucket, CAST(-SUM(amount) AS BIGINT) AS credits FROM ledger_entries
		WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND amount < 0 GROUP BY 1`
	spentFromRollups = `SELECT (at - ?) / ? AS bucket, CAST(SUM(spent) AS BIGINT) AS credits FROM ledger_rollups
		WHERE workspace_id = ? AND at >= ? AND at < ? AND span = ? GROUP BY 1`
)

// Spending returns what a workspace was charged over time: the buckets of a window, the empty ones too. Like Usage it reads
// counts where they are kept.
func (s *Store) Spending(ctx context.Context, workspaceID string, w Window) ([]SpentBucket, error) {
	var mark int64
	q := s.Read(ctx).Model(&rollupWatermark{}).Select("COALESCE(MAX(counted_until), 0)")
	if err := q.Where("workspace_id = ? AND tally = ?", workspaceID, ledgerRollups.rows).Scan(&mark).Error; err != nil {
		return nil, db.Error(err)
	}
	var rows []struct {
		Bucket  int
		Credits int64
	}
	if err := s.windowRows(ctx, workspaceID, w, mark, spentFromLedger, spentFromRollups, &rows); err != nil {
		return nil, err
	}
	var series []SpentBucket
	starts := w.starts()
	for _, start := range starts {
		series = append(series, SpentBucket{Start: start})
	}
	for _, r := range rows {
		series[w.bucketOf(r.Bucket, starts)].Credits += r.Credits
	}
	return series, nil
}
