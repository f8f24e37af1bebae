package jobs

import (
	"context"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/models/imports"
)

// fetchWithCaptions reads the item, with its captions if the import asks for them. If the captions are refused, the item is read
// without them, and fetchTranscript tries them once more.
func (m *Importer) fetchWithCaptions(ctx context.Context, run *imports.Run, w *attemptState, media bool) (*lookup.Source, error) {
	w.CaptionsCode = ""
	found, err := m.Lookup.Source(ctx, w.Link, run.Import.Transcript, media)
	if err == nil || !run.Import.Transcript || !lookup.CaptionsRefused(err) {
		return found, err
	}
	first := apierror.From(err).Code
	if found, err = m.Lookup.Source(ctx, w.Link, false, media); err == nil {
		w.CaptionsCode = first
	}
	return found, err
}

// fetchTranscript asks a second time for captions that were refused with the item. If they are refused again, the stage has
// failed and the import goes on without a transcript.
func (m *Importer) fetchTranscript(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if w.CaptionsCode != "" {
		var found *lookup.Source
		err := m.archived(ctx, run, w, func(ctx context.Context) (err error) {
			found, err = m.Lookup.Source(ctx, w.Link, true, false)
			return err
		})
		switch {
		case err == nil:
			w.CaptionsCode = ""
			w.keepTranscript(found.Item.Transcript)
		case lookup.CaptionsRefused(err):
			w.CaptionsCode = apierror.From(err).Code
			return imports.WorkFailed, nil
		default:
			return "", err
		}
	}
	if w.Transcript == nil {
		return imports.WorkSkipped, nil
	}
	return imports.WorkSucceeded, nil
}

// keepTranscript keeps a transcript that has any text.
func (w *attemptState) keepTranscript(t *content.Transcript) {
	if t != nil && len(t.Segments) > 0 {
		w.Transcript = t
	}
}
