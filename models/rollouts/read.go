package rollouts

import (
	"context"

	"socialdata/models/db"
)

// Find returns a change.
func (s *Store) Find(ctx context.Context, id string) (*Rollout, error) {
	return db.Find[Rollout](s.Read(ctx).Where("id = ?", id), "change of shapes")
}

// MostListed is the maximum number of changes in a list.
const MostListed = 50

// List lists the newest changes without their texts, the newest first.
func (s *Store) List(ctx context.Context) ([]Rollout, error) {
	var list []Rollout
	err := s.Read(ctx).Omit("text").Order("created_at DESC, id DESC").Limit(MostListed).Find(&list).Error
	return list, db.Error(err)
}

// InUse returns the change that a process uses whose own shapes have the version base, and tells the others, if it is the one that uses a
// change first, that it still does. It is nil if there is none.
func (s *Store) InUse(ctx context.Context, base, process string) (*Rollout, error) {
	r, err := db.First[Rollout](s.Read(ctx).Where("base = ? AND (state IN ? OR state = ? AND process = ?)", base, []State{Everywhere, Settled}, OneProcess, process).
		Order("created_at DESC, id DESC"))
	if err == nil && r != nil && r.State == OneProcess {
		q := s.Write(ctx).Model(&Rollout{}).Where("id = ? AND state = ? AND process = ?", r.ID, OneProcess, process)
		err = q.Update("seen_at", s.NowMicros()).Error
	}
	return r, db.Error(err)
}
