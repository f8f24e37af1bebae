package reruns

import (
	"context"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/work"
)

// Chosen is a failed import to run again.
type Chosen struct {
	ID, WorkspaceID string
	Skip            Skip // why it is left out at once; "" if it is not
}

// Start creates a rerun of these imports, in the order given, and schedules its work. Imports beyond MostImports are
// dropped; those that are left out at once stand in it with the reason. If an unfinished rerun has the same scope, workspace and filter, it returns that one and writes nothing.
// started reports whether the rerun is new.
func Start(tx *gorm.DB, r Rerun, list []Chosen) (_ *Rerun, started bool, err error) {
	if r.More = len(list) > MostImports; r.More {
		list = list[:MostImports]
	}
	now := db.TxNow(tx)
	r.ID, r.State, r.Total, r.NextAt, r.CreatedAt = db.NewIDAt(now), Running, int64(len(list)), now, now
	if !slices.ContainsFunc(list, Chosen.Runs) {
		r.State, r.FinishedAt = Done, &now
	}
	res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&r)
	if res.Error != nil {
		return nil, false, res.Error
	}
	if res.RowsAffected == 0 {
		open, err := db.Find[Rerun](tx.Where("scope = ? AND workspace_id = ? AND filter = ? AND state IN ?", r.Scope, r.WorkspaceID, r.Filter, openStates()), "rerun")
		return open, false, err
	}
	if len(list) > 0 {
		if err := tx.CreateInBatches(rowsOf(r.ID, list), 500).Error; err != nil {
			return nil, false, err
		}
	}
	if r.State == Done {
		return &r, true, nil
	}
	return &r, true, work.Put(tx, r.work(now))
}

// Runs reports whether the import is not left out at once.
func (c Chosen) Runs() bool { return c.Skip == "" }

func rowsOf(rerunID string, list []Chosen) []RerunImport {
	rows := make([]RerunImport, len(list))
	for n, i := range list {
		rows[n] = RerunImport{RerunID: rerunID, Position: int64(n) + 1, ImportID: i.ID, WorkspaceID: i.WorkspaceID, State: Waiting, Reason: i.Skip}
		if !i.Runs() {
			rows[n].State = Skipped
		}
	}
	return rows
}

func openStates() []State { return []State{Running, Paused} }

// work returns the rerun's row in the table of work.
func (r *Rerun) work(at int64) work.Item {
	return work.Item{Kind: work.Reruns, Key: r.ID, Tenant: r.WorkspaceID, RunAt: at}
}

// StartOwn starts a rerun of a workspace's own imports. It returns limit_exceeded if the workspace already has
// MostOpen unfinished reruns.
func (s *Store) StartOwn(ctx context.Context, r Rerun, list []Chosen) (out *Rerun, err error) {
	r.Scope = OfWorkspace
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, r.WorkspaceID); err != nil { // serialises concurrent calls
			return err
		}
		var open []Rerun
		if err := tx.Where("scope = ? AND workspace_id = ? AND state IN ?", OfWorkspace, r.WorkspaceID, openStates()).Find(&open).Error; err != nil {
			return err
		}
		for n := range open {
			if open[n].Filter == r.Filter {
				out = &open[n]
				return nil
			}
		}
		if len(open) >= MostOpen {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "retries", "limit", MostOpen)
		}
		out, _, err = Start(tx, r, list)
		return err
	})
	return out, err
}

// SetState pauses, resumes or stops a rerun. Setting the current state changes nothing. It returns revision_conflict
// for a state that cannot follow the current one. changed reports whether the state was different before.
func SetState(tx *gorm.DB, r *Rerun, to State) (changed bool, err error) {
	if r.State == to {
		return false, nil
	}
	if err := r.canBecome(to); err != nil {
		return false, err
	}
	now := db.TxNow(tx)
	if r.State = to; to.Ended() {
		r.FinishedAt = &now
	}
	if err := tx.Model(&Rerun{}).Where("id = ?", r.ID).Updates(map[string]any{"state": r.State, "finished_at": r.FinishedAt}).Error; err != nil || to != Running {
		return true, err
	}
	return true, work.Put(tx, r.work(max(now, r.NextAt)))
}

// SetOwnState is SetState for a rerun of the workspace. It returns not_found for any other rerun.
func (s *Store) SetOwnState(ctx context.Context, workspaceID, id string, to State) (r *Rerun, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if r, err = Lock(tx, OfWorkspace, workspaceID, id); err == nil {
			_, err = SetState(tx, r, to)
		}
		return err
	})
	return r, err
}

// Lock returns a rerun and locks it until the transaction ends.
func Lock(tx *gorm.DB, scope Scope, workspaceID, id string) (*Rerun, error) {
	return find(tx.Clauses(clause.Locking{Strength: "UPDATE"}), scope, workspaceID, id)
}

func find(q *gorm.DB, scope Scope, workspaceID, id string) (*Rerun, error) {
	return db.Find[Rerun](q.Where("id = ? AND scope = ? AND workspace_id = ?", id, scope, workspaceID), "rerun")
}

// Find returns a rerun of support (workspaceID is "") or of a workspace.
func (s *Store) Find(ctx context.Context, scope Scope, workspaceID, id string) (*Rerun, error) {
	return find(s.Read(ctx), scope, workspaceID, id)
}

// List lists the reruns of support or of a workspace, newest first.
func (s *Store) List(ctx context.Context, scope Scope, workspaceID string, p db.PageRequest) (*db.RecordPage[Rerun], error) {
	q := s.Read(ctx).Model(&Rerun{}).Where("scope = ? AND workspace_id = ?", scope, workspaceID)
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "reruns:"+string(scope)+":"+workspaceID, p, func(r Rerun) db.Position { return db.After(r.CreatedAt, r.ID) })
}
