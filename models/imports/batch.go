package imports

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Batch is the state of the imports that were posted together.
type Batch struct {
	ByState map[State]int64 // every state that occurs
	Open    string          // id of the newest import that has not ended; "" once all have
}

// Total returns how many imports were accepted.
func (b *Batch) Total() (n int64) {
	for _, count := range b.ByState {
		n += count
	}
	return n
}

// FindBatch counts the imports of a batch by state. A batch without an accepted import is not_found.
func (s *Store) FindBatch(ctx context.Context, workspaceID, batchID string) (*Batch, error) {
	var rows []struct {
		State State
		N     int64
		Last  string
	}
	q := s.Read(ctx).Model(&Import{}).Where("workspace_id = ? AND batch_id = ? AND batch_id <> ''", workspaceID, batchID)
	if err := q.Select("state, COUNT(*) AS n, MAX(id) AS last").Group("state").Scan(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	if len(rows) == 0 {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "batch")
	}
	b := &Batch{ByState: map[State]int64{}}
	for _, r := range rows {
		if b.ByState[r.State] = r.N; !r.State.Final() {
			b.Open = max(b.Open, r.Last)
		}
	}
	return b, nil
}
