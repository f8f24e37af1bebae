package imports

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/references"
)

// WorthFor is how long a failed import counts as one that somebody may want to run again.
const WorthFor = 7 * 24 * time.Hour

// CountWorthAnother returns how many imports of the last WorthFor, of references.MostCounted that are looked at, failed for a
// cause that may pass and are the last word on their content. The newest imports of the contents are read apart: joined, PostgreSQL reads the
// imports of everybody.
func (s *Store) CountWorthAnother(ctx context.Context, workspaceID string) (n int64, err error) {
	var failed []struct{ ID, Subject string }
	err = s.Read(ctx).Table("imports").Select("id", "subject").
		Where("workspace_id = ? AND state = ? AND created_at >= ? AND cause_code IN ?", workspaceID, Failed, db.Micros(s.Now().Add(-WorthFor)), apierror.RetryableCodes()).
		Limit(references.MostCounted).Find(&failed).Error
	if err != nil || len(failed) == 0 {
		return 0, db.Error(err)
	}
	var subjects []string
	for _, f := range failed {
		subjects = append(subjects, f.Subject)
	}
	var newest []string
	if err := s.Read(ctx).Table("imports").Where("workspace_id = ? AND subject IN ?", workspaceID, subjects).Group("subject").Pluck("MAX(id)", &newest).Error; err != nil {
		return 0, db.Error(err)
	}
	last := map[string]bool{}
	for _, id := range newest {
		last[id] = true
	}
	for _, f := range failed {
		if last[f.ID] {
			n++
		}
	}
	return n, nil
}
