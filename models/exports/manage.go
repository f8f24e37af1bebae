package exports

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/work"
)

// Create adds an export of e's workspace, kind, format, schedule and prefix. Its first run tells of now. It returns
// policy_blocked if the operator allows none, and limit_exceeded for more than are allowed.
func (s *Store) Create(ctx context.Context, e Export) (*Export, error) {
	if err := s.allowed(); err != nil {
		return nil, err
	}
	now := s.Now()
	e.ID, e.CreatedAt = db.NewID(), db.Micros(now)
	e.NextAsOf, e.NextRunAt = db.Micros(now), db.Micros(now.Add(settleFor))
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, e.WorkspaceID); err != nil { // serialises concurrent calls, which could exceed the limit together
			return err
		}
		var have int64
		if err := tx.Model(&Export{}).Where("workspace_id = ?", e.WorkspaceID).Count(&have).Error; err != nil {
			return err
		}
		if have >= s.most {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "exports", "limit", s.most)
		}
		if err := tx.Create(&e).Error; err != nil {
			return err
		}
		return work.Put(tx, work.Item{Kind: work.Exports, Key: e.ID, Tenant: e.WorkspaceID, RunAt: e.NextRunAt})
	})
	return &e, err
}

// allowed returns policy_blocked if the operator allows no exports.
func (s *Store) allowed() error {
	if s.most > 0 {
		return nil
	}
	blocked := apierror.New(apierror.CodePolicyBlocked)
	blocked.Message = "The operator of this service allows no scheduled exports."
	return blocked
}

// RunNow lets an export of a workspace run at once, without waiting for its schedule, and returns it. What was made in the last settleFor
// is left to the next run of a log by time, because what is committed late would be in no run. While a run is due or goes on, nothing
// changes. It returns policy_blocked if the operator allows no exports.
func (s *Store) RunNow(ctx context.Context, workspaceID, id string) (*Seen, error) {
	return s.plan(ctx, workspaceID, id, func(e *Export, now time.Time) (moved bool) {
		at := db.Micros(now)
		if e.NextRunAt <= at { // a run that goes on has its time in the past
			return false
		}
		e.NextAsOf, e.NextRunAt = at, at
		if e.Kind.IsLog() && e.Kind != Events { // which are in the order of their commits
			e.NextAsOf = max(e.CoveredUntil, db.Micros(now.Add(-settleFor)))
		}
		return true
	})
}

// Change gives an export of a workspace another schedule, and returns the schedule that it had. A run that is due or goes on stays as it is,
// and the one after it follows the new schedule. It returns policy_blocked if the operator allows no exports.
func (s *Store) Change(ctx context.Context, workspaceID, id string, schedule Schedule) (before Schedule, now *Seen, err error) {
	now, err = s.plan(ctx, workspaceID, id, func(e *Export, at time.Time) (moved bool) {
		before, e.Schedule = e.Schedule, schedule
		if moved = e.NextAsOf > db.Micros(at); moved {
			e.schedule(at)
		}
		return moved
	})
	return before, now, err
}

// plan lets change set the schedule and the next run of an export of a workspace, while nobody else does, and returns the export. change
// reports whether the next run moved.
func (s *Store) plan(ctx context.Context, workspaceID, id string, change func(e *Export, now time.Time) (moved bool)) (*Seen, error) {
	if err := s.allowed(); err != nil {
		return nil, err
	}
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		var e Export
		if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("workspace_id = ? AND id = ?", workspaceID, id), &e, "export"); err != nil {
			return err
		}
		moved := change(&e, tx.NowFunc())
		if err := tx.Model(&Export{}).Where("id = ?", e.ID).Select("schedule", "next_as_of", "next_run_at").Updates(e).Error; err != nil || !moved {
			return err
		}
		return work.Put(tx, work.Item{Kind: work.Exports, Key: e.ID, Tenant: e.WorkspaceID, RunAt: e.NextRunAt})
	})
	if err != nil {
		return nil, err
	}
	return s.Find(ctx, workspaceID, id)
}

// Seen is an export with its last runs, newest first.
type Seen struct {
	Export
	Runs []Run
}

// List lists the exports of a workspace, newest first, each with its last run.
func (s *Store) List(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[Seen], error) {
	q := s.Read(ctx).Model(&Export{}).Where("workspace_id = ?", workspaceID)
	page, err := db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "exports:"+workspaceID, p, func(e Export) db.Position { return db.After(e.CreatedAt, e.ID) })
	if err != nil {
		return nil, err
	}
	ids, seen := []string{}, make([]Seen, len(page.Items))
	for _, e := range page.Items {
		ids = append(ids, e.LastRunID)
	}
	var runs []Run
	if err := s.Read(ctx).Where("id IN ?", ids).Find(&runs).Error; err != nil {
		return nil, db.Error(err)
	}
	for n, e := range page.Items {
		seen[n].Export = e
		for _, r := range runs {
			if r.ID == e.LastRunID {
				seen[n].Runs = []Run{r}
			}
		}
	}
	return &db.RecordPage[Seen]{Items: seen, NextCursor: page.NextCursor}, nil
}

// MostRuns is how many runs Find returns at most.
const MostRuns = 20

// Find reads one export of a workspace, with its last runs.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Seen, error) {
	var e Seen
	if err := db.One(s.Read(ctx).Where("workspace_id = ? AND id = ?", workspaceID, id), &e.Export, "export"); err != nil {
		return nil, err
	}
	err := s.Read(ctx).Where("export_id = ?", id).Order("started_at DESC, id DESC").Limit(MostRuns).Find(&e.Runs).Error
	return &e, db.Error(err)
}

// FindRun reads a run of an export of a workspace.
func (s *Store) FindRun(ctx context.Context, workspaceID, exportID, id string) (*Run, error) {
	q := s.Read(ctx).Where("id = ? AND export_id = ? AND EXISTS (SELECT 1 FROM exports e WHERE e.id = export_runs.export_id AND e.workspace_id = ?)", id, exportID, workspaceID)
	return db.Find[Run](q, "export run")
}

// Delete deletes an export and its runs, but no file that they wrote. A run that goes on ends without a manifest. A second call
// returns not_found.
func (s *Store) Delete(ctx context.Context, workspaceID, id string) error {
	return db.Error(db.Changed(s.Write(ctx).Delete(&Export{}, "workspace_id = ? AND id = ?", workspaceID, id), apierror.New(apierror.CodeNotFound, "resource", "export")))
}
