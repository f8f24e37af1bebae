package db_test

import (
	"context"
	"errors"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

type (
	one struct {
		ID string `gorm:"primaryKey"`
		N  int64
	}
	two   one
	three one
)

func (one) TableName() string   { return "one" }
func (two) TableName() string   { return "two" }
func (three) TableName() string { return "three" }

// eachOfThree runs f on both databases with three tables.
func eachOfThree(t *testing.T, f func(t *testing.T, s *models.Store)) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		for _, name := range []string{"one", "two", "three"} {
			modelstest.Run(t, s, "CREATE TABLE "+name+" (id TEXT PRIMARY KEY, n BIGINT)")
		}
		f(t, s)
	})
}

// TestTogether: PostgreSQL is asked once for each run of writes of different tables, and what is there afterwards is the same as without.
func TestTogether(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s *models.Store) {
		for name, tt := range map[string]struct {
			writes func(t *testing.T, tx *gorm.DB) error
			sent   int // to PostgreSQL
		}{
			"nothing": {func(*testing.T, *gorm.DB) error { return nil }, 0},
			"one":     {func(_ *testing.T, tx *gorm.DB) error { return tx.Create(&one{"a", 7}).Error }, 1},
			"three tables": {func(_ *testing.T, tx *gorm.DB) error {
				return errors.Join(tx.Create(&one{"a", 7}).Error, tx.Create([]two{{"b", 8}, {"c", 9}}).Error, tx.Exec("UPDATE three SET n = ? WHERE id = ? AND n <> ?", 1, "old", 2).Error)
			}, 1},
			"a table twice": {func(_ *testing.T, tx *gorm.DB) error {
				return errors.Join(tx.Create(&one{"a", 6}).Error, tx.Create(&two{"b", 8}).Error, tx.Model(&one{}).Where("id = ?", "a").Update("n", 7).Error)
			}, 2},
			"from a table written before": {func(_ *testing.T, tx *gorm.DB) error {
				return errors.Join(tx.Create(&one{"a", 7}).Error, tx.Exec("INSERT INTO two SELECT id, n + 1 FROM one").Error)
			}, 2},
			"a read of something else": {func(t *testing.T, tx *gorm.DB) error {
				var n int64
				err := errors.Join(tx.Create(&one{"a", 7}).Error, tx.Model(&three{}).Select("n").Scan(&n).Error)
				if n != 3 {
					t.Errorf("read %d", n)
				}
				return errors.Join(err, tx.Create(&two{"b", 8}).Error)
			}, 2},
			"rows of a write": {func(t *testing.T, tx *gorm.DB) error {
				old := three{ID: "old"}
				err := errors.Join(tx.Create(&one{"a", 7}).Error, tx.Model(&old).Clauses(clause.Returning{}).Update("n", 4).Error)
				if old.N != 4 {
					t.Errorf("returned %d", old.N)
				}
				return errors.Join(err, tx.Create(&two{"b", 8}).Error)
			}, 3},
			"a read between": {func(t *testing.T, tx *gorm.DB) error {
				var n, m int64
				err := errors.Join(tx.Create(&one{"a", 7}).Error, tx.Create(&two{"b", 8}).Error, tx.Model(&one{}).Where("id = ?", "a").Select("n").Scan(&n).Error,
					tx.Raw("SELECT n FROM two").Row().Scan(&m))
				if n != 7 || m != 8 {
					t.Errorf("read %d and %d", n, m)
				}
				return errors.Join(err, tx.Create(&three{"c", 9}).Error)
			}, 4},
		} {
			t.Run(name, func(t *testing.T) {
				begin(t, s)
				asked, commits := modelstest.Cost(t, func(ctx context.Context) {
					modelstest.Must(t, s.Tx(ctx, func(tx *gorm.DB) error {
						return db.Together(tx, func(tx *gorm.DB) error { return tt.writes(t, tx) })
					}))
				})
				if s.Postgres && len(asked) != tt.sent || commits != (modelstest.Commits{All: 1, Waited: 1}) {
					t.Errorf("asked %v, commits %+v", asked, commits)
				}
				together := rowsOf(t, s)
				begin(t, s)
				modelstest.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error { return tt.writes(t, tx) }))
				if apart := rowsOf(t, s); apart != together {
					t.Errorf("together %s, one by one %s", together, apart)
				}
			})
		}
	})
}

