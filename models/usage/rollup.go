package usage

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// rollupSource is a table whose rows reports count by time. Its rows are deleted long after they were counted and, once
// settled, never change. Rollups contain the rows before the workspace's watermark.
type rollupSource struct {
	rows      string // the table
	unsettled string // the condition of rows that may still change
	addSQL    string // adds the rows of a period to the rollups of one width
}

// rollupSources lists the tables that RollUp counts.
func rollupSources() []rollupSource { return []rollupSource{importRollups, ledgerRollups} }

// rollupWatermark is the time before which the rows of a workspace are in rollups; without a row it is zero. It is not a
// column of the workspace, because every charge locks that row.
type rollupWatermark struct {
	WorkspaceID  string `gorm:"primaryKey"`
	Tally        string `gorm:"primaryKey"` // the source's name
	CountedUntil int64  // a multiple of smallestWidth
}

// smallestWidth is the shortest width, in microseconds: every bucket of a report is a multiple of it.
const smallestWidth = int64(15 * time.Minute / time.Microsecond)

// bucketWidths returns the widths in microseconds, the longest first, each a multiple of the shorter ones. With them a
// report of any window reads at most some 200 segments.
func bucketWidths() []int64 {
	return []int64{96 * smallestWidth, 24 * smallestWidth, 4 * smallestWidth, smallestWidth}
}

const (
	rollupDelay = time.Hour // by then the transaction of a row has ended, despite differences between clocks
	rollupBatch = 2000      // rows of one transaction, plus the rest of their bucket: SQLite has a single writer
)

// RollUp counts ended imports and ledger entries, and moves the watermarks of their workspaces. It may run in several
// processes at once and be interrupted anywhere: a watermark is written together with its counts.
func (s *Store) RollUp(ctx context.Context) error {
	before := floor(db.Micros(s.Now().Add(-rollupDelay)), smallestWidth)
	for _, t := range rollupSources() {
		marks, err := s.staleWatermarks(ctx, t, before)
		if err != nil {
			return err
		}
		for _, m := range marks {
			for moved := true; moved; {
				if moved, err = s.advanceWatermark(ctx, t, &m, before); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// sql fills the source's table and conditions into a statement.
func (t rollupSource) sql(statement string) string {
	return strings.NewReplacer("%rows", t.rows, "%open", t.unsettled).Replace(statement)
}

// staleWatermarks returns the watermarks of workspaces that have rows between their watermark and before. It uses MIN
// because PostgreSQL would answer EXISTS by reading all rows.
func (s *Store) staleWatermarks(ctx context.Context, t rollupSource, before int64) ([]rollupWatermark, error) {
	var marks []rollupWatermark
	err := s.Read(ctx).Raw(t.sql(`SELECT w.id AS workspace_id, COALESCE(m.counted_until, 0) AS counted_until
		FROM workspaces w LEFT JOIN rollup_watermarks m ON m.workspace_id = w.id AND m.tally = ?
		WHERE w.closed_at IS NULL AND (SELECT MIN(i.created_at) FROM %rows i WHERE i.workspace_id = w.id AND i.created_at >= COALESCE(m.counted_until, 0)) < ?`),
		t.rows, before).Scan(&marks).Error
	return marks, db.Error(err)
}

// advanceWatermark counts one batch. It reports whether there was something to count that no other process was counting.
func (s *Store) advanceWatermark(ctx context.Context, t rollupSource, m *rollupWatermark, before int64) (bool, error) {
	until, err := s.batchEnd(ctx, t, *m, before)
	if err != nil || until <= m.CountedUntil {
		return false, err
	}
	moved := false
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		res := tx.Exec(`INSERT INTO rollup_watermarks (workspace_id, tally, counted_until) VALUES (?, ?, ?)
			ON CONFLICT (workspace_id, tally) DO UPDATE SET counted_until = excluded.counted_until WHERE rollup_watermarks.counted_until = ?`,
			m.WorkspaceID, t.rows, until, m.CountedUntil)
		if moved = res.RowsAffected == 1; res.Error != nil || !moved {
			return res.Error
		}
		return addToRollups(tx, t, *m, until)
	})
	m.CountedUntil = until
	return moved, err
}

// batchEnd returns the end of the next batch after the watermark: after its last row, so that none with a wrong clock is
// missed, and before the first row that may still change.
func (s *Store) batchEnd(ctx context.Context, t rollupSource, m rollupWatermark, before int64) (int64, error) {
	var last, waiting *int64
	q := s.Read(ctx)
	err := q.Raw(t.sql(`SELECT MAX(created_at) FROM (SELECT created_at FROM %rows WHERE workspace_id = ? AND created_at >= ? AND created_at < ?
		ORDER BY created_at LIMIT ?) batch`), m.WorkspaceID, m.CountedUntil, before, rollupBatch).Scan(&last).Error
	if err != nil || last == nil {
		return 0, db.Error(err)
	}
	until := floor(*last, smallestWidth) + smallestWidth
	if t.unsettled == "" {
		return until, nil
	}
	err = q.Raw(t.sql("SELECT MIN(created_at) FROM %rows WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND %open"),
		m.WorkspaceID, m.CountedUntil, until).Scan(&waiting).Error
	if waiting != nil {
		until = floor(*waiting, smallestWidth)
	}
	return until, db.Error(err)
}

// addToRollups adds the rows between a watermark and until to the rollups of every width.
func addToRollups(tx *gorm.DB, t rollupSource, m rollupWatermark, until int64) error {
	for _, span := range bucketWidths() {
		if err := tx.Exec(t.addSQL, span, span, m.WorkspaceID, m.CountedUntil, until).Error; err != nil {
			return err
		}
	}
	return nil
}

// floor returns the largest multiple of step that is not above at.
func floor(at, step int64) int64 { return at - at%step }
