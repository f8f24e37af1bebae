package rollouts

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/work"
)

// Start stores a new change and schedules its work. It returns revision_conflict while another one is being tried.
func Start(tx *gorm.DB, r *Rollout) error {
	now := db.TxNow(tx)
	r.ID, r.State, r.UnderWay, r.CreatedAt = db.NewIDAt(now), Checking, true, now
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(r)
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "Another change of the shapes is being tried. Wait for its end, or undo it."
		return f
	}
	return work.Put(tx, work.Item{Kind: work.Rollouts, Key: r.ID, RunAt: now})
}

// move sets further columns and the state of a change that is in one of the states from. moved is false if it is in another.
func move(tx *gorm.DB, id string, from []State, to State, columns map[string]any) (moved bool, err error) {
	columns["state"], columns["under_way"] = to, to.UnderWay()
	if to.Ended() {
		columns["ended_at"] = db.TxNow(tx)
	}
	res := tx.Model(&Rollout{}).Where("id = ? AND state IN ?", id, from).Updates(columns)
	return res.RowsAffected == 1, res.Error
}

// UseInOne has one process use a change whose known objects answered.
func (s *Store) UseInOne(ctx context.Context, id, process, tried string) error {
	now := s.NowMicros()
	_, err := move(s.Write(ctx), id, []State{Checking}, OneProcess, map[string]any{"process": process, "tried": tried, "one_at": now, "seen_at": now})
	return db.Error(err)
}

// TakeOver has another process use a change because the first one is gone.
func (s *Store) TakeOver(ctx context.Context, r *Rollout, process string) error {
	q := s.Write(ctx).Model(&Rollout{}).Where("id = ? AND state = ? AND process = ?", r.ID, OneProcess, r.Process)
	return db.Error(q.Updates(map[string]any{"process": process, "seen_at": s.NowMicros()}).Error)
}

// UseEverywhere has all processes use a change.
func (s *Store) UseEverywhere(ctx context.Context, id string) error {
	_, err := move(s.Write(ctx), id, []State{OneProcess}, Everywhere, map[string]any{"everywhere_at": s.NowMicros()})
	return db.Error(err)
}

// Settle ends the comparison of a change that all processes use.
func (s *Store) Settle(ctx context.Context, id string) error {
	_, err := move(s.Write(ctx), id, []State{Everywhere}, Settled, map[string]any{})
	return db.Error(err)
}

// Refuse ends a change whose known objects did not answer.
func (s *Store) Refuse(ctx context.Context, id, tried, why string) error {
	_, err := move(s.Write(ctx), id, []State{Checking}, Refused, map[string]any{"tried": tried, "why": why})
	return db.Error(err)
}

// Withdraw reverts a change with which fewer calls succeed.
func (s *Store) Withdraw(ctx context.Context, id, why string) error {
	_, err := move(s.Write(ctx), id, []State{OneProcess, Everywhere}, Withdrawn, map[string]any{"why": why})
	return db.Error(err)
}

// Undo reverts a change, whether it is being tried or in use. It returns revision_conflict if it has ended.
func Undo(tx *gorm.DB, id, why string) error {
	moved, err := move(tx, id, []State{Checking, OneProcess, Everywhere, Settled}, Undone, map[string]any{"why": why})
	if err == nil && !moved {
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "This change has ended already."
		return f
	}
	return err
}
