package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/content"
	"socialdata/models/fault"
)

// importCount is how many imports of a workspace that were made in one span of time ended alike. Counts copy what lies
// before the workspace's mark: an import that has ended never changes in these members and is never deleted.
type importCount struct {
	WorkspaceID string           `gorm:"primaryKey"`
	Span        int64            `gorm:"primaryKey"` // its length, one of countSpans
	At          int64            `gorm:"primaryKey"` // its beginning
	Platform    content.Platform `gorm:"primaryKey"`
	State       ImportState      `gorm:"primaryKey"`
	OutcomeCode fault.Code       `gorm:"primaryKey"`
	N           int64
}

// importMark says that the imports of a workspace made before it are counted; no row is zero. It is no column of the
// workspace, whose row every charge holds.
type importMark struct {
	WorkspaceID  string `gorm:"primaryKey"`
	CountedUntil int64  // a multiple of markStep
}

// markStep is the shortest span, in microseconds: every bucket of a report is made of whole ones.
const markStep = int64(15 * time.Minute / time.Microsecond)

// countSpans are the lengths of spans in microseconds, the longest first, each made of whole shorter ones. They keep a
// report of any window to some 200 spans.
func countSpans() []int64 { return []int64{96 * markStep, 24 * markStep, 4 * markStep, markStep} }

const (
	countAfter = time.Hour // when the transaction that made an import has surely ended, and clocks agree
	countBatch = 2000      // imports of one transaction, and the rest of their span: SQLite has one writer
)

// CountImports keeps the counts of imports that have ended, for Usage, and moves the marks of their workspaces behind
// them. It may run in several processes at once and end anywhere: a mark moves with its counts or not at all.
func (s *Store) CountImports(ctx context.Context) error {
	before := floor(micros(s.now().Add(-countAfter)), markStep)
	marks, err := s.uncounted(ctx, before)
	if err != nil {
		return err
	}
	for _, m := range marks {
		for moved := true; moved; {
			if moved, err = s.moveMark(ctx, &m, before); err != nil {
				return err
			}
		}
	}
	return nil
}

// uncounted are the marks of workspaces that have imports between their mark and before. MIN and not EXISTS, which
// PostgreSQL would answer by reading all imports.
func (s *Store) uncounted(ctx context.Context, before int64) ([]importMark, error) {
	var marks []importMark
	err := s.read.WithContext(ctx).Raw(`SELECT w.id AS workspace_id, COALESCE(m.counted_until, 0) AS counted_until
		FROM workspaces w LEFT JOIN import_marks m ON m.workspace_id = w.id
		WHERE (SELECT MIN(i.created_at) FROM imports i WHERE i.workspace_id = w.id AND i.created_at >= COALESCE(m.counted_until, 0)) < ?`,
		before).Scan(&marks).Error
	return marks, dbFault(err)
}

// moveMark counts one batch. It tells whether there was something to count that no other process was counting.
func (s *Store) moveMark(ctx context.Context, m *importMark, before int64) (bool, error) {
	until, err := s.countable(ctx, *m, before)
	if err != nil || until <= m.CountedUntil {
		return false, err
	}
	moved := false
	err = s.tx(ctx, func(tx *gorm.DB) error {
		res := tx.Exec(`INSERT INTO import_marks (workspace_id, counted_until) VALUES (?, ?)
			ON CONFLICT (workspace_id) DO UPDATE SET counted_until = excluded.counted_until WHERE import_marks.counted_until = ?`,
			m.WorkspaceID, until, m.CountedUntil)
		if moved = res.RowsAffected == 1; res.Error != nil || !moved {
			return res.Error
		}
		return count(tx, *m, until)
	})
	m.CountedUntil = until
	return moved, err
}

// countable is where a batch after the mark ends: behind its last import, so that an import of a clock that is put right
// later is not missed, and before the first that has not ended.
func (s *Store) countable(ctx context.Context, m importMark, before int64) (int64, error) {
	var last, waiting *int64
	q := s.read.WithContext(ctx)
	err := q.Raw(`SELECT MAX(created_at) FROM (SELECT created_at FROM imports WHERE workspace_id = ? AND created_at >= ? AND created_at < ?
		ORDER BY created_at LIMIT ?) batch`, m.WorkspaceID, m.CountedUntil, before, countBatch).Scan(&last).Error
	if err != nil || last == nil {
		return 0, dbFault(err)
	}
	until := floor(*last, markStep) + markStep
	err = q.Raw("SELECT MIN(created_at) FROM imports WHERE workspace_id = ? AND created_at >= ? AND created_at < ? AND state IN ?",
		m.WorkspaceID, m.CountedUntil, until, unfinished()).Scan(&waiting).Error
	if waiting != nil {
		until = floor(*waiting, markStep)
	}
	return until, dbFault(err)
}

// count adds the imports between a mark and until to the counts of their spans; a long span fills up over time.
func count(tx *gorm.DB, m importMark, until int64) error {
	for _, span := range countSpans() {
		err := tx.Exec(`INSERT INTO import_counts (workspace_id, span, at, platform, state, outcome_code, n)
			SELECT workspace_id, CAST(? AS BIGINT), created_at - created_at % ?, platform, state, outcome_code, COUNT(*) FROM imports
			WHERE workspace_id = ? AND created_at >= ? AND created_at < ? GROUP BY 1, 3, 4, 5, 6
			ON CONFLICT (workspace_id, span, at, platform, state, outcome_code) DO UPDATE SET n = import_counts.n + excluded.n`,
			span, span, m.WorkspaceID, m.CountedUntil, until).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// floor is the multiple of step at or before at.
func floor(at, step int64) int64 { return at - at%step }
