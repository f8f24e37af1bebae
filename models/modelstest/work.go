package modelstest

import (
	"context"
	"testing"

	"gorm.io/gorm"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/work"
)

// RunDue runs the due jobs of a kind one after another and returns how many there were.
func RunDue(t testing.TB, s *models.Store, kind work.Kind, do func(context.Context, *work.Job) work.Outcome) int {
	t.Helper()
	AwaitKilled(t, s, kind)
	list, err := s.Work.Claim(t.Context(), kind, 100)
	Must(t, err)
	for n := range list {
		Must(t, s.Work.Settle(t.Context(), &list[n], do(t.Context(), &list[n])))
	}
	return len(list)
}

// AwaitKilled waits until no job that is due is locked. PostgreSQL ends the transaction of a worker that was killed a moment after the
// worker, and until then a claim passes over its job.
func AwaitKilled(t testing.TB, s *models.Store, kind work.Kind) {
	t.Helper()
	Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		if !db.IsPostgres(tx) {
			return nil
		}
		return tx.Exec("SELECT 1 FROM jobs WHERE kind = ? AND run_at <= ? FOR UPDATE", kind, s.NowMicros()).Error
	}))
}

// PutNow makes a job due; if it is running, it runs again afterwards.
func PutNow(t testing.TB, s *models.Store, kind work.Kind, key string) {
	t.Helper()
	Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
		return work.Put(tx, work.Item{Kind: kind, Key: key, RunAt: s.NowMicros()})
	}))
}

// FindWork returns a job; nil if it does not exist.
func FindWork(t testing.TB, s *models.Store, kind work.Kind, key string) *work.Job {
	t.Helper()
	var list []work.Job
	Must(t, s.Read(t.Context()).Where("kind = ? AND key = ?", kind, key).Find(&list).Error)
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}
