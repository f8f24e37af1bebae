package imports

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
)

// Import is one request to save a link. The API calls it both ingestion and import.
type Import struct {
	ID              string `gorm:"primaryKey"`
	WorkspaceID     string
	JobID           string
	SourceURL       string
	CanonicalURL    string
	Platform        content.Platform
	Subject         string // natural id, or the deeplink id of an ad
	MediaProfile    MediaProfile
	Transcript      bool
	HoldDays        int64
	CustomTitle     *string
	Notes           *string
	Tags            string // JSON array
	State           State
	Stage           Stage  // "" before the first
	Attempt         int64  // number of the current attempt; 0 before the first
	NextAttemptAt   *int64 // when it may begin or be retried; cleared when it begins
	CancelRequested bool
	ReferenceID     *string
	OutcomeCode     apierror.Code
	OutcomeMessage  string
	CauseCode       apierror.Code   // of the last failed attempt; outcome_code may just be retry_exhausted
	CauseReason     apierror.Reason // how the platform refused it
	Revision        int64
	LeaseHolder     string
	LeaseUntil      int64
	Takeovers       int64 // since the last finished stage
	CreatedAt       int64 `gorm:"autoCreateTime:false"`
	UpdatedAt       int64 `gorm:"autoUpdateTime:false"`
	FinishedAt      *int64
	RequestID       string  // of the request that made it; "" before there were any
	RerunOf         *string // the failed import that this one runs again, as support or a rerun wanted it
	AppliedJSON     string  `gorm:"column:applied"` // what Applied returns; "" before it has succeeded, or without words of its own
	Trace           string  // of the request that made it, as a traceparent; "" without one
	BatchID         string  // of the imports that were posted together; "" of one that was posted alone
	KeyID           string  // the API key that it spends by; "" for people and support
	BoardID         string  // the board that its reference goes to; "" for none
	SpentBy         string  // the name of its billing.Spender; "" for support
	CaptureID       string  // of a capture that is imported instead of an answer to a fetch; "" for none

	Evidence Evidence `gorm:"-"` // of a new import
	RepeatOf string   `gorm:"-"` // of a new import: an import whose evidence it wants as well; "" for none
}

// MayComeAgain reports whether importing the link again may succeed: it has ended, and its content is not known to be unavailable.
func (i *Import) MayComeAgain() bool { return i.State.Final() && !apierror.Unavailable(i.OutcomeCode) }

// Attempt is one try of an import.
type Attempt struct {
	ID          string `gorm:"primaryKey"`
	ImportID    string
	Number      int64
	RouteID     string
	Version     string // of the route's contract
	State       WorkState
	StartedAt   *int64
	FinishedAt  *int64
	FailureCode apierror.Code
	Cause       string // of the failure, for support only: without secrets, at most 2 kB
	Retryable   bool
	Program     string          // version of the program that failed
	Reason      apierror.Reason // how the platform refused; "" if unknown
	Answer      Answer          // of the platform, for support only
	Stages      StageRecords
	Work        []byte // what finished stages found, JSON
}

// Again returns a new import of the same link with the same settings, for the same workspace.
func (i *Import) Again() Import {
	return Import{WorkspaceID: i.WorkspaceID, SourceURL: i.SourceURL, CanonicalURL: i.CanonicalURL, Platform: i.Platform, Subject: i.Subject, MediaProfile: i.MediaProfile,
		Transcript: i.Transcript, HoldDays: i.HoldDays, CustomTitle: i.CustomTitle, Notes: i.Notes, Tags: i.Tags, BoardID: i.BoardID, RerunOf: &i.ID, CaptureID: i.CaptureID}
}

// Detail is an import with all its attempts, the first one first, without their work.
type Detail struct {
	Import
	Attempts []Attempt
}

// UnfinishedOf returns the id of the latest unfinished import of a content, by its natural id; "" if it has none.
func (s *Store) UnfinishedOf(ctx context.Context, workspaceID, subject string) (id string, err error) {
	err = s.Read(ctx).Model(&Import{}).Select("id").Where("workspace_id = ? AND subject = ? AND state IN ?", workspaceID, subject, UnfinishedStates()).
		Order("id DESC").Limit(1).Scan(&id).Error
	return id, db.Error(err)
}

