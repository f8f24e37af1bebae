package db_test

import (
	"context"
	"errors"
	"testing"

	"gorm.io/gorm"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

const undone = db.Signal("undone")

// TestWorkIsToldOfAfterTheCommit counts who is told: once for a transaction, not before it ends, and not if it fails.
func TestWorkIsToldOfAfterTheCommit(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		told := 0
		s.OnWork(func() { told++ })
		s.OnWork(func() { told += 10 })
		leaves := func(tx *gorm.DB) error {
			db.LeavesWork(tx)
			db.LeavesWork(tx)
			return nil
		}
		for name, tt := range map[string]struct {
			do   func() error
			want int
		}{
			"a commit":     {func() error { return s.Tx(t.Context(), leaves) }, 11},
			"nothing left": {func() error { return s.Tx(t.Context(), func(*gorm.DB) error { return nil }) }, 0},
			"a failure": {func() error {
				_ = s.Tx(t.Context(), func(tx *gorm.DB) error { return errors.Join(leaves(tx), undone) })
				return nil
			}, 0},
			"within another": {func() error {
				return s.InTx(t.Context(), func(ctx context.Context) error {
					err := s.Tx(ctx, leaves)
					if told != 0 {
						t.Error("it is told before the outer transaction ends")
					}
					return err
				})
			}, 11},
			"within a failure": {func() error {
				_ = s.InTx(t.Context(), func(ctx context.Context) error { return errors.Join(s.Tx(ctx, leaves), undone) })
				return nil
			}, 0},
		} {
			told = 0
			if err := tt.do(); err != nil || told != tt.want {
				t.Errorf("%s: told %d, %v, want %d", name, told, err, tt.want)
			}
		}
	})
}
