package imports

import (
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// next lists the states that may follow s. Every change of a state is checked against this table.
func (s State) next() []State {
	switch s {
	case Accepted:
		return []State{Queued, Failed, Cancelled}
	case Queued:
		return []State{Running, Cancelled}
	case Running:
		return []State{Succeeded, Failed, RetryWait, Cancelled}
	case RetryWait:
		return []State{Queued, Cancelled}
	case Succeeded, Failed, Cancelled:
	}
	return nil
}

// previous lists the states that may precede s.
func (s State) previous() []State {
	return slices.DeleteFunc(States(), func(from State) bool { return !from.CanBecome(s) })
}

// CanBecome reports whether an import in s may become to.
func (s State) CanBecome(to State) bool { return slices.Contains(s.next(), to) }

// Final reports whether no state follows s.
func (s State) Final() bool { return len(s.next()) == 0 }

// transition moves those imports of q to a state whose current state allows it. It adds the state, the revision and the
// time to changes. RowsAffected is the number of imports moved.
func transition(q *gorm.DB, to State, changes map[string]any) *gorm.DB {
	changes["state"], changes["revision"], changes["updated_at"] = to, gorm.Expr("revision + 1"), db.TxNow(q)
	q = q.Where("state IN ?", to.previous())
	if !to.Final() {
		return q.Model(&Import{}).Updates(changes)
	}
	var ended []Import
	res := q.Model(&ended).Clauses(clause.Returning{}).Updates(changes)
	if res.Error == nil {
		res.Error = tellEnded(q.Session(&gorm.Session{NewDB: true}), ended...)
	}
	return res
}

// transitionLocked moves an import, whose row is locked, to a state: directly, or through queued. It adds the state, the
// revision and the time to changes and to i.
func transitionLocked(tx *gorm.DB, i *Import, to State, changes map[string]any) error {
	from := i.State
	switch {
	case from.CanBecome(to):
	case from.CanBecome(Queued) && Queued.CanBecome(to):
		i.Revision++
	default:
		return fmt.Errorf("import %s cannot become %s from %s", i.ID, to, from)
	}
	i.State, i.Revision, i.UpdatedAt = to, i.Revision+1, db.TxNow(tx)
	changes["state"], changes["revision"], changes["updated_at"] = i.State, i.Revision, i.UpdatedAt
	if err := tx.Model(&Import{}).Where("id = ? AND state = ?", i.ID, from).Updates(changes).Error; err != nil || !to.Final() {
		return err
	}
	return tellEnded(tx, *i)
}
