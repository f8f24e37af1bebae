package jobs

import (
	"context"
	"encoding/json"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// selectCapture records the route by which the capture was read.
func (m *Importer) selectCapture(ctx context.Context, run *imports.Run) (imports.WorkState, error) {
	c, err := m.capture(ctx, run)
	if err != nil {
		return "", err
	}
	run.Attempt.RouteID, run.Attempt.Version = c.RouteID, c.Version
	return imports.WorkSucceeded, nil
}

// readCapture takes the item from the capture. No platform is called and no observation is recorded, because other
// workspaces would be served it.
func (m *Importer) readCapture(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	c, err := m.capture(ctx, run)
	if err != nil {
		return "", err
	}
	w.Item, err = c.Post()
	if err == nil {
		err = json.Unmarshal(c.Files, &w.Files)
	}
	if err != nil {
		return "", apierror.Wrap(err, apierror.CodeInternalError)
	}
	w.Incomplete, w.Transcript = c.Incomplete, nil
	if run.Import.MediaProfile != imports.ProfileNone {
		if err := m.expectUpload(ctx, run, w); err != nil {
			return "", err
		}
		m.keepFiles(w, w.Files)
	}
	w.ObservationID, w.ObservedAt = c.ID, time.UnixMicro(c.CapturedAt)
	w.Captured = references.CapturedBy(c.CapturedBy, content.At(w.ObservedAt))
	return imports.WorkSucceeded, nil
}

func (m *Importer) capture(ctx context.Context, run *imports.Run) (*captures.Capture, error) {
	return m.Store.Captures.Find(ctx, run.Import.WorkspaceID, run.Import.CaptureID)
}

// withoutMedia lets the import of a capture go on without media, because the platform gives this service none of its files.
// What the browser received is worth keeping alone, and it may never come again.
func (w *attemptState) withoutMedia(why error) (imports.WorkState, error) {
	w.Parts, w.Files, w.MediaCode = nil, nil, apierror.From(why).Code
	return imports.WorkFailed, nil
}
