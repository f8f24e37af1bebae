package erasures

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Settled is how long after the order an erasure looks for the last time: what was under way then has ended, and whatever it wrote is
// erased, too.
const Settled = time.Hour

// waitForBytes is when to look again whether the bytes of media are gone.
const waitForBytes = 10 * time.Second

// Run erases until nothing is left, or for as long as ctx allows: every step is a transaction with its counts, so that it may end
// anywhere and be run again. again is when to go on; nil when the receipt is complete.
func (s *Store) Run(ctx context.Context, id string) (again *time.Time, err error) {
	var e Erasure
	if err := db.One(s.Read(ctx).Where("id = ?", id), &e, "erasure"); err != nil {
		return nil, err
	}
	if e.ErasedAt != nil {
		return nil, nil
	}
	for _, p := range workspaceParts() {
		at := &erasing{part: p, what: e.WorkspaceID}
		for more := true; more; {
			if more, err = s.step(ctx, id, at); err != nil {
				return nil, err
			}
		}
	}
	return s.finish(ctx, &e)
}

// erasing is a part under way.
type erasing struct {
	part
	what string
	from int64 // the highest age that was erased
}

// step erases some rows of a part and adds them to the receipt, in one transaction. It reports whether more may be left.
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
		raw, err := json.Marshal(counts)
		if err != nil || string(raw) == e.Counts {
			return err
		}
		return tx.Model(&Erasure{}).Where("id = ?", id).Update("counts", string(raw)).Error
	})
	return more, err
}

// erase erases a batch with what belongs to it: the children first, and where there are more of them than a step takes, the rows
// themselves in a later one.
func (at *erasing) erase(tx *gorm.DB, counts map[string]int64) (more bool, err error) {
	limit := at.batch
	if limit == 0 {
		limit = stepRows
	}
	if len(at.with) == 0 {
		n, err := at.end(tx, at.part, at.where, at.what, limit)
		add(counts, at.table, n)
		return n == int64(limit), err
	}
	key := at.key
	if key == "" {
		key = "id"
	}
	var keys []string
	if err := tx.Table(at.table).Where(at.where, at.what).Order(at.order).Limit(limit).Pluck(key, &keys).Error; err != nil || len(keys) == 0 {
		return false, err
	}
	for _, c := range at.with {
		n, err := at.end(tx, part{table: c.table}, c.by+" IN ?", keys, stepRows)
		add(counts, c.table, n)
		if err != nil || n == stepRows {
			return true, err
		}
	}
	n, err := at.end(tx, part{table: at.table, keys: at.keys, set: at.set}, key+" IN ? AND "+at.where, keys, stepRows, at.what)
	add(counts, at.table, n)
	return true, err
}

// end deletes, or writes over, at most limit rows and returns how many.
func (at *erasing) end(tx *gorm.DB, p part, where string, what any, limit int, more ...any) (int64, error) {
	act, row, order := "DELETE FROM "+p.table, "rowid", ""
	if p.set != "" {
		act = "UPDATE " + p.table + " SET " + p.set
	}
	args := append([]any{what}, more...)
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

// finish completes the receipt if the bytes are gone and what was under way has ended, or says when to look again.
func (s *Store) finish(ctx context.Context, e *Erasure) (*time.Time, error) {
	var left []string
	if err := s.Read(ctx).Table("media").Where("workspace_id = ?", e.WorkspaceID).Limit(1).Pluck("id", &left).Error; err != nil {
		return nil, db.Error(err)
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
