package reruns

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Progress counts the imports of a rerun by outcome.
type Progress struct {
	Waiting, Retried, Skipped            int64
	UnderWay, Succeeded, Failed, Stopped int64 // parts of Retried; Stopped were cancelled
	SkippedBy                            map[Skip]int64
	FailedBy                             map[apierror.Code]int64
}

// Progress returns the progress of a rerun.
func (s *Store) Progress(ctx context.Context, id string) (*Progress, error) {
	var rows []struct {
		State  ImportState
		Reason Skip
		Became imports.State
		Code   apierror.Code
		N      int64
	}
	err := s.Read(ctx).Table("rerun_imports r").Joins("LEFT JOIN imports i ON i.id = r.new_id").Where("r.rerun_id = ?", id).
		Select(`r.state, r.reason, COALESCE(i.state, '') AS became, COALESCE(NULLIF(i.cause_code, ''), i.outcome_code, '') AS code, COUNT(*) AS n`).
		Group("1, 2, 3, 4").Scan(&rows).Error
	p := &Progress{SkippedBy: map[Skip]int64{}, FailedBy: map[apierror.Code]int64{}}
	for _, row := range rows {
		switch row.State {
		case Waiting:
			p.Waiting += row.N
		case Skipped:
			p.Skipped += row.N
			p.SkippedBy[row.Reason] += row.N
		case Retried:
			p.Retried += row.N
			p.became(row.Became, row.Code, row.N)
		}
	}
	return p, db.Error(err)
}

// became adds n retried imports, by the current state of the new imports.
func (p *Progress) became(state imports.State, code apierror.Code, n int64) {
	switch {
	case state == imports.Succeeded:
		p.Succeeded += n
	case state == imports.Cancelled:
		p.Stopped += n
	case state == imports.Failed:
		p.Failed += n
		p.FailedBy[code] += n
	case state != "": // "" if the new import was deleted
		p.UnderWay += n
	}
}

// Started returns the ids of the imports that a rerun started, at most so many of the last ones.
func (s *Store) Started(ctx context.Context, id string, most int) (ids []string, err error) {
	err = s.Read(ctx).Table("rerun_imports").Where("rerun_id = ? AND new_id <> ''", id).Order("position DESC").Limit(most).Pluck("new_id", &ids).Error
	return ids, db.Error(err)
}
