package imports

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// AnswersKeptFor is how long the answers on which an attempt failed are kept.
const AnswersKeptFor = 7 * 24 * time.Hour

// Bounds on kept answers, of each route and of all. The oldest go first.
const (
	mostAnswersOfRoute = 500
	mostBytesOfRoute   = 64 << 20
	mostBytesOfAnswers = 256 << 20
)

// AttemptAnswers are the answers of the platform on which an attempt failed, with what was asked for. They contain no secrets and no
// e-mail addresses, and are sealed: only support reads them, with a reason.
type AttemptAnswers struct {
	AttemptID string `gorm:"primaryKey"`
	ImportID  string
	RouteID   string // of the route that failed
	At        int64
	Bytes     int64  // of Calls
	Asked     string // JSON
	Calls     string // sealed
}

// sealedAnswers is the name under which calls are sealed.
const sealedAnswers = "attempt answers"

// FailedCalls is what EndRun keeps of a failed read.
type FailedCalls struct {
	RouteID string
	Asked   string // what was asked for, JSON
	Calls   []byte // the calls, compressed, without secrets
}

// keepAnswers stores the answers on which an attempt failed.
func (s *Store) keepAnswers(tx *gorm.DB, r *Run, f *FailedCalls) error {
	sealed, err := s.Secrets.Seal(sealedAnswers, f.Calls)
	if err != nil {
		return err
	}
	a := AttemptAnswers{AttemptID: r.Attempt.ID, ImportID: r.Import.ID, RouteID: f.RouteID, At: s.NowMicros(), Bytes: int64(len(sealed)), Asked: f.Asked, Calls: sealed}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&a).Error
}

// boundAnswers deletes the oldest answers beyond the bounds. It runs on its own: two ends of attempts that delete the same rows never
// wait for each other.
func (s *Store) boundAnswers(ctx context.Context, routeID string) error {
	const newest = `DELETE FROM attempt_answers WHERE attempt_id IN (SELECT attempt_id FROM (SELECT attempt_id, SUM(bytes) OVER w AS total, ROW_NUMBER() OVER w AS place
		FROM attempt_answers WHERE route_id = ? OR ? = '' WINDOW w AS (ORDER BY at DESC, attempt_id DESC)) AS newest WHERE total > ? OR place > ?)`
	err := s.Write(ctx).Exec(newest, routeID, routeID, mostBytesOfRoute, mostAnswersOfRoute).Error
	if err == nil {
		err = s.Write(ctx).Exec(newest, "", "", mostBytesOfAnswers, int64(mostBytesOfAnswers)).Error
	}
	return db.Error(err)
}

// ReadAnswers returns what was asked for in an attempt that failed and the compressed calls; not_found if they are no longer kept,
// or no key opens them.
func (s *Store) ReadAnswers(ctx context.Context, attemptID string) (*FailedCalls, error) {
	var a AttemptAnswers
	q := s.Read(ctx).Where("attempt_id = ? AND at > ?", attemptID, db.Micros(s.Now().Add(-AnswersKeptFor)))
	if err := db.One(q, &a, "answers"); err != nil {
		return nil, err
	}
	f := &FailedCalls{RouteID: a.RouteID, Asked: a.Asked}
	if err := s.Secrets.Open(sealedAnswers, a.Calls, &f.Calls); err != nil {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "answers")
	}
	return f, nil
}
