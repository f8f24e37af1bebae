package imports

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// A worker holds an attempt under a lease. After maxTakeovers takeovers without a finished stage, the attempt fails.
const (
	LeaseTime    = 20 * time.Second
	LeaseRenewal = 5 * time.Second
	maxTakeovers = 3
)

// ErrLeaseLost means that another worker has the import, or that it ended: the worker must stop and write nothing.
const ErrLeaseLost = db.Signal("the lease of this import is lost")

// ErrCancelRequested means that the import was cancelled since the last checkpoint.
const ErrCancelRequested = db.Signal("the import should be cancelled")

// Run is an attempt that a worker holds.
type Run struct {
	Import  Import
	Attempt Attempt
	Holder  string

	FullEvidence bool // it keeps the platform's own answers

	Failed *FailedCalls // of the read that failed; nil for none

	dirty     bool   // stages ended since the last checkpoint
	savedWork string // the work saved by the last checkpoint
}

// Stage returns the current stage.
func (r *Run) Stage() Stage { return r.Attempt.Stages[r.Attempt.Stages.current()].Stage }

// BeginAttempt assigns an import to a worker: a due one begins a new attempt, one with an expired lease continues its
// attempt. It returns nil if there is nothing to do, for example for a duplicate task or a cancelled import. If the database server forgets
// it, the worker has no lease and another one begins.
func (s *Store) BeginAttempt(ctx context.Context, id, holder string) (*Run, error) {
	var r *Run
	err := s.QuickTx(ctx, func(tx *gorm.DB) error {
		r = nil
		now := s.NowMicros()
		var found struct {
			Import

			FullEvidence bool
		}
		q := tx.Model(&Import{}).Select("imports.*, EXISTS (SELECT 1 FROM full_evidence e WHERE e.import_id = imports.id) AS full_evidence")
		if err := db.One(q.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id), &found, "import"); err != nil {
			if apierror.Is(err, apierror.CodeNotFound) {
				return nil // its workspace was deleted, or the task is from another database
			}
			return err
		}
		var err error
		switch i := &found.Import; {
		case i.State == Running && i.LeaseUntil < now:
			r, err = s.takeOver(tx, i, holder, now)
		case (i.State == Accepted || i.State == Queued || i.State == RetryWait) && (i.NextAttemptAt == nil || *i.NextAttemptAt <= now):
			r, err = s.newAttempt(tx, i, holder, now)
		}
		if r != nil {
			r.FullEvidence = found.FullEvidence
		}
		return err
	})
	if r != nil && err == nil && r.Import.Takeovers >= maxTakeovers {
		if err = s.EndRun(ctx, r, Outcome{Code: apierror.CodeInternalError, Cause: "three workers died on this stage"}); errors.Is(err, ErrLeaseLost) {
			err = nil
		}
		return nil, err
	}
	return r, err
}

// newAttempt moves the import accepted|retry_wait → queued → running.
func (s *Store) newAttempt(tx *gorm.DB, i *Import, holder string, now int64) (*Run, error) {
	i.Attempt, i.Stage = i.Attempt+1, StageValidateURL
	i.LeaseHolder, i.LeaseUntil, i.Takeovers, i.NextAttemptAt = holder, now+LeaseTime.Microseconds(), 0, nil
	a := Attempt{ID: db.NewIDAt(now), ImportID: i.ID, Number: i.Attempt, State: WorkRunning, StartedAt: &now, Stages: firstStage(now, s.transcribes(i))}
	err := db.Together(tx, func(tx *gorm.DB) error {
		err := transitionLocked(tx, i, Running, map[string]any{"attempt": i.Attempt, "stage": i.Stage, "lease_holder": holder,
			"lease_until": i.LeaseUntil, "takeovers": 0, "next_attempt_at": nil})
		if err != nil {
			return err
		}
		return tx.Create(&a).Error
	})
	return &Run{Import: *i, Attempt: a, Holder: holder}, err
}

