package work

import (
	"context"
	"math"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// ErrLeaseLost means that work is no longer the worker's: another worker has it, or it is gone. Nothing was written.
const ErrLeaseLost = db.Signal("the lease of this work is lost")

// Outcome is the result of a run, as a handler returns it.
type Outcome struct {
	how   how
	until time.Time // of Snooze
	err   error
}

type how int

const (
	done how = iota
	snoozed
	failed
	cancelled
	handedBack
	settled
)

// Done ends finished work.
func Done() Outcome { return Outcome{} }

// Snooze schedules the next run; nothing has failed.
func Snooze(until time.Time) Outcome { return Outcome{how: snoozed, until: until} }

// Failed schedules another run after the wait of its kind, or gives the work up after the last one.
func Failed(err error) Outcome { return Outcome{how: failed, err: err} }

// Cancel ends work that is no longer wanted.
func Cancel(err error) Outcome { return Outcome{how: cancelled, err: err} }

// HandBack lets another worker continue immediately, because this one stops.
func HandBack(err error) Outcome { return Outcome{how: handedBack, err: err} }

// Settled says that the run has ended its work itself, in the transaction of what it did (see Settle).
func Settled() Outcome { return Outcome{how: settled} }

// Err returns why the run failed, stopped or was cancelled; otherwise nil.
func (o Outcome) Err() error { return o.err }

// Failed reports whether the run failed.
func (o Outcome) Failed() bool { return o.how == failed }

// Renew extends a worker's lease. On ErrLeaseLost the worker must stop.
func Renew(tx *gorm.DB, j *Job) error {
	return db.Changed(j.mine(tx).Update("run_at", db.TxNow(tx)+Lease.Microseconds()), ErrLeaseLost)
}

// Renew is the function of that name in a transaction of its own.
func (s *Store) Renew(ctx context.Context, j *Job) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return Renew(tx, j) })
}

func (j *Job) mine(tx *gorm.DB) *gorm.DB {
	return tx.Model(&Job{}).Where("kind = ? AND key = ? AND lease_holder = ?", j.Kind, j.Key, j.LeaseHolder)
}

// Settle is the function of that name in a transaction of its own.
func (s *Store) Settle(ctx context.Context, j *Job, o Outcome) error {
	switch o.how {
	case settled:
		return nil
	case snoozed: // is one statement
		return db.Error(Settle(s.Write(ctx), j, o))
	case done, failed, cancelled, handedBack:
	}
	return s.Tx(ctx, func(tx *gorm.DB) error { return Settle(tx, j, o) })
}

// Settle writes the outcome of a run. Work that was put again meanwhile runs again, at the earlier of both times.
func Settle(tx *gorm.DB, j *Job, o Outcome) error {
	next, attempt := o.next(j, tx.NowFunc())
	if next == never {
		res := j.mine(tx).Where("again_at IS NULL").Delete(&Job{})
		if res.Error != nil || res.RowsAffected > 0 {
			return res.Error
		}
	}
	again := "again_at < ?"
	if o.Failed() && next != never { // work that was put meanwhile waits as well
		again = "again_at < ? AND FALSE"
	}
	res := j.mine(tx).Updates(map[string]any{"lease_holder": "", "attempt": attempt, "last_error": o.code(), "again_at": nil,
		"created_at": gorm.Expr("CASE WHEN again_at IS NULL THEN created_at ELSE CAST(? AS BIGINT) END", db.TxNow(tx)),
		"run_at":     gorm.Expr("CASE WHEN "+again+" THEN again_at ELSE CAST(? AS BIGINT) END", next, next)})
	return db.Changed(res, ErrLeaseLost)
}

// never marks work that has no next run.
const never = math.MaxInt64

// next returns the time of the next run, and how many runs then count as begun.
func (o Outcome) next(j *Job, now time.Time) (at, attempt int64) {
	switch o.how {
	case snoozed:
		return db.Micros(o.until), 0
	case failed:
		if wait, again := j.Kind.Terms().wait(j.Attempt); again {
			return db.Micros(now.Add(wait)), j.Attempt
		}
	case handedBack:
		return db.Micros(now), j.Attempt - 1
	case done, cancelled, settled:
	}
	return never, 0
}

// code returns the error code of a run.
func (o Outcome) code() string {
	if o.err == nil {
		return ""
	}
	return string(apierror.From(o.err).Code)
}
