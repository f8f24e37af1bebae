package imports

import (
	"context"

	"socialdata/models/db"
)

// Waiting is an import that waits for a worker.
type Waiting struct {
	WorkspaceID string
	ID          string
}

// waitingSQL lists imports whose lease expired, then steps from one workspace with waiting imports to the next and takes
// the oldest ones of each: its cost grows with the number of workspaces listed, not of waiting imports. Accepted imports
// with a start time are not listed: repair makes them queued when it comes.
const waitingSQL = `WITH RECURSIVE turn (workspace_id) AS (
		SELECT MIN(workspace_id) FROM imports WHERE (state = 'queued' OR state = 'accepted' AND next_attempt_at IS NULL) AND workspace_id > ?
		UNION ALL
		SELECT (SELECT MIN(i.workspace_id) FROM imports i WHERE (i.state = 'queued' OR i.state = 'accepted' AND i.next_attempt_at IS NULL) AND i.workspace_id > turn.workspace_id)
		FROM turn WHERE turn.workspace_id IS NOT NULL)
	SELECT workspace_id, id FROM (
		SELECT workspace_id, id FROM imports
		WHERE state IN ('accepted', 'queued', 'running', 'retry_wait') AND state = 'running' AND lease_until < ? LIMIT ?) lapsed
	UNION ALL
	SELECT workspace_id, id FROM (
		SELECT workspace_id, (SELECT MIN(i.id) FROM imports i WHERE (i.state = 'queued' OR i.state = 'accepted' AND i.next_attempt_at IS NULL) AND i.workspace_id = turn.workspace_id) AS id
		FROM turn WHERE workspace_id IS NOT NULL LIMIT ?) oldest`

// Waiting returns imports that a worker should begin or take over, at most limit of each kind: those whose lease ran
// out, whatever their workspace, then the oldest waiting one of each workspace behind after in the order of their ids ("" is
// the first).
func (s *Store) Waiting(ctx context.Context, after string, limit int) ([]Waiting, error) {
	var list []Waiting
	err := s.Read(ctx).Raw(waitingSQL, after, s.NowMicros(), limit, limit).Scan(&list).Error
	return list, db.Error(err)
}
