package boards

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Create adds a board with refs, in this order; only a manual board may have some. It returns limit_exceeded for more
// than MostBoards boards, and not_found for a reference that the workspace does not have.
func (s *Store) Create(ctx context.Context, b Board, refs []string) (*Board, error) {
	b.ID, b.Revision, b.CreatedAt, b.UpdatedAt = db.NewID(), 1, s.NowMicros(), s.NowMicros()
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, b.WorkspaceID); err != nil { // serialises concurrent calls, which could exceed the limit together
			return err
		}
		var have int64
		if err := tx.Model(&Board{}).Where("workspace_id = ?", b.WorkspaceID).Count(&have).Error; err != nil {
			return err
		}
		if have >= MostBoards {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "boards", "limit", MostBoards)
		}
		if err := tx.Create(&b).Error; err != nil || len(refs) == 0 {
			return err
		}
		return s.arrange(tx, &b, Arrangement{Add: refs})
	})
	if err != nil {
		return nil, err
	}
	return &b, nil
}

// List lists the boards of a workspace, newest first; with referenceID only the manual boards that contain it.
func (s *Store) List(ctx context.Context, workspaceID, referenceID string, p db.PageRequest) (*db.RecordPage[Board], error) {
	q := s.Read(ctx).Model(&Board{}).Where("workspace_id = ?", workspaceID)
	if referenceID != "" {
		q = q.Where("id IN (SELECT board_id FROM board_references WHERE reference_id = ?)", referenceID)
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "boards:"+workspaceID+":"+referenceID, p, func(b Board) db.Position { return db.After(b.CreatedAt, b.ID) })
}

// Find reads one board of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Board, error) {
	return find(s.Read(ctx), workspaceID, id)
}

func find(q *gorm.DB, workspaceID, id string) (*Board, error) {
	return db.Find[Board](q.Where("workspace_id = ? AND id = ?", workspaceID, id), "board")
}

// Counts returns the number of references on each of these manual boards; an empty board has no entry.
func (s *Store) Counts(ctx context.Context, ids []string) (map[string]int64, error) {
	var rows []struct {
		BoardID string
		N       int64
	}
	err := s.Read(ctx).Model(&Placed{}).Select("board_id, COUNT(*) AS n").Where("board_id IN ?", ids).Group("board_id").Scan(&rows).Error
	counts := map[string]int64{}
	for _, r := range rows {
		counts[r.BoardID] = r.N
	}
	return counts, db.Error(err)
}

// On returns those of the references that are on a board of the workspace.
func (s *Store) On(ctx context.Context, workspaceID, id string, refs []string) (on []string, err error) {
	of := s.Read(ctx).Model(&Board{}).Select("id").Where("workspace_id = ? AND id = ?", workspaceID, id)
	return on, db.Error(s.Read(ctx).Model(&Placed{}).Where("board_id IN (?) AND reference_id IN ?", of, refs).Pluck("reference_id", &on).Error)
}

// HasRoom returns limit_exceeded for a manual board that holds as many references as it may.
func (s *Store) HasRoom(ctx context.Context, id string) error {
	counts, err := s.Counts(ctx, []string{id})
	if err == nil && counts[id] >= MostReferences {
		err = full()
	}
	return err
}

func full() error {
	return apierror.New(apierror.CodeLimitExceeded, "subject", "references of a board", "limit", MostReferences)
}

// Names returns the names of those of the boards that the workspace has, by id.
func (s *Store) Names(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	return s.NamesOf(ctx, &Board{}, workspaceID, ids)
}

// Change describes a change of a board. Nil fields stay unchanged; the kind never changes.
type Change struct {
	Revision    int64 // the one that the caller last read
	Name        *string
	Description *string
	Filter      *string
	Sort        *references.Sort
}

// Change changes a board; revision_conflict if c.Revision is not current.
func (s *Store) Change(ctx context.Context, workspaceID, id string, c Change) (b *Board, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		if b, err = lock(tx, workspaceID, id); err != nil {
			return err
		}
		if b.Revision != c.Revision {
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", b.Revision)
		}
		set(&b.Name, c.Name)
		set(&b.Description, c.Description)
		set(&b.Filter, c.Filter)
		set(&b.Sort, c.Sort)
		return s.save(tx, b)
	})
	return b, err
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// save writes a locked board with its next revision.
func (s *Store) save(tx *gorm.DB, b *Board) error {
	b.Revision++
	b.UpdatedAt = s.NowMicros()
	return tx.Save(b).Error
}

func lock(tx *gorm.DB, workspaceID, id string) (*Board, error) {
	return find(tx.Clauses(clause.Locking{Strength: "UPDATE"}), workspaceID, id)
}

// Delete deletes a board; its references stay. A second call returns not_found.
func (s *Store) Delete(ctx context.Context, workspaceID, id string) error {
	return db.Error(db.Changed(s.Write(ctx).Delete(&Board{}, "workspace_id = ? AND id = ?", workspaceID, id), apierror.New(apierror.CodeNotFound, "resource", "board")))
}
