package accounts

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Workspace is a team with its credits. The database enforces Balance = Granted - Spent.
type Workspace struct {
	ID        string `gorm:"primaryKey"`
	Name      string
	Revision  int64
	Balance   int64
	Granted   int64
	Spent     int64
	Zone      string // IANA name of the time zone of charts
	CreatedAt int64  `gorm:"autoCreateTime:false"`

	LowBalance *int64 // balance at which the workspace is alerted, in credits; nil: never
	ClosedAt   *int64 // since then its rows are being erased
}

// WorkspaceView is a workspace as one of its members sees it.
type WorkspaceView struct {
	Workspace
	Role Role
}

// CreateWorkspace creates a metered workspace with its first owner and its first credits.
func (s *Store) CreateWorkspace(ctx context.Context, name, ownerID string, credits int64) (*WorkspaceView, error) {
	return s.NewWorkspace(ctx, NewWorkspace{Name: name, OwnerID: ownerID, Credits: credits})
}

// NewWorkspace describes a workspace to create.
type NewWorkspace struct {
	Name, OwnerID string
	Credits       int64
	Unmetered     bool
}

// NewWorkspace creates a workspace.
func (s *Store) NewWorkspace(ctx context.Context, n NewWorkspace) (*WorkspaceView, error) {
	var w *Workspace
	err := s.Tx(ctx, func(tx *gorm.DB) (err error) {
		w, err = s.insertWorkspace(tx, n)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &WorkspaceView{Workspace: *w, Role: Owner}, nil
}

func (s *Store) insertWorkspace(tx *gorm.DB, n NewWorkspace) (*Workspace, error) {
	w := &Workspace{ID: db.NewID(), Name: n.Name, Revision: 1, Zone: "UTC", CreatedAt: s.NowMicros()}
	if err := tx.Create(w).Error; err != nil {
		return nil, err
	}
	if err := tx.Create(&member{WorkspaceID: w.ID, UserID: n.OwnerID, Role: Owner, JoinedAt: s.NowMicros()}).Error; err != nil {
		return nil, err
	}
	if n.Credits > 0 {
		if err := billing.Grant(tx, w.ID, n.Credits, "initial", "initial credits"); err != nil {
			return nil, err
		}
		w.Balance, w.Granted = n.Credits, n.Credits
	}
	if n.Unmetered {
		if _, err := billing.SetMetered(tx, w.ID, false); err != nil {
			return nil, err
		}
		return w, db.One(tx.Where("id = ?", w.ID), w, "workspace")
	}
	return w, nil
}

// Workspaces lists a person's workspaces, newest first.
func (s *Store) Workspaces(ctx context.Context, userID string, p db.PageRequest) (*db.RecordPage[WorkspaceView], error) {
	q := s.Read(ctx).Table("workspaces w").Joins("JOIN members m ON m.workspace_id = w.id AND m.user_id = ?", userID).Select("w.*, m.role")
	return db.ReadPage(s.DB, q, db.NewestFirst("w.created_at", "w.id"), "workspaces:"+userID, p, func(w WorkspaceView) db.Position { return db.After(w.CreatedAt, w.ID) })
}

// FindWorkspace returns a workspace as userID sees it; not_found if the person is not a member.
func (s *Store) FindWorkspace(ctx context.Context, id, userID string) (*WorkspaceView, error) {
	q := s.Read(ctx).Table("workspaces w").Joins("JOIN members m ON m.workspace_id = w.id AND m.user_id = ?", userID).
		Select("w.*, m.role").Where("w.id = ?", id)
	return db.Find[WorkspaceView](q, "workspace")
}

// Workspace returns a workspace without checking that the caller belongs to it.
func (s *Store) Workspace(ctx context.Context, id string) (*Workspace, error) {
	return db.Find[Workspace](s.Read(ctx).Where("id = ?", id), "workspace")
}

// SetZone sets the time zone of a workspace's charts; an unknown zone is invalid_input.
func (s *Store) SetZone(ctx context.Context, id, zone string) error {
	if _, err := LoadZone(zone); err != nil {
		return err
	}
	return db.Error(s.Write(ctx).Model(&Workspace{}).Where("id = ?", id).Update("zone", zone).Error)
}

// WorkspaceChange describes a change of a workspace. Nil fields stay unchanged.
type WorkspaceChange struct {
	Revision   int64 // the one that the caller last read
	Name       *string
	LowBalance *Mark
}

// Mark is a new balance at which a workspace is alerted; a nil To turns the alert off.
type Mark struct{ To *int64 }

// ChangeWorkspace changes a workspace; revision_conflict if c.Revision is not current. Equal values keep the revision.
func (s *Store) ChangeWorkspace(ctx context.Context, id string, c WorkspaceChange) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		var w Workspace
		if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), &w, "workspace"); err != nil {
			return err
		}
		if w.Revision != c.Revision {
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", w.Revision)
		}
		before := w
		if c.Name != nil {
			w.Name = *c.Name
		}
		if c.LowBalance != nil {
			w.LowBalance = c.LowBalance.To
		}
		if w.Name == before.Name && equalNumbers(w.LowBalance, before.LowBalance) {
			return nil
		}
		if err := tx.Model(&Workspace{}).Where("id = ?", id).Updates(map[string]any{"name": w.Name, "low_balance": w.LowBalance, "revision": w.Revision + 1}).Error; err != nil {
			return err
		}
		return billing.TellIfLowNow(tx, id, w.Balance, before.LowBalance, w.LowBalance)
	})
}

func equalNumbers(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }
