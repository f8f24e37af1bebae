package watches

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// RunState says how far a run is.
type RunState string

// The states of a run.
const (
	RunRunning   RunState = "running"
	RunSucceeded RunState = "succeeded"
	RunFailed    RunState = "failed"
)

// RunStates lists every RunState once.
func RunStates() []RunState { return []RunState{RunRunning, RunSucceeded, RunFailed} }

// Missed says why a run did not get as far as what the watch knew already.
type Missed string

// Five pages were all new, the workspace had no more credits, or the watch may spend no more today.
const (
	NothingMissed      Missed = ""
	MissedPages        Missed = "pages"
	MissedCredits      Missed = "credits"
	MissedDailyCredits Missed = "daily_credits"
)

// AllMissed lists every Missed but NothingMissed once.
func AllMissed() []Missed { return []Missed{MissedPages, MissedCredits, MissedDailyCredits} }

// Run is one look of a watch. A run whose worker was killed goes on in another one.
type Run struct {
	ID             string `gorm:"primaryKey"`
	WatchID        string
	State          RunState
	StartedAt      int64
	EndedAt        *int64
	Pages          int64
	Found          int64 // rows that are new
	Imports        int64
	ImportsSkipped int64 // rows that are new and were not imported, for want of credits
	Credits        int64 // of its lookups, as they were charged
	First          bool  // it only remembered what is there
	Changed        bool  // the counts of a single item
	Missed         Missed
	Code           apierror.Code // of the error, or of an item that is gone; "" otherwise
}

// TableName names GORM's table: runs of watches.
func (Run) TableName() string { return "watch_runs" }

// Runs lists the runs of a watch, newest first.
func (s *Store) Runs(ctx context.Context, workspaceID, watchID string, p db.PageRequest) (*db.RecordPage[Run], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q := s.Read(ctx).Model(&Run{}).Where("watch_id = ?", watchID)
	return db.ReadPage(s.DB, q, db.NewestFirst("started_at", "id"), "watch runs:"+watchID, p, func(r Run) db.Position { return db.After(r.StartedAt, r.ID) })
}
