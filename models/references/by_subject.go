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
