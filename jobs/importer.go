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

// Importer runs attempts of imports, stage by stage. Any process may be killed at any instruction: what is done is in
// the database before each stage that waits for others, and the next worker goes on from there.
type Importer struct {
	Store   *models.Store
	Lookup  *lookup.Service
	Media   Media
	Folder  string          // where downloads lie while an import runs
	Backoff []time.Duration // waits between attempts
	Log     *slog.Logger
	Ended   func(route, outcome string, took time.Duration) // nil, or what counts attempts

	MaxHeight    int64         // of a video, in pixels; 0 is 720
	LeaseRenewal time.Duration // 0 is imports.LeaseRenewal
}

// Run takes an import up, if it is due, and brings it to its next state.
func (m *Importer) Run(ctx context.Context, id string) error {
	run, err := m.Store.BeginAttempt(ctx, id, db.NewID())
	if run == nil || err != nil {
		return err
	}
	ctx, span := startAttempt(ctx, run)
	defer span.End()
	begun := time.Now()
	held, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	go m.keepLease(held, run, drop)
	err = m.stages(held, run)
	switch {
	case err == nil: // committed; a renewal that came after it finds the lease gone, which is no loss
		m.tidy(run)
		m.ended(run, "done", begun)
		return nil
	case errors.Is(err, imports.ErrLeaseLost), errors.Is(context.Cause(held), imports.ErrLeaseLost):
		m.ended(run, "lease_lost", begun)
		return nil
	case errors.Is(err, imports.ErrCancelRequested):
		m.tidy(run)
		m.ended(run, "cancelled", begun)
		return m.Store.EndRun(context.WithoutCancel(ctx), run, imports.Outcome{Cancelled: true})
	case ctx.Err() != nil:
		m.ended(run, "handed_back", begun)
		return m.handBack(run)
	}
	m.ended(run, string(apierror.From(err).Code), begun)
	return m.fail(context.WithoutCancel(ctx), run, err)
}

// ended tells whoever counts attempts.
func (m *Importer) ended(run *imports.Run, outcome string, begun time.Time) {
	if m.Ended != nil {
		m.Ended(run.Attempt.RouteID, outcome, time.Since(begun))
	}
}

// handBack lets the next worker go on at once.
func (m *Importer) handBack(run *imports.Run) error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	return m.Store.HandBack(ctx, run)
}

// keepLease renews the lease; when it is lost everything stops.
func (m *Importer) keepLease(ctx context.Context, run *imports.Run, drop context.CancelCauseFunc) {
	tick := time.NewTicker(cmp.Or(m.LeaseRenewal, imports.LeaseRenewal))
	defer tick.Stop()
	renewed := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch err := m.Store.Renew(ctx, run); {
		case err == nil:
			renewed = time.Now()
		case errors.Is(err, imports.ErrLeaseLost), time.Since(renewed) > imports.LeaseTime:
			drop(imports.ErrLeaseLost)
			return
		}
	}
}

// stages runs what is left of the attempt.
func (m *Importer) stages(ctx context.Context, run *imports.Run) error {
	if run.Import.CancelRequested {
		return imports.ErrCancelRequested
	}
	w, err := loadWork(run.Attempt.Work)
	if err != nil {
		return err
	}
	for {
		stage := run.Stage()
		if waits(stage, run, w) {
			if err := m.checkpoint(ctx, run, w); err != nil {
				return err
			}
		}
		state, err := m.safely(ctx, stage, run, w)
		if err != nil || stage == imports.StageCommitReference {
			return err
		}
		code := apierror.Code("")
		if state == imports.WorkFailed {
			code = w.CaptionsCode
		}
		m.Store.EndStage(run, state, code)
	}
}

// checkpoint keeps what the attempt found so far, and looks whether it should go on.
func (m *Importer) checkpoint(ctx context.Context, run *imports.Run, w *work) error {
	raw, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return m.Store.Checkpoint(ctx, run, raw)
}

// safely turns a crash of a stage into an error of the import.
func (m *Importer) safely(ctx context.Context, stage imports.Stage, run *imports.Run, w *work) (state imports.WorkState, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = apierror.Wrap(fmt.Errorf("stage %s crashed: %v", stage, r), apierror.CodeInternalError)
		}
	}()
	ctx, span := startStage(ctx, stage)
	defer span.End()
	return m.do(ctx, stage, run, w)
}

// fail records a failure: another attempt when the fault may pass and attempts are left, else the end. A database that
// is away cannot be told; the lease runs out and another worker goes on.
func (m *Importer) fail(ctx context.Context, run *imports.Run, err error) error {
	f := apierror.From(err)
	m.Log.Warn("an attempt failed", "import", run.Import.ID, "workspace", run.Import.WorkspaceID, "attempt", run.Attempt.Number,
		"route", run.Attempt.RouteID, "code", f.Code, "cause", cause(f))
	o := imports.Outcome{Code: f.Code, Cause: cause(f), Retryable: f.Retryable()}
	if o.Retryable {
		if n := int(run.Attempt.Number) - 1; n < len(m.Backoff) {
			at := m.Store.Now().Add(max(jitter(m.Backoff[n]), f.RetryAfter))
			o.RetryAt = &at
		} else {
			o.Final = apierror.CodeRetryExhausted
		}
	}
	if o.RetryAt == nil {
		m.tidy(run)
	}
	err = m.Store.EndRun(ctx, run, o)
	if errors.Is(err, imports.ErrLeaseLost) {
		return nil
	}
	return err
}

// jitter spreads a wait by a fifth both ways.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration((rand.Float64()*0.4-0.2)*float64(d))
}
