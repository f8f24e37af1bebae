package references

import (
	"context"

	"socialdata/models/db"
)

// OfSubjects returns, in one statement, the workspace's references for natural ids, by these ids. Others are left out.
func (s *Store) OfSubjects(ctx context.Context, workspaceID string, subjects []string) (map[string]*Reference, error) {
	found := map[string]*Reference{}
	if len(subjects) == 0 {
		return found, nil
	}
	var rows []struct {
		Subject   string
		Reference `gorm:"embedded"`
	}
	err := s.Read(ctx).Table("contents c").Joins("JOIN saved_references r ON r.workspace_id = ? AND r.content_id = c.id", workspaceID).
		Select("c.subject, r.*").Where("c.subject IN ?", subjects).Scan(&rows).Error
	if err != nil {
		return nil, db.Error(err)
	}
	for n := range rows {
		found[rows[n].Subject] = &rows[n].Reference
	}
	return found, nil
}

// OfAccounts returns the newest of the workspace's references of each account, by the accounts' natural ids. Others are left out.
func (s *Store) OfAccounts(ctx context.Context, workspaceID string, accounts []string) (map[string]*Reference, error) {
	found := map[string]*Reference{}
	if len(accounts) == 0 {
		return found, nil
	}
	var rows []*Reference
	newest := s.Read(ctx).Model(&Reference{}).Select("MAX(id)").Where("workspace_id = ? AND channel_id IN ?", workspaceID, accounts).Group("channel_id")
	err := s.Read(ctx).Where("id IN (?)", newest).Find(&rows).Error
	for _, r := range rows {
		found[r.ChannelID] = r
	}
	return found, db.Error(err)
}
