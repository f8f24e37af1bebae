package support

import (
	"context"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/reruns"
)

// MostReplayed is how many failed imports of a group are read again at once, the newest ones.
const MostReplayed = 200

// KeptAnswers names a failed import whose last attempt has its answers kept.
type KeptAnswers struct {
	AttemptID, ImportID, WorkspaceID string
	SourceURL                        string
	Code                             apierror.Code // of the attempt
	At                               int64         // when it failed
}

// keptAnswers finds the failed imports of a filter whose answers are kept, the newest first.
func (s *Store) keptAnswers(tx *gorm.DB, f FailureFilter) (list []KeptAnswers, err error) {
	err = failed(tx, f).Joins("JOIN attempt_answers k ON k.attempt_id = a.id").Where("k.at > ?", db.Micros(s.Now().Add(-imports.AnswersKeptFor))).
		Select("k.attempt_id, i.id AS import_id, i.workspace_id, i.source_url, " + failureCode + " AS code, k.at").
		Order("i.created_at DESC, i.id DESC").Limit(MostReplayed).Scan(&list).Error
	return list, err
}

// KeptAnswers is OpenAnswers for the operator on the command line, who needs no reason.
func (s *Store) KeptAnswers(ctx context.Context, f FailureFilter) ([]KeptAnswers, error) {
	list, err := s.keptAnswers(s.Read(ctx), f)
	return list, db.Error(err)
}

// OpenAnswers lists the failed imports of a filter whose answers are kept, at most MostReplayed of them and the newest first, and records
// the action in the audit log of each workspace. It returns not_found if there are none.
func (s *Store) OpenAnswers(ctx context.Context, by Actor, action Action, f FailureFilter) (list []KeptAnswers, err error) {
	err = s.audited(ctx, by, AuditEntry{Action: action}, func(tx *gorm.DB, e *AuditEntry) error {
		if list, err = s.keptAnswers(tx, f); err != nil {
			return err
		}
		if len(list) == 0 {
			return apierror.New(apierror.CodeNotFound, "resource", "answers")
		}
		chosen := make([]reruns.Chosen, len(list))
		for n, k := range list {
			chosen[n] = reruns.Chosen{ID: k.ImportID, WorkspaceID: k.WorkspaceID}
		}
		entry := *e
		if entry.Subject = f.ImportID; entry.Subject == "" {
			entry.Subject = f.text()
		}
		return auditEach(tx, entry, chosen)
	})
	return list, err
}
