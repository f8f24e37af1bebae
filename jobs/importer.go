package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// Importer runs attempts of imports, stage by stage. A process may be killed at any instruction: progress is saved before each
// stage that waits for a network, and the next worker continues from there.
type Importer struct {
	Store   *models.Store
	Lookup  *lookup.Service
	Media   Media
	Pages   Pages           // of the pages of posts, for full evidence; nil: no picture is taken
	Folder  string          // of the downloads of running imports
	Backoff []time.Duration // waits between attempts
	Log     *slog.Logger
	Ended   func(route, outcome string, took time.Duration) // is called after each attempt; nil disables it

	Program      string        // version of the program
	Stamps       bool          // a timestamp is requested for each commit
	MaxHeight    int64         // of a video, in pixels; 0 is 720
	LeaseRenewal time.Duration // 0 is imports.LeaseRenewal

	Again func(at time.Time) // is called when an import waits for its next attempt; nil: it is found when somebody looks

	Rehearse func(run *imports.Run, s imports.Stage) error // returns the error with which a stage fails, for test keys; nil for real ones
}

// Run begins an attempt of an import, if it is due, and brings it to its next state.
func (m *Importer) Run(ctx context.Context, id string) error {
	run, err := m.Store.Imports.BeginAttempt(ctx, id, db.NewID())
	if run == nil || err != nil {
		return err
	}
	return m.finish(ctx, run)
}

// finish brings an import whose attempt has begun to its next state.
func (m *Importer) finish(ctx context.Context, run *imports.Run) error {
	ctx, span := startAttempt(ctx, run)
	defer span.End()
	begun := time.Now()
	held, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	kept := lease{cmp.Or(m.LeaseRenewal, imports.LeaseRenewal), imports.LeaseTime,
		func(ctx context.Context) error { return m.Store.Imports.Renew(ctx, run) }, imports.ErrLeaseLost}
	go kept.keep(held, func() { drop(imports.ErrLeaseLost) })
	err := m.runStages(held, run)
	switch {
	case err == nil: // committed; a later renewal that finds the lease gone does not matter
		m.cleanUp(run)
		m.countAttempt(run, "done", begun)
		return nil
	case errors.Is(err, imports.ErrLeaseLost), errors.Is(context.Cause(held), imports.ErrLeaseLost):
		m.countAttempt(run, "lease_lost", begun)
		return nil
	case errors.Is(err, imports.ErrCancelRequested):
		m.cleanUp(run)
		m.countAttempt(run, "cancelled", begun)
		return m.Store.Imports.EndRun(context.WithoutCancel(ctx), run, imports.Outcome{Cancelled: true})
	case ctx.Err() != nil:
		m.countAttempt(run, "handed_back", begun)
		return m.handBack(run)
	}
	m.countAttempt(run, string(apierror.From(err).Code), begun)
	return m.fail(context.WithoutCancel(ctx), run, err)
}

// countAttempt reports an attempt to the metrics.
func (m *Importer) countAttempt(run *imports.Run, outcome string, begun time.Time) {
	if m.Ended != nil {
		m.Ended(run.Attempt.RouteID, outcome, time.Since(begun))
	}
}

// handBack gives the lease up, so that the next worker can continue immediately.
func (m *Importer) handBack(run *imports.Run) error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	return m.Store.Imports.HandBack(ctx, run)
}

// runStages runs the remaining stages of the attempt.
func (m *Importer) runStages(ctx context.Context, run *imports.Run) error {
	if run.Import.CancelRequested {
		return imports.ErrCancelRequested
	}
	w, err := loadState(run.Attempt.Work)
	if err != nil {
		return err
	}
	table := stageTable()
	for {
		name := run.Stage()
		stage := table[name]
		if stage.needsCheckpoint != nil && stage.needsCheckpoint(run, w) {
			if err := m.checkpoint(ctx, run, w); err != nil {
				return err
			}
		}
		state, err := m.runStage(ctx, name, stage, run, w)
		if err != nil || name == imports.StageCommitReference {
			return err
		}
		code := apierror.Code("")
		if state == imports.WorkFailed {
			code = cmp.Or(w.MediaCode, w.CaptionsCode, w.SpeechCode) // at most one of them: a capture has no transcript, and refused captions no speech
		}
		m.Store.Imports.EndStage(run, state, code)
	}
}

// checkpoint saves what the attempt has found so far. It returns ErrCancelRequested if the import was cancelled meanwhile.
func (m *Importer) checkpoint(ctx context.Context, run *imports.Run, w *attemptState) error {
	raw, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return m.Store.Imports.Checkpoint(ctx, run, raw)
}

// runStage runs one stage. A panic becomes an error of the import.
func (m *Importer) runStage(ctx context.Context, name imports.Stage, s stage, run *imports.Run, w *attemptState) (state imports.WorkState, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = apierror.Wrap(fmt.Errorf("stage %s crashed: %v", name, r), apierror.CodeInternalError)
		}
	}()
	ctx, span := startStage(ctx, name)
	defer span.End()
	if m.Rehearse != nil {
		if err := m.Rehearse(run, name); err != nil {
			return "", err
		}
	}
	return s.run(m, ctx, run, w)
}

// fail records a failure. If the error is temporary and attempts are left, another attempt follows; otherwise the import has
// failed. If the database does not answer, the lease expires and another worker continues.
func (m *Importer) fail(ctx context.Context, run *imports.Run, err error) error {
	f := apierror.From(err)
	m.Log.Warn("an attempt failed", "import", run.Import.ID, "workspace", run.Import.WorkspaceID, "attempt", run.Attempt.Number,
		"route", run.Attempt.RouteID, "code", f.Code, "cause", redactedCause(f))
	o := imports.Outcome{Code: f.Code, Cause: redactedCause(f), Retryable: f.Retryable(), Evidence: f.Evidence, Program: m.Program, Answers: run.Failed}
	if o.Retryable {
		if m.lastAttempt(run) {
			o.Final = apierror.CodeRetryExhausted
		} else {
			at := m.Store.Now().Add(max(withJitter(m.Backoff[run.Attempt.Number-1]), f.RetryAfter))
			o.RetryAt = &at
		}
	}
	if o.RetryAt == nil {
		m.cleanUp(run)
	}
	err = m.Store.Imports.EndRun(ctx, run, o)
	if errors.Is(err, imports.ErrLeaseLost) {
		return nil
	}
	if err == nil && o.RetryAt != nil && m.Again != nil {
		m.Again(*o.RetryAt)
	}
	return err
}

// lastAttempt reports whether no attempt follows this one.
func (m *Importer) lastAttempt(run *imports.Run) bool {
	return int(run.Attempt.Number) > len(m.Backoff)
}

// withJitter changes a wait randomly by up to a fifth in either direction.
func withJitter(d time.Duration) time.Duration {
	return d + time.Duration((rand.Float64()*0.4-0.2)*float64(d))
}
