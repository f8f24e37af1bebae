package accounts

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// member is the row of one person in one workspace.
type member struct {
	WorkspaceID string `gorm:"primaryKey"`
	UserID      string `gorm:"primaryKey"`
	Role        Role
	JoinedAt    int64
}

// MemberView is a member with the person's name.
type MemberView struct {
	UserID   string
	Email    string
	Name     string
	Role     Role
	JoinedAt int64
}

// Members lists the people of a workspace, the last to join first.
func (s *Store) Members(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[MemberView], error) {
	q := s.Read(ctx).Table("members m").Joins("JOIN users u ON u.id = m.user_id").
		Select("m.user_id, u.email, u.name, m.role, m.joined_at").Where("m.workspace_id = ?", workspaceID)
	return db.ReadPage(s.DB, q, db.NewestFirst("m.joined_at", "m.user_id"), "members:"+workspaceID, p,
		func(m MemberView) db.Position { return db.After(m.JoinedAt, m.UserID) })
}

// MemberNames returns the names of those of the people who are members of the workspace now, by user id.
func (s *Store) MemberNames(ctx context.Context, workspaceID string, userIDs []string) (map[string]string, error) {
	var rows []MemberView
	names := map[string]string{}
	if len(userIDs) == 0 {
		return names, nil
	}
	err := s.Read(ctx).Table("members m").Joins("JOIN users u ON u.id = m.user_id").Select("m.user_id, u.name").
		Where("m.workspace_id = ? AND m.user_id IN ?", workspaceID, userIDs).Scan(&rows).Error
	for _, m := range rows {
		names[m.UserID] = m.Name
	}
	return names, db.Error(err)
}

// SetRole changes a member's role. A smaller role ends what programs may do in their name. It returns last_owner_conflict rather than demote the last owner.
func (s *Store) SetRole(ctx context.Context, workspaceID, userID string, role Role) (*MemberView, error) {
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		m, owners, err := lockMembers(tx, workspaceID, userID)
		if err != nil {
			return err
		}
		if m.Role == Owner && role != Owner && owners == 1 {
			return apierror.New(apierror.CodeLastOwnerConflict)
		}
		if !role.Includes(m.Role) {
			if err := s.endGrantsOf(tx, workspaceID, userID); err != nil {
				return err
			}
		}
		return tx.Model(&member{}).Where("workspace_id = ? AND user_id = ?", workspaceID, userID).Update("role", role).Error
	})
	if err != nil {
		return nil, err
	}
	return s.Member(ctx, workspaceID, userID)
}

// Member reads one person of a workspace.
func (s *Store) Member(ctx context.Context, workspaceID, userID string) (*MemberView, error) {
	q := s.Read(ctx).Table("members m").Joins("JOIN users u ON u.id = m.user_id").
		Select("m.user_id, u.email, u.name, m.role, m.joined_at").Where("m.workspace_id = ? AND m.user_id = ?", workspaceID, userID)
	return db.Find[MemberView](q, "member")
}

// RemoveMember ends a person's membership with what programs may do in their name and, with revokeKeys, revokes the keys that they created. It returns
// last_owner_conflict rather than remove the last owner.
func (s *Store) RemoveMember(ctx context.Context, workspaceID, userID string, revokeKeys bool) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		m, owners, err := lockMembers(tx, workspaceID, userID)
		if err != nil {
			return err
		}
		if m.Role == Owner && owners == 1 {
			return apierror.New(apierror.CodeLastOwnerConflict)
		}
		if revokeKeys {
			if err := s.liveKeys(tx, workspaceID).Where("created_by = ?", userID).Update("revoked_at", s.NowMicros()).Error; err != nil {
				return err
			}
		}
		if err := s.endGrantsOf(tx, workspaceID, userID); err != nil {
			return err
		}
		return tx.Delete(&member{}, "workspace_id = ? AND user_id = ?", workspaceID, userID).Error
	})
}

// lockMembers locks the workspace's row, so that two owners cannot both leave at the same time.
func lockMembers(tx *gorm.DB, workspaceID, userID string) (*member, int64, error) {
	if _, err := billing.Lock(tx, workspaceID); err != nil {
		return nil, 0, err
	}
	var m member
	if err := db.One(tx.Where("workspace_id = ? AND user_id = ?", workspaceID, userID), &m, "member"); err != nil {
		return nil, 0, err
	}
	var owners int64
	err := tx.Model(&member{}).Where("workspace_id = ? AND role = ?", workspaceID, Owner).Count(&owners).Error
	return &m, owners, err
}
