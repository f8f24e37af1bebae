package watches

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// RunState is the state of a run.
type RunState string

// The states of a run.
const (
	RunRunning   RunState = "running"
	RunSucceeded RunState = "succeeded"
	RunFailed    RunState = "failed"
)

// RunStates lists every RunState once.
func RunStates() []RunState { return []RunState{RunRunning, RunSucceeded, RunFailed} }

// Missed is why a run stopped before it reached what the watch had seen.
type Missed string

// Five pages had only new rows, the workspace's credits ran out, or the watch's credits for the day did.
const (
	NothingMissed      Missed = ""
	MissedPages        Missed = "pages"
	MissedCredits      Missed = "credits"
	MissedDailyCredits Missed = "daily_credits"
)

// AllMissed lists every Missed except NothingMissed.
func AllMissed() []Missed { return []Missed{MissedPages, MissedCredits, MissedDailyCredits} }

// Run is one run of a watch. If its worker is killed, another worker continues it.
type Run struct {
	ID             string `gorm:"primaryKey"`
	WatchID        string
	State          RunState
	StartedAt      int64
	EndedAt        *int64
	Pages          int64
	Found          int64 // rows that are new
	Imports        int64
	ImportsSkipped int64 // new rows that were not imported because credits ran out
	Credits        int64 // charged for its lookups
	First          bool  // it only stored what already existed
	Changed        bool  // the counts of a single item changed
	Complete       bool  // a row that it lacks may have ended, see Look.complete
	Ended          int64
	Returned       int64
	Edited         int64 // items of which text, link or media changed
	Crossed        int64 // thresholds
	Missed         Missed
	Code           apierror.Code // of the error, or of an item that no longer exists; else ""
}

// TableName names GORM's table: runs of watches.
func (Run) TableName() string { return "watch_runs" }

// HasCompleteRun reports whether any run that is kept could tell what has ended.
func (s *Store) HasCompleteRun(ctx context.Context, watchID string) (bool, error) {
	var found []string
	err := s.Read(ctx).Model(&Run{}).Where("watch_id = ? AND complete", watchID).Limit(1).Pluck("id", &found).Error
	return len(found) > 0, db.Error(err)
}

// Runs lists the runs of a watch that began in a period, newest first.
func (s *Store) Runs(ctx context.Context, workspaceID, watchID string, began Period, p db.PageRequest) (*db.RecordPage[Run], error) {
	if _, err := s.Find(ctx, workspaceID, watchID); err != nil {
		return nil, err
	}
	q := began.in(s.Read(ctx).Model(&Run{}).Where("watch_id = ?", watchID), "started_at")
	return db.ReadPage(s.DB, q, db.NewestFirst("started_at", "id"), "watch runs:"+watchID+":"+began.String(), p, func(r Run) db.Position { return db.After(r.StartedAt, r.ID) })
}
