package usage

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Cause counts failed imports by how their last attempt failed.
type Cause struct {
	Code   apierror.Code
	Reason apierror.Reason
	Count  int64
}

// MaxCauses is how many failed imports FailureCauses reads: the latest of the window.
const MaxCauses = 2000

// FailureCauses counts why the imports of a window failed, the most frequent cause first. It uses the code of the last
// attempt, while Report.Failures uses the code of the import, which may be retry_exhausted.
func (s *Store) FailureCauses(ctx context.Context, workspaceID string, w Window) (list []Cause, err error) {
	err = s.Read(ctx).Raw(`SELECT code, reason, COUNT(*) AS count FROM (
			SELECT COALESCE(NULLIF(cause_code, ''), outcome_code) AS code, cause_reason AS reason FROM imports
			WHERE workspace_id = ? AND state = ? AND created_at >= ? AND created_at < ? ORDER BY created_at DESC, id DESC LIMIT ?
		) AS latest GROUP BY code, reason ORDER BY 3 DESC, 1, 2`,
		workspaceID, imports.Failed, db.Micros(w.Start), db.Micros(w.End), MaxCauses).Scan(&list).Error
	return list, db.Error(err)
}
