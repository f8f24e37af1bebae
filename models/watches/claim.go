package watches

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// leaseTime is how long a worker may take from one sign of life to the next before another one takes the run over. A page
// takes less.
const leaseTime = 2 * time.Minute

// fewOfOne bounds the due watches of one workspace that are handed out together: a workspace with many does not stand
// before the others.
const fewOfOne = 4

// Due returns watches whose time has come and that nobody runs, at most limit: those that wait longest first, and
// few of each workspace.
func (s *Store) Due(ctx context.Context, limit int) (ids []string, err error) {
	now := s.NowMicros()
	err = s.Read(ctx).Raw(`SELECT id FROM (
			SELECT id, next_run_at, ROW_NUMBER() OVER (PARTITION BY workspace_id ORDER BY next_run_at, id) AS turn
			FROM watches WHERE next_run_at <= ? AND lease_until < ?) due
		WHERE turn <= ? ORDER BY turn, next_run_at LIMIT ?`, now, now, fewOfOne, limit).Scan(&ids).Error
	return ids, db.Error(err)
}

// Claimed is a watch that a worker runs.
type Claimed struct {
	Watch
	Run Run
}

// Claim gives a worker a watch whose time has come, until it finishes the run or shows no sign of life for too long;
// nil if somebody else has it, or it is not its time. A run that a killed worker left goes on. A watch that may not spend
// least credits today waits for tomorrow.
func (s *Store) Claim(ctx context.Context, id, holder string, least int64) (c *Claimed, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		c = nil
		res := tx.Model(&Watch{}).Where("id = ? AND next_run_at <= ? AND lease_until < ?", id, db.Micros(now), db.Micros(now)).
			Updates(map[string]any{"lease_holder": holder, "lease_until": db.Micros(now.Add(leaseTime))})
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		var w Watch
		if err := tx.Where("id = ?", id).Take(&w).Error; err != nil {
			return err
		}
		run, goesOn, err := openRun(tx, &w)
		if err != nil {
			return err
		}
		if !goesOn && w.Left(now) < least {
			w.outOf(ByDailyCredits, now)
			return release(tx, &w)
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
		c = &Claimed{Watch: w, Run: run}
		return nil
	})
	return c, err
}

// openRun finds the run that a killed worker left.
func openRun(tx *gorm.DB, w *Watch) (run Run, found bool, err error) {
	var list []Run
	err = tx.Where("id = ? AND state = ?", w.LastRunID, RunRunning).Find(&list).Error
	if err != nil || len(list) == 0 {
		return run, false, err
	}
	return list[0], true, nil
}

// release saves a watch that nobody runs any more.
func release(tx *gorm.DB, w *Watch) error {
	w.LeaseHolder, w.LeaseUntil = "", 0
	return tx.Save(w).Error
}

// ErrLeaseLost means that a run is no longer the worker's: another worker has it, or the watch is gone. Nothing was written.
const ErrLeaseLost = db.Signal("the lease of this watch is lost")

// NotePage keeps how many pages a run has read, what the last one cost, in credits, and that its worker is alive.
// ErrLeaseLost means stop.
func (s *Store) NotePage(ctx context.Context, c *Claimed, pages, credits int64) error {
	err := s.Tx(ctx, func(tx *gorm.DB) error {
		now := s.Now()
		var w Watch
		if err := lockMine(tx, c, &w); err != nil {
			return err
		}
		c.SpentOn, c.Spent = dayOf(now), w.SpentToday(now)+credits
		changes := map[string]any{"spent": c.Spent, "spent_on": c.SpentOn, "lease_until": db.Micros(now.Add(leaseTime))}
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

// lockMine reads and locks the watch of a run, or returns ErrLeaseLost.
func lockMine(tx *gorm.DB, c *Claimed, w *Watch) error {
	res := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND lease_holder = ?", c.ID, c.LeaseHolder).Limit(1).Find(w)
	if res.Error == nil && res.RowsAffected == 0 {
		return ErrLeaseLost
	}
	return res.Error
}

// HandBack ends a worker's claim without ending the run, which another worker may go on with at once.
func (s *Store) HandBack(ctx context.Context, c *Claimed) error {
	return db.Error(s.Write(ctx).Model(&Watch{}).Where("id = ? AND lease_holder = ?", c.ID, c.LeaseHolder).
		Updates(map[string]any{"lease_holder": "", "lease_until": 0}).Error)
}
