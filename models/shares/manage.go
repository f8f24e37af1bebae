package shares

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Create adds a share and returns its token, which is not stored. It returns not_found if the workspace does not have
// the board or the reference, and limit_exceeded if it already has MostLive active shares.
func (s *Store) Create(ctx context.Context, n Share) (*Share, string, error) {
	token, digest := db.NewToken()
	n.ID, n.Digest, n.CreatedAt = db.NewID(), digest, s.NowMicros()
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if _, err := billing.Lock(tx, n.WorkspaceID); err != nil { // so that concurrent calls cannot exceed MostLive
			return err
		}
		var live int64
		if err := s.live(tx.Model(&Share{})).Where("workspace_id = ?", n.WorkspaceID).Count(&live).Error; err != nil {
			return err
		}
		if live >= MostLive {
			return apierror.New(apierror.CodeLimitExceeded, "subject", "shares", "limit", MostLive)
		}
		if err := haveShared(tx, &n); err != nil {
			return err
		}
		return tx.Create(&n).Error
	})
	if err != nil {
		return nil, "", err
	}
	return &n, token, nil
}

// haveShared returns not_found unless the workspace has the share's board or reference. It also prevents its deletion
// until the transaction ends.
func haveShared(tx *gorm.DB, n *Share) error {
	table, id, resource := "boards", n.BoardID, "board"
	if id == nil {
		table, id, resource = "saved_references", n.ReferenceID, "reference"
	}
	var have struct{ ID string }
	q := tx.Table(table).Clauses(clause.Locking{Strength: "KEY SHARE"}).Select("id")
	return db.One(q.Where("workspace_id = ? AND id = ?", n.WorkspaceID, *id), &have, resource)
}

// live limits a query to active shares.
func (s *Store) live(q *gorm.DB) *gorm.DB { return q.Where("ends_at > ?", s.NowMicros()) }

// Of limits a list to the shares of one board or one reference. The zero value selects all.
type Of struct{ BoardID, ReferenceID string }

// List lists the shares of a workspace, newest first.
func (s *Store) List(ctx context.Context, workspaceID string, of Of, p db.PageRequest) (*db.RecordPage[Share], error) {
	q := s.Read(ctx).Model(&Share{}).Where("workspace_id = ?", workspaceID)
	if of.BoardID != "" {
		q = q.Where("board_id = ?", of.BoardID)
	}
	if of.ReferenceID != "" {
		q = q.Where("reference_id = ?", of.ReferenceID)
	}
	scope := "shares:" + workspaceID + ":" + of.BoardID + ":" + of.ReferenceID
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), scope, p, func(s Share) db.Position { return db.After(s.CreatedAt, s.ID) })
}

// Find returns one share of a workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Share, error) {
	return find(s.Read(ctx), workspaceID, id)
}

func find(q *gorm.DB, workspaceID, id string) (*Share, error) {
	return db.Find[Share](q.Where("workspace_id = ? AND id = ?", workspaceID, id), "share")
}

// Revoke ends a share immediately. Revoking an expired share only changes its state to revoked; revoking twice
// changes nothing.
func (s *Store) Revoke(ctx context.Context, workspaceID, id string) (*Share, error) {
	now, q := s.NowMicros(), s.Write(ctx)
	set := map[string]any{"revoked_at": now, "ends_at": gorm.Expr("CASE WHEN ends_at < ? THEN ends_at ELSE ? END", now, now)}
	if err := q.Model(&Share{}).Where("workspace_id = ? AND id = ? AND revoked_at IS NULL", workspaceID, id).Updates(set).Error; err != nil {
		return nil, db.Error(err)
	}
	return find(q, workspaceID, id)
}

// Open returns the active share with a token. It returns not_found if the token is unknown, or the share was revoked
// or has expired.
func (s *Store) Open(ctx context.Context, token string) (*Share, error) {
	return db.Find[Share](s.live(s.Read(ctx)).Where("digest = ?", db.TokenDigest(token)), "share")
}

// CountView adds one view to a share.
func (s *Store) CountView(ctx context.Context, id string) error {
	return db.Error(s.Write(ctx).Model(&Share{}).Where("id = ?", id).Update("views", gorm.Expr("views + 1")).Error)
}
