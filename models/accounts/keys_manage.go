package accounts

import (
	"context"
	"net/netip"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// KeyView is a key as owners of its workspace see it.
type KeyView struct {
	APIKey
	CreatorLeft bool    // its creator is no longer a member
	ClientID    *string // of the program that holds it in its creator's name, by OAuth; nil for a key that a person made
	RefreshedAt *int64  // when that program last got a token
}

// State returns whether the key works at now, and if not, why. A program's key works while the program may get a new token.
func (k KeyView) State(now time.Time) KeyState {
	if k.RefreshedAt != nil && k.RevokedAt == nil && *k.RefreshedAt > db.Micros(now.Add(-RefreshLife)) {
		return KeyActive
	}
	return k.APIKey.State(now)
}

// keyViews reads keys of a workspace.
func keyViews(q *gorm.DB, workspaceID string) *gorm.DB {
	return q.Table("api_keys k").Joins("LEFT JOIN members m ON m.workspace_id = k.workspace_id AND m.user_id = k.created_by").
		Joins("LEFT JOIN oauth_grants g ON g.id = k.id").
		Where("k.workspace_id = ?", workspaceID).Select("k.*, m.user_id IS NULL AS creator_left, g.client_id, g.refreshed_at")
}

// Keys lists the keys of a workspace, newest first.
func (s *Store) Keys(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[KeyView], error) {
	return db.ReadPage(s.DB, keyViews(s.Read(ctx), workspaceID), db.NewestFirst("k.created_at", "k.id"), "keys:"+workspaceID, p,
		func(k KeyView) db.Position { return db.After(k.CreatedAt, k.ID) })
}

// Key reads one key of a workspace.
func (s *Store) Key(ctx context.Context, workspaceID, id string) (*KeyView, error) {
	return db.Find[KeyView](keyViews(s.Read(ctx), workspaceID).Where("k.id = ?", id), "apiKey")
}

// KeyNames returns the names of those of the keys that the workspace has or had, by id.
func (s *Store) KeyNames(ctx context.Context, workspaceID string, ids []string) (map[string]string, error) {
	return s.NamesOf(ctx, &APIKey{}, workspaceID, ids)
}

// KeyChange describes a change of a key; nil fields stay unchanged.
type KeyChange struct {
	Name     *string
	Daily    *Mark
	Monthly  *Mark
	Networks *[]netip.Prefix
}

// ChangeKey changes a key's name, budget or networks. Credits already spent still count.
func (s *Store) ChangeKey(ctx context.Context, workspaceID, id string, c KeyChange) (*KeyView, error) {
	set := map[string]any{}
	if c.Name != nil {
		set["name"] = *c.Name
	}
	if c.Daily != nil {
		set["daily_credits"] = c.Daily.To
	}
	if c.Monthly != nil {
		set["monthly_credits"] = c.Monthly.To
	}
	if c.Networks != nil {
		set["allowed_networks"] = networkList(*c.Networks)
	}
	if len(set) > 0 {
		if err := s.Write(ctx).Model(&APIKey{}).Where("workspace_id = ? AND id = ?", workspaceID, id).Updates(set).Error; err != nil {
			return nil, db.Error(err)
		}
	}
	return s.Key(ctx, workspaceID, id)
}

// RevokeKey revokes a key. Revoking it again changes nothing and returns the same record.
func (s *Store) RevokeKey(ctx context.Context, workspaceID, id string) (*KeyView, error) {
	q := s.Write(ctx)
	res := q.Model(&APIKey{}).Where("workspace_id = ? AND id = ? AND revoked_at IS NULL", workspaceID, id).Update("revoked_at", s.NowMicros())
	if res.Error != nil {
		return nil, db.Error(res.Error)
	}
	return db.Find[KeyView](keyViews(q, workspaceID).Where("k.id = ?", id), "apiKey")
}

// RevokeKeysOfFormerMembers revokes the live keys created by people who have left, and returns their number.
func (s *Store) RevokeKeysOfFormerMembers(ctx context.Context, workspaceID string) (int64, error) {
	res := s.liveKeys(s.Write(ctx), workspaceID).Where(creatorLeft).Update("revoked_at", s.NowMicros())
	return res.RowsAffected, db.Error(res.Error)
}

// KeysOfFormerMembers counts the live keys created by people who have left.
func (s *Store) KeysOfFormerMembers(ctx context.Context, workspaceID string) (n int64, err error) {
	err = s.liveKeys(s.Read(ctx), workspaceID).Where(creatorLeft).Count(&n).Error
	return n, db.Error(err)
}

// CountLiveKeys counts the live keys that a member created.
func (s *Store) CountLiveKeys(ctx context.Context, workspaceID, userID string) (n int64, err error) {
	err = s.liveKeys(s.Read(ctx), workspaceID).Where("created_by = ?", userID).Count(&n).Error
	return n, db.Error(err)
}

const creatorLeft = "NOT EXISTS (SELECT 1 FROM members m WHERE m.workspace_id = api_keys.workspace_id AND m.user_id = api_keys.created_by)"

// liveKeys restricts a query to the live keys of a workspace.
func (s *Store) liveKeys(q *gorm.DB, workspaceID string) *gorm.DB {
	return q.Model(&APIKey{}).Where("workspace_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", workspaceID, s.NowMicros())
}