// TestTogetherFailsAsOne: a write that fails takes the others with it, under the error that it has alone.
func TestTogetherFailsAsOne(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s *models.Store) {
		modelstest.Run(t, s, "INSERT INTO two VALUES ('b', 1)")
		writes := func(tx *gorm.DB) error {
			return db.FirstError(tx.Create(&one{"a", 7}).Error, tx.Create(&two{"b", 8}).Error)
		}
		for name, run := range map[string]func(context.Context) error{
			"together": func(ctx context.Context) error {
				return s.Tx(ctx, func(tx *gorm.DB) error { return db.Together(tx, writes) })
			},
			"quick": func(ctx context.Context) error { return s.QuickWrites(ctx, writes) },
		} {
			if err := run(t.Context()); !errors.Is(err, gorm.ErrDuplicatedKey) {
				t.Errorf("%s: %v", name, err)
			}
			if modelstest.CountRows(t, s, "one") != 0 {
				t.Errorf("%s: half of it was kept", name)
			}
		}
	})
}

// TestQuickWrites: they are one statement and its own commit, which does not wait for the disk; what cannot be one is refused as a whole.
func TestQuickWrites(t *testing.T) {
	eachOfThree(t, func(t *testing.T, s *models.Store) {
		asked, commits := modelstest.Cost(t, func(ctx context.Context) {
			modelstest.Must(t, s.QuickWrites(ctx, func(tx *gorm.DB) error {
				return errors.Join(tx.Create(&one{"a", 7}).Error, tx.Create(&two{"b", 8}).Error)
			}))
		})
		if s.Postgres && len(asked) != 1 || commits != (modelstest.Commits{All: 1}) {
			t.Errorf("asked %v, commits %+v", asked, commits)
		}
		if got := rowsOf(t, s); got != "a=7 b=8 " {
			t.Error(got)
		}
		if !s.Postgres {
			return
		}
		for name, f := range map[string]func(tx *gorm.DB) error{
			"a table twice": func(tx *gorm.DB) error {
				return errors.Join(tx.Create(&three{"c", 1}).Error, tx.Create(&three{"d", 1}).Error)
			},
			"a read": func(tx *gorm.DB) error {
				return errors.Join(tx.Create(&three{"c", 1}).Error, tx.Take(&one{}).Error)
			},
		} {
			if s.QuickWrites(t.Context(), f) == nil || modelstest.CountRows(t, s, "three") != 0 {
				t.Errorf("%s was taken", name)
			}
		}
		var waits string
		modelstest.Must(t, s.Read(t.Context()).Raw("SHOW synchronous_commit").Scan(&waits).Error)
		if waits != "on" {
			t.Errorf("the connection goes on with synchronous_commit %s", waits)
		}
	})
}

// begin leaves one row in the three tables.
func begin(t *testing.T, s *models.Store) {
	t.Helper()
	for _, sql := range []string{"DELETE FROM one", "DELETE FROM two", "DELETE FROM three", "INSERT INTO three VALUES ('old', 3)"} {
		modelstest.Run(t, s, sql)
	}
}

func rowsOf(t *testing.T, s *models.Store) (all string) {
	t.Helper()
	var rows []one
	modelstest.Must(t, s.Read(t.Context()).Raw("SELECT * FROM one UNION ALL SELECT * FROM two UNION ALL SELECT * FROM three ORDER BY id").Scan(&rows).Error)
	for _, r := range rows {
		all += r.ID + "=" + string(rune('0'+r.N)) + " "
	}
	return all
}
