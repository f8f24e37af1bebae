package events

import (
	"context"
	"strings"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// eventOrder is the last position given in a workspace. Its row is locked while events are numbered: transactions give
// positions one after the other, so that they become visible in order.
type eventOrder struct {
	WorkspaceID string `gorm:"primaryKey"`
	Last        int64
}

// orderStep is how many events one transaction numbers.
const orderStep = 200

// Order gives positions to the committed events of a workspace that have none, and creates their deliveries. An event
// whose transaction commits later gets a higher position than any that readers have seen, whenever it was created, so a
// reader who continues after a position misses nothing.
func (s *Store) Order(ctx context.Context, workspaceID string) error {
	for {
		n, err := s.orderSome(ctx, workspaceID)
		if n < orderStep || err != nil {
			return err
		}
	}
}

func (s *Store) orderSome(ctx context.Context, workspaceID string) (n int, err error) {
	waiting := func(q *gorm.DB) (list []Event, err error) {
		err = q.Select("id, type").Where("workspace_id = ? AND position IS NULL", workspaceID).Order("created_at, id").Limit(orderStep).Find(&list).Error
		return list, err
	}
	list, err := waiting(s.Read(ctx))
	if err != nil || len(list) == 0 {
		return 0, db.Error(err)
	}
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		o := eventOrder{WorkspaceID: workspaceID}
		if err := tx.Clauses(db.UpsertReturning("workspace_id")).Create(&o).Error; err != nil {
			return err
		}
		if err := tx.Where("workspace_id = ?", workspaceID).Take(&o).Error; err != nil {
			return err
		}
		var err error
		if list, err = waiting(tx); err != nil || len(list) == 0 {
			return err
		}
		if err := number(tx, list, o.Last); err != nil {
			return err
		}
		if err := tx.Model(&eventOrder{}).Where("workspace_id = ?", workspaceID).Update("last", o.Last+int64(len(list))).Error; err != nil {
			return err
		}
		return fanOut(tx, workspaceID, list)
	})
	return len(list), err
}

// number sets the positions of events to those after last, in one statement.
func number(tx *gorm.DB, list []Event, last int64) error {
	var cases strings.Builder
	var vars []any
	var ids []string
	for n, e := range list {
		cases.WriteString(" WHEN ? THEN CAST(? AS BIGINT)")
		vars, ids = append(vars, e.ID, last+int64(n)+1), append(ids, e.ID)
	}
	return tx.Model(&Event{}).Where("id IN ?", ids).Update("position", gorm.Expr("CASE id"+cases.String()+" END", vars...)).Error
}

// Unordered returns at most limit workspaces that have events without a position.
func (s *Store) Unordered(ctx context.Context, limit int) (ids []string, err error) {
	err = s.Read(ctx).Model(&Event{}).Where("position IS NULL").Distinct("workspace_id").Limit(limit).Pluck("workspace_id", &ids).Error
	return ids, db.Error(err)
}
