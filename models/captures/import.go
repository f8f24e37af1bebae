package captures

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Import stores an import of a capture, or finds the one that has not ended yet, and returns its id. If that one waits for its
// next attempt, it is due at once. If the balance, or the
// budget of the key, is below the import's price, it returns insufficient_credits.
func (s *Store) Import(ctx context.Context, c *Capture, n imports.NewImport) (id string, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		w, err := billing.Lock(tx, c.WorkspaceID)
		if err != nil {
			return err
		}
		unfinished := []string{}
		q := tx.Model(&imports.Import{}).Where("capture_id = ? AND capture_id <> '' AND state IN ?", c.ID, imports.UnfinishedStates())
		if err := q.Order("id").Limit(1).Pluck("id", &unfinished).Error; err != nil {
			return err
		}
		if len(unfinished) > 0 {
			id = unfinished[0]
			now := s.NowMicros()
			return tx.Exec("UPDATE imports SET next_attempt_at = ?, revision = revision + 1, updated_at = ? WHERE id = ? AND state = ?", now, now, id, imports.RetryWait).Error
		}
		i := n.Import()
		i.CaptureID = c.ID
		err = imports.Insert(tx, s.prices, w, &i)
		id = i.ID
		return err
	})
	return id, err
}

// LastImport returns the newest import of a capture; nil if there is none.
func (s *Store) LastImport(ctx context.Context, c *Capture) (*imports.Import, error) {
	last, err := db.First[imports.Import](s.Read(ctx).Where("capture_id = ? AND capture_id <> '' AND workspace_id = ?", c.ID, c.WorkspaceID).Order("id DESC"))
	return last, db.Error(err)
}