// KeepTarget stores where the short link of a running import leads.
func (s *Store) KeepTarget(ctx context.Context, r *Run, canonicalURL, subject string) error {
	r.Import.CanonicalURL, r.Import.Subject = canonicalURL, subject
	return db.Error(s.Write(ctx).Model(&Import{}).Where("id = ? AND lease_holder = ?", r.Import.ID, r.Holder).
		Updates(map[string]any{"canonical_url": canonicalURL, "subject": subject}).Error)
}

// takeOver continues an attempt whose worker stopped, at its first unfinished stage.
func (s *Store) takeOver(tx *gorm.DB, i *Import, holder string, now int64) (*Run, error) {
	var a Attempt
	if err := db.One(tx.Where("import_id = ? AND number = ?", i.ID, i.Attempt), &a, "attempt"); err != nil {
		return nil, err
	}
	run := &Run{Import: *i, Attempt: a, Holder: holder}
	if i.LeaseHolder != "" { // a lease that was handed back is not a crash
		run.Import.Takeovers++
	}
	run.Import.LeaseHolder, run.Import.LeaseUntil = holder, now+LeaseTime.Microseconds()
	return run, tx.Model(&Import{}).Where("id = ?", i.ID).Updates(map[string]any{"lease_holder": holder, "lease_until": run.Import.LeaseUntil,
		"takeovers": run.Import.Takeovers, "updated_at": now}).Error
}

// Renew extends the lease. On ErrLeaseLost the worker must stop.
func (s *Store) Renew(ctx context.Context, r *Run) error {
	now := s.Now()
	return db.Error(db.Changed(s.held(s.Write(ctx), r).Update("lease_until", db.Micros(now.Add(LeaseTime))), ErrLeaseLost))
}

// HandBack releases the lease, so that the next worker continues at once; the attempt keeps its number and stays running.
func (s *Store) HandBack(ctx context.Context, r *Run) error {
	res := s.held(s.Write(ctx), r).Updates(map[string]any{"lease_holder": "", "lease_until": 0})
	return db.Error(res.Error)
}

// held restricts a query to the import's row, while this run has the lease.
func (s *Store) held(q *gorm.DB, r *Run) *gorm.DB {
	return q.Model(&Import{}).Where("id = ? AND state = ? AND attempt = ? AND lease_holder = ?", r.Import.ID, Running, r.Import.Attempt, r.Holder)
}

// EndStage records in memory that the current stage ended and the next one begins; code is why an optional stage failed.
// The next checkpoint, or the end of the run, stores it, so a stage that needs no checkpoint costs no statement.
func (s *Store) EndStage(r *Run, state WorkState, code apierror.Code) {
	r.Attempt.Stages = r.Attempt.Stages.ended(state, s.NowMicros(), code).begun(s.NowMicros())
	r.dirty = true
}

// Checkpoint stores the stages and the work of the attempt so far, and extends the lease. On ErrCancelRequested the
// worker must stop. It writes nothing if no stage has ended since the last checkpoint, so that takeovers are counted
// while the same stage keeps killing its worker. If the database server forgets it, the stages run again.
func (s *Store) Checkpoint(ctx context.Context, r *Run, work []byte) error {
	if !r.dirty {
		return nil
	}
	now := s.NowMicros()
	changes := map[string]any{"stages": r.Attempt.Stages, "route_id": r.Attempt.RouteID, "version": r.Attempt.Version}
	if string(work) != r.savedWork {
		changes["work"] = work
	}
	var asked Import
	err := s.QuickTx(ctx, func(tx *gorm.DB) error {
		res := s.held(tx, r).Model(&asked).Clauses(clause.Returning{Columns: []clause.Column{{Name: "cancel_requested"}}}).
			Updates(map[string]any{"stage": r.Stage(), "takeovers": 0, "updated_at": now, "lease_until": now + LeaseTime.Microseconds()})
		if res.Error != nil || res.RowsAffected == 0 {
			return db.FirstError(res.Error, ErrLeaseLost)
		}
		return db.Together(tx, func(tx *gorm.DB) error {
			return tx.Model(&Attempt{}).Where("id = ?", r.Attempt.ID).Updates(changes).Error
		})
	})
	if err != nil {
		return err
	}
	r.dirty, r.savedWork = false, string(work)
	if asked.CancelRequested {
		return ErrCancelRequested
	}
	return nil
}
