package references

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// reindexStep is how many references one transaction reindexes.
const reindexStep = 50

// Reindex updates the search index of references whose rows a migration marked stale, because more of a reference is
// searched now. It uses small transactions, so that others are not blocked, and may be interrupted.
func (s *Store) Reindex(ctx context.Context) error {
	for {
		var ids []string
		err := s.Read(ctx).Table("reference_words").Where("stale").Order("reference_id").Limit(reindexStep).Pluck("reference_id", &ids).Error
		if err != nil || len(ids) == 0 {
			return db.Error(err)
		}
		if err := s.Tx(ctx, func(tx *gorm.DB) error { return reindex(tx, ids) }); err != nil {
			return err
		}
	}
}

// reindex locks each reference before it reads its texts, so that the index reflects the latest edit.
func reindex(tx *gorm.DB, ids []string) error {
	var rows []Reference
	if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id IN ?", ids).Order("id").Find(&rows).Error; err != nil {
		return err
	}
	for n := range rows {
		if err := tx.Model(&Reference{ID: rows[n].ID}).UpdateColumn("channel_id", rows[n].SortColumns()["channel_id"]).Error; err != nil {
			return err
		}
		if err := indexTexts(tx, &rows[n], nil); err != nil {
			return err
		}
	}
	return tx.Exec("UPDATE reference_words SET stale = FALSE WHERE reference_id IN ? AND stale", ids).Error
}
