package models

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// sweep describes how rows of a table expire: the oldest first by an index, or, if no index has the age, along the
// primary key, a part of the table in every pass.
type sweep struct {
	table string
	age   string        // the column with the time from which a row ages
	life  time.Duration // time to live from then on; 0: the column has the time at which it ends
	only  string        // a further condition, matching that of a partial index; "" for none
	empty string        // the columns to empty if the row stays; "" deletes the row
	first string        // a statement to run first, on rows by id; "" for none
	keys  []string      // the primary key to walk along; nil if an index has the age
}

const (
	sweepStep = 1000            // rows of one statement: SQLite has one writer, which others wait for, and PostgreSQL bounds the time of a statement
	sweepTurn = 20              // steps of one table before the next table's turn
	walkSteps = 100             // steps along a key in one pass
	sweepTime = 5 * time.Minute // for all sweeps of a pass; the rest is left for the next pass
)

// sweeping is the progress of a sweep in a pass.
type sweeping struct {
	sweep
	before int64 // rows of this age or older end
	from   int64 // the youngest age swept so far: otherwise PostgreSQL scans all rows that were just deleted
	steps  int
}

// sweepAll runs every sweep of the retention table, alternating, so that none blocks the others. If one fails, the others still run.
func (s *Store) sweepAll(ctx context.Context) error {
	var open []*sweeping
	for _, k := range s.Kept() {
		for _, sw := range k.sweeps {
			if k.Setting == "" || k.Life > 0 {
				open = append(open, &sweeping{sweep: sw, before: db.Micros(s.Now().Add(-sw.life))})
			}
		}
	}
	var errs []error
	for until := s.Now().Add(sweepTime); len(open) > 0 && s.Now().Before(until); {
		open = slices.DeleteFunc(open, func(sw *sweeping) bool {
			more, err := s.sweepTurn(ctx, sw)
			errs = append(errs, err)
			return !more || err != nil
		})
	}
	return errors.Join(errs...)
}

// sweepTurn runs some steps of a sweep; more reports whether rows may be left.
func (s *Store) sweepTurn(ctx context.Context, sw *sweeping) (more bool, err error) {
	step := s.sweepOldest
	switch {
	case sw.keys != nil:
		step = s.walk
	case sw.first != "":
		step = s.sweepWithFirst
	}
	for range sweepTurn {
		if more, err = step(ctx, sw); err != nil || !more {
			break
		}
	}
	return more, db.Error(err)
}

// where returns the condition of expired rows, which takes two arguments.
func (sw *sweeping) where() string {
	if sw.only != "" {
		return sw.age + " >= ? AND " + sw.age + " < ? AND " + sw.only
	}
	return sw.age + " >= ? AND " + sw.age + " < ?"
}

// act returns the start of the statement that deletes or empties rows.
func (sw *sweeping) act() string {
	if sw.empty != "" {
		return "UPDATE " + sw.table + " SET " + sw.empty
	}
	return "DELETE FROM " + sw.table
}

// sweepOldest ends the oldest rows in one statement. It sorts them, because PostgreSQL otherwise scans the table from
// its start after many rows have expired.
func (s *Store) sweepOldest(ctx context.Context, sw *sweeping) (bool, error) {
	of := " FROM " + sw.table + " WHERE " + sw.where() + " ORDER BY " + sw.age + " LIMIT ?)"
	rows := "rowid IN (SELECT rowid" + of
	if s.Postgres {
		rows = "ctid = ANY (ARRAY(SELECT ctid" + of + ")"
	}
	var ages []int64
	err := s.Write(ctx).Raw(sw.act()+" WHERE "+rows+" RETURNING "+sw.age, sw.from, sw.before, sweepStep).Scan(&ages).Error
	if err != nil || len(ages) == 0 {
		return false, err
	}
	sw.from = slices.Max(ages)
	return len(ages) == sweepStep, nil
}

// sweepWithFirst is sweepOldest for rows that need the statement in first.
func (s *Store) sweepWithFirst(ctx context.Context, sw *sweeping) (more bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var ids []string
		err := tx.Raw("SELECT id FROM "+sw.table+" WHERE "+sw.where()+" ORDER BY "+sw.age+" LIMIT ?", sw.from, sw.before, sweepStep).Scan(&ids).Error
		if err != nil || len(ids) == 0 {
			more = false
			return err
		}
		if err := tx.Exec(sw.first, ids).Error; err != nil {
			return err
		}
		more = len(ids) == sweepStep
		return tx.Exec(sw.act()+" WHERE id IN ?", ids).Error
	})
	return more, err
}

// walk checks the next rows along the key and ends those that expired. It stores its position in the same transaction,
// for the next pass; after the last row it starts again.
func (s *Store) walk(ctx context.Context, sw *sweeping) (more bool, err error) {
	name, key := "sweep:"+sw.table, "("+strings.Join(sw.keys, ", ")+")"
	sw.steps++
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var at db.Setting
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Limit(1).Find(&at, "name = ?", name).Error; err != nil {
			return err
		}
		stretch, args := "TRUE", []any{}
		if at.Value != "" {
			stretch, args = key+" > (?)", []any{strings.Split(at.Value, "\n")}
		}
		end, err := sw.stretchEnd(tx, stretch, args)
		if more = end != nil; err != nil {
			return err
		}
		if more {
			stretch, args = stretch+" AND "+key+" <= (?)", append(args, end)
		}
		if err := tx.Exec(sw.act()+" WHERE "+stretch+" AND "+sw.where(), append(args, sw.from, sw.before)...).Error; err != nil {
			return err
		}
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&db.Setting{Name: name, Value: strings.Join(end, "\n")}).Error
	})
	return more && sw.steps < walkSteps, err
}

// stretchEnd returns the key of the last row of the next batch; nil if there are no more rows.
func (sw *sweeping) stretchEnd(tx *gorm.DB, after string, args []any) ([]string, error) {
	keys, back := strings.Join(sw.keys, ", "), strings.Join(sw.keys, " DESC, ")+" DESC"
	rows, err := tx.Raw("SELECT "+keys+" FROM (SELECT "+keys+" FROM "+sw.table+" WHERE "+after+" ORDER BY "+keys+" LIMIT ?) stretch ORDER BY "+back+" LIMIT 1",
		append(slices.Clone(args), sweepStep)...).Rows()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, rows.Err()
	}
	end := make([]string, len(sw.keys))
	into := make([]any, len(end))
	for n := range end {
		into[n] = &end[n]
	}
	return end, errors.Join(rows.Scan(into...), rows.Err())
}
