package erasures

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Settled is how long after its order an erasure runs for the last time: by then everything that was running has ended,
// and what it wrote is erased, too.
const Settled = time.Hour

// waitForBytes is when to check again whether the bytes of media are deleted.
const waitForBytes = 10 * time.Second

// Run erases until nothing is left or ctx ends. Every step is a transaction with its counts, so Run may be interrupted
// anywhere and repeated. again is when to continue; nil if the receipt is complete.
func (s *Store) Run(ctx context.Context, id string) (again *time.Time, err error) {
	var e Erasure
	if err := db.One(s.Read(ctx).Where("id = ?", id), &e, "erasure"); err != nil {
		return nil, err
	}
	if e.ErasedAt != nil {
		return nil, nil
	}
	if e.Kind == OfAccount {
		return s.runAccount(ctx, id)
	}
	for _, p := range workspaceParts() {
		at := &erasing{part: p, what: []any{e.WorkspaceID}}
		for more := true; more; {
			if more, err = s.step(ctx, id, at); err != nil {
				return nil, err
			}
		}
	}
	return s.finish(ctx, &e)
}

// erasing is the progress of a part.
type erasing struct {
	part
	what []any // the values of where
	from int64 // the highest value of age erased so far
}

// step erases a batch of a part and adds the counts to the receipt, in one transaction. more reports whether rows may be left.
func (s *Store) step(ctx context.Context, id string, at *erasing) (more bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		var e Erasure
		if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), &e, "erasure"); err != nil {
			return err
		}
		counts := e.CountByTable()
		more, err = at.erase(tx, counts)
		if err != nil {
			return err
		}
		text := db.JSON(counts)
		if text == e.Counts {
			return nil
		}
		return tx.Model(&Erasure{}).Where("id = ?", id).Update("counts", text).Error
	})
	return more, err
}

// erase erases a batch with its dependent rows: the children first; if there are more of these than one step takes, the
// batch itself is erased in a later step.
func (at *erasing) erase(tx *gorm.DB, counts map[string]int64) (more bool, err error) {
	limit := at.batch
	if limit == 0 {
		limit = stepRows
	}
	if len(at.with) == 0 {
		n, err := at.end(tx, at.part, at.where, limit, at.what...)
		add(counts, at.table, n)
		return n == int64(limit), err
	}
	key := at.key
	if key == "" {
		key = "id"
	}
	var keys []string
	if err := tx.Table(at.table).Where(at.where, at.what...).Order(at.order).Limit(limit).Pluck(key, &keys).Error; err != nil || len(keys) == 0 {
		return false, err
	}
	for _, c := range at.with {
		n, err := at.end(tx, part{table: c.table}, c.by+" IN ?", stepRows, keys)
		add(counts, c.table, n)
		if err != nil || n == stepRows {
			return true, err
		}
	}
	if at.before != nil {
		if err := at.before(tx, keys); err != nil {
			return false, err
		}
	}
	n, err := at.end(tx, part{table: at.table, keys: at.keys, set: at.set}, key+" IN ? AND "+at.where, stepRows, append([]any{keys}, at.what...)...)
	add(counts, at.table, n)
	return true, err
}

// end deletes or overwrites at most limit rows and returns how many.
func (at *erasing) end(tx *gorm.DB, p part, where string, limit int, args ...any) (int64, error) {
	act, row, order := "DELETE FROM "+p.table, "rowid", ""
	if p.set != "" {
		act = "UPDATE " + p.table + " SET " + p.set
	}
	args = slices.Clone(args)
	if p.order != "" {
		order = " ORDER BY " + p.order
	}
	if p.age != "" {
		where, order, args = where+" AND "+p.age+" >= ?", " ORDER BY "+p.age, append(args, at.from)
	}
	switch {
	case db.IsPostgres(tx):
		row = "ctid"
	case p.keys != "":
		row = p.keys
	}
	chosen := " IN (SELECT " + row + " FROM " + p.table + " WHERE " + where + order + " LIMIT ?)"
	if row == "ctid" {
		chosen = " = ANY (ARRAY(SELECT ctid FROM " + p.table + " WHERE " + where + order + " LIMIT ?))"
	}
	sql := act + " WHERE (" + row + ")" + chosen
	args = append(args, limit)
	if p.age == "" {
		res := tx.Exec(sql, args...)
		return res.RowsAffected, res.Error
	}
	var ages []int64
	if err := tx.Raw(sql+" RETURNING "+p.age, args...).Scan(&ages).Error; err != nil || len(ages) == 0 {
		return 0, err
	}
	at.from = slices.Max(ages)
	return int64(len(ages)), nil
}

func add(counts map[string]int64, table string, n int64) {
	if n > 0 {
		counts[table] += n
	}
}

// finish completes the receipt if the bytes are deleted and Settled has passed, else it returns when to check again.
func (s *Store) finish(ctx context.Context, e *Erasure) (*time.Time, error) {
	var left []string
	for _, table := range []string{"media", "capture_pieces"} {
		var some []string
		if err := s.Read(ctx).Table(table).Where("workspace_id = ?", e.WorkspaceID).Limit(1).Pluck("id", &some).Error; err != nil {
			return nil, db.Error(err)
		}
		left = append(left, some...)
	}
	again := db.FromMicros(e.CreatedAt).Add(Settled)
	switch now := s.Now(); {
	case len(left) > 0:
		again = now.Add(waitForBytes)
	case !now.Before(again):
		return nil, db.Error(s.Write(ctx).Model(&Erasure{}).Where("id = ?", e.ID).Update("erased_at", s.NowMicros()).Error)
	}
	return &again, nil
}