// OfRequest returns the imports of a workspace that a request made, in the order in which they were made, at most limit. The workspace is compared as
// an expression, because SQLite otherwise reads all of it by its index.
func (s *Store) OfRequest(ctx context.Context, workspaceID, requestID string, limit int) (made []Import, err error) {
	err = s.Read(ctx).Where("request_id = ? AND request_id <> '' AND workspace_id || '' = ?", requestID, workspaceID).Order("id").Limit(limit).Find(&made).Error
	return made, db.Error(err)
}

// LatestOf returns the newest import of each content that has one, by its natural id.
func (s *Store) LatestOf(ctx context.Context, workspaceID string, subjects []string) (map[string]*Import, error) {
	latest := map[string]*Import{}
	if len(subjects) == 0 {
		return latest, nil
	}
	var rows []*Import
	newest := s.Read(ctx).Model(&Import{}).Select("MAX(id)").Where("workspace_id = ? AND subject IN ?", workspaceID, subjects).Group("subject")
	err := s.Read(ctx).Where("id IN (?)", newest).Find(&rows).Error
	for _, r := range rows {
		latest[r.Subject] = r
	}
	return latest, db.Error(err)
}

// Ended returns which of these imports have ended.
func (s *Store) Ended(ctx context.Context, ids []string) ([]string, error) {
	var ended []string
	err := s.Read(ctx).Model(&Import{}).Where("id IN ? AND state NOT IN ?", ids, UnfinishedStates()).Pluck("id", &ended).Error
	return ended, db.Error(err)
}

// InFlight counts the unfinished imports of a workspace.
func (s *Store) InFlight(ctx context.Context, workspaceID string) (int64, error) {
	var n int64
	err := s.Read(ctx).Model(&Import{}).Where("workspace_id = ? AND state IN ?", workspaceID, UnfinishedStates()).Count(&n).Error
	return n, db.Error(err)
}

// Find returns an import of a workspace with its attempts; not_found if it belongs to another workspace.
func (s *Store) Find(ctx context.Context, workspaceID, id string) (*Detail, error) {
	d := &Detail{}
	q := s.Read(ctx)
	if err := db.One(q.Where("id = ? AND workspace_id = ?", id, workspaceID), &d.Import, "import"); err != nil {
		return nil, err
	}
	return d, db.Error(QueryAttempts(q, id).Find(&d.Attempts).Error)
}

// QueryAttempts returns the query for the attempts of an import without their work.
func QueryAttempts(q *gorm.DB, importID string) *gorm.DB {
	return q.Omit("work").Where("import_id = ?", importID).Order("number")
}

// Cancel cancels an import: a waiting one immediately, a running one at its next checkpoint. For one that is already
// cancelled it does nothing; for one that ended otherwise it returns revision_conflict with its state.
func (s *Store) Cancel(ctx context.Context, workspaceID, id string) (*Import, error) {
	var i Import
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		if err := db.One(tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND workspace_id = ?", id, workspaceID), &i, "import"); err != nil {
			return err
		}
		switch {
		case i.State == Cancelled:
			return nil
		case i.State.Final():
			return apierror.New(apierror.CodeRevisionConflict, "currentRevision", i.Revision, "state", i.State)
		}
		i.CancelRequested = true
		if i.State == Running {
			i.UpdatedAt = s.NowMicros()
			return tx.Model(&Import{}).Where("id = ?", id).Updates(map[string]any{"cancel_requested": true, "updated_at": i.UpdatedAt}).Error
		}
		if err := s.discardUnfinished(tx, &i); err != nil {
			return err
		}
		now := s.NowMicros()
		i.FinishedAt, i.ReferenceID, i.NextAttemptAt = &now, nil, nil
		return transitionLocked(tx, &i, Cancelled, map[string]any{"cancel_requested": true, "finished_at": now, "reference_id": nil, "next_attempt_at": nil})
	})
	return &i, err
}

// NextAttempt returns when an import in state s may begin or be retried; nil if it may now, or has begun.
func NextAttempt(s State, at *int64) *int64 {
	if s == Accepted || s == RetryWait {
		return at
	}
	return nil
}

// WaitingSince is the time since which an import waits for a worker: when it may begin or be retried, else when it was
// created or last changed.
const WaitingSince = `COALESCE(next_attempt_at, CASE WHEN attempt = 0 THEN created_at ELSE updated_at END)`
