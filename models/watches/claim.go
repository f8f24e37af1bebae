package watches

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
	"socialdata/models/work"
)

// Claimed is a watch that a worker is running.
type Claimed struct {
	Watch
	Run Run
	Job *work.Job
}

// Begin begins the run of a claimed watch, or continues one that a killed worker left. If the watch must not run now, c
// is nil and the outcome has the time of the next run. A watch that may not spend least credits today waits for tomorrow.
func (s *Store) Begin(ctx context.Context, j *work.Job, least int64) (c *Claimed, o work.Outcome, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		c, o = nil, work.Cancel(nil)
		var list []Watch
		if err := locked(tx).Where("id = ?", j.Key).Find(&list).Error; err != nil || len(list) == 0 {
			return err
		}
		w := list[0]
		if o = w.rest(); w.NextRunAt == nil || *w.NextRunAt > db.Micros(now) {
			return nil
		}
		run, goesOn, err := openRun(tx, &w)
		if err != nil {
			return err
		}
		if !goesOn && w.Left(now) < least {
			w.outOf(ByDailyCredits, now)
			o = w.rest()
			return tx.Save(&w).Error
		}
		if !goesOn {
			run = Run{ID: db.NewIDAt(db.Micros(now)), WatchID: w.ID, State: RunRunning, StartedAt: db.Micros(now), First: w.LookedAt == nil}
			w.LastRunID = run.ID
			if err := tx.Create(&run).Error; err != nil {
				return err
			}
			if err := tx.Model(&Watch{}).Where("id = ?", w.ID).Update("last_run_id", run.ID).Error; err != nil {
				return err
			}
		}
		c = &Claimed{Watch: w, Run: run, Job: j}
		return nil
	})
	return c, o, err
}

// rest returns the outcome that waits for the watch's next run, if it has one.
func (w *Watch) rest() work.Outcome {
	if w.NextRunAt == nil {
		return work.Done()
	}
	return work.Snooze(db.FromMicros(*w.NextRunAt))
}

// put schedules the next run of a watch. Of two times the earlier one counts; if that is too early by now, Begin waits for
// the other.
func put(tx *gorm.DB, w *Watch) error {
	if w.NextRunAt == nil {
		return nil
	}
	return work.Put(tx, work.Item{Kind: work.Watches, Key: w.ID, Tenant: w.WorkspaceID, RunAt: *w.NextRunAt})
}

func locked(tx *gorm.DB) *gorm.DB { return tx.Clauses(clause.Locking{Strength: "UPDATE"}) }

// openRun returns the run that a killed worker left.
func openRun(tx *gorm.DB, w *Watch) (run Run, found bool, err error) {
	var list []Run
	err = tx.Where("id = ? AND state = ?", w.LastRunID, RunRunning).Find(&list).Error
	if err != nil || len(list) == 0 {
		return run, false, err
	}
	return list[0], true, nil
}

// ErrLeaseLost means that another worker has the run, or that the watch was deleted. Nothing was written.
const ErrLeaseLost = work.ErrLeaseLost

// NotePage records how many pages a run has read and what the last one cost, in credits, and extends the lease. On
// ErrLeaseLost the worker must stop.
func (s *Store) NotePage(ctx context.Context, c *Claimed, pages, credits int64) error {
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		var w Watch
		if err := lockMine(tx, c, &w); err != nil {
			return err
		}
		c.SpentOn, c.Spent = dayOf(now), w.SpentToday(now)+credits
		changes := map[string]any{"spent": c.Spent, "spent_on": c.SpentOn}
		if err := tx.Model(&Watch{}).Where("id = ?", c.ID).Updates(changes).Error; err != nil {
			return err
		}
		return tx.Model(&Run{}).Where("id = ?", c.Run.ID).
			Updates(map[string]any{"pages": pages, "credits": c.Run.Credits + credits}).Error
	})
	if err == nil {
		c.Run.Pages, c.Run.Credits = pages, c.Run.Credits+credits
	}
	return err
}

// lockMine reads and locks the watch of a run, and extends its lease; it returns ErrLeaseLost if the lease is lost.
func lockMine(tx *gorm.DB, c *Claimed, w *Watch) error {
	res := locked(tx).Where("id = ?", c.ID).Limit(1).Find(w)
	if res.Error == nil && res.RowsAffected == 0 {
		return ErrLeaseLost
	}
	return db.FirstError(res.Error, work.Renew(tx, c.Job))
}
