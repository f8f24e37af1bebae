package exports

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/work"
)

// Claimed is an export that a worker is running.
type Claimed struct {
	Export
	Run Run
	Job *work.Job
}

// Begin begins the run of an export that is due, or continues the one that has not ended. Otherwise c is nil, and the outcome
// says what becomes of the work. Of several times of the schedule that have passed, one run tells of the last.
func (s *Store) Begin(ctx context.Context, j *work.Job) (c *Claimed, o work.Outcome, err error) {
	if err := s.events.Order(ctx, j.Tenant); err != nil { // so that an export of events has those of now
		return nil, o, err
	}
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		c, o = nil, work.Cancel(nil)
		var list []Export
		open := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND EXISTS (SELECT 1 FROM workspaces w WHERE w.id = exports.workspace_id AND w.closed_at IS NULL)", j.Key)
		if err := open.Find(&list).Error; err != nil || len(list) == 0 {
			return err
		}
		c = &Claimed{Export: list[0], Job: j}
		var left []Run
		if err := tx.Where("id = ? AND state = ?", c.LastRunID, Running).Find(&left).Error; err != nil {
			return err
		}
		if len(left) > 0 {
			c.Run = left[0]
			return nil
		}
		if o = work.Snooze(db.FromMicros(c.NextRunAt)); c.NextRunAt > db.TxNow(tx) {
			c = nil
			return nil
		}
		if s.most == 0 { // no longer allowed
			o, c = work.Snooze(c.Schedule.after(s.Now())), nil
			return nil
		}
		return c.begin(tx)
	})
	return c, o, err
}

// begin makes a run.
func (c *Claimed) begin(tx *gorm.DB) error {
	now := tx.NowFunc()
	asOf := max(c.NextAsOf, db.Micros(c.Schedule.before(now.Add(-settleFor))))
	until := asOf
	if c.Kind == Events {
		if err := tx.Model(&events.Event{}).Where("workspace_id = ? AND position IS NOT NULL", c.WorkspaceID).Select("COALESCE(MAX(position), 0) + 1").Scan(&until).Error; err != nil {
			return err
		}
		asOf = db.Micros(now) // their order is that of commits, which the last number ends now
	}
	c.Run = Run{ID: db.NewIDAt(db.Micros(now)), ExportID: c.ID, State: Running, AsOf: asOf, UntilAt: until, StartedAt: db.Micros(now), FilesJSON: "[]", Previous: c.LastManifest}
	if c.Kind.IsLog() {
		c.Run.FromAt = c.CoveredUntil
	}
	c.LastRunID = c.Run.ID
	if err := tx.Create(&c.Run).Error; err != nil {
		return err
	}
	return tx.Model(&Export{}).Where("id = ?", c.ID).Update("last_run_id", c.Run.ID).Error
}

// ErrLeaseLost means that another worker has the run, or that the export was deleted. Nothing was written.
const ErrLeaseLost = work.ErrLeaseLost

// Written is what a worker stored since the last note: a file, unless no rows were left, and where the run continues behind it.
type Written struct {
	File  *File
	After string // "" if no rows are left
}

// Note records what was stored. On ErrLeaseLost the worker must stop.
func (s *Store) Note(ctx context.Context, c *Claimed, w Written) error {
	run := c.Run
	if w.File != nil {
		run.FilesJSON, run.RowCount, run.Bytes = db.JSON(append(run.Files(), *w.File)), run.RowCount+w.File.Rows, run.Bytes+w.File.Bytes
	}
	run.After, run.Complete, run.Code = w.After, w.After == "", ""
	err := s.Tx(ctx, func(tx *gorm.DB) error { return c.save(tx, &run) })
	if err == nil {
		c.Run = run
	}
	return err
}

// save writes a run that is still this worker's, and extends its lease.
func (c *Claimed) save(tx *gorm.DB, run *Run) error {
	if err := work.Renew(tx, c.Job); err != nil {
		return err
	}
	return db.Changed(tx.Model(&Run{}).Where("id = ? AND state = ?", run.ID, Running).Select("*").Updates(run), ErrLeaseLost)
}

// Finish ends a run whose manifest is stored under a key, and schedules the next one.
func (s *Store) Finish(ctx context.Context, c *Claimed, manifest string) error {
	return s.end(ctx, c, func(run *Run, e *Export) {
		run.State, run.Manifest = Succeeded, manifest
		e.CoveredUntil, e.LastManifest = run.UntilAt, manifest
		e.schedule(db.FromMicros(run.AsOf))
	})
}

// mostFailures is how many attempts of a run may fail one after another, before it is given up.
const mostFailures = 5

// Fault records why an attempt failed. The outcome tries again; after mostFailures the run ends, and the next one begins at its
// time, with what this one lacks.
func (s *Store) Fault(ctx context.Context, c *Claimed, fault error) (work.Outcome, error) {
	code := apierror.From(fault).Code
	if c.Job.Attempt < mostFailures {
		run := c.Run
		run.Code = code
		return work.Failed(fault), s.Tx(ctx, func(tx *gorm.DB) error { return c.save(tx, &run) })
	}
	return work.Settled(), s.end(ctx, c, func(run *Run, e *Export) {
		run.State, run.Code = Failed, code
		e.schedule(s.Now().Add(-settleFor))
	})
}

// end ends a run as set says, schedules the next one and tells of it.
func (s *Store) end(ctx context.Context, c *Claimed, set func(*Run, *Export)) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		run, e := c.Run, c.Export
		current := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Model(&Export{}).Where("id = ?", e.ID).Select("schedule")
		if err := current.Scan(&e.Schedule).Error; err != nil { // it may have been changed since the run began
			return err
		}
		set(&run, &e)
		run.EndedAt = new(db.TxNow(tx))
		if err := c.save(tx, &run); err != nil {
			return err
		}
		res := tx.Model(&Export{}).Where("id = ?", e.ID).Select("next_as_of", "next_run_at", "covered_until", "last_manifest").Updates(e)
		if res.Error != nil {
			return res.Error
		}
		if err := tell(tx, &e, &run); err != nil {
			return err
		}
		return work.Settle(tx, c.Job, work.Snooze(time.UnixMicro(e.NextRunAt)))
	})
}
