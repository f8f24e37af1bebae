package jobs

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/models/imports"
)

// speechWithin bounds the writing down of one video's speech.
const speechWithin = 30 * time.Minute

// wantsSpeech reports whether the speech of the media is to be written down: the import asks for a transcript, and the platform has no
// captions. If it has some that could not be read, another import may bring them.
func wantsSpeech(run *imports.Run, w *attemptState) bool {
	if !hasMedia(run, w) || !run.Import.Transcript || w.Transcript != nil || w.CaptionsCode != "" {
		return false
	}
	first := w.primary()
	return first != nil && first.Facts != nil && first.Facts.Kind == content.MediaVideo
}

// transcribe has the speech of a video without captions written down by the operator's server. It never fails an import: after the tries
// of one stage there is no transcript, and the stage says why.
func (m *Importer) transcribe(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	within, cancel := context.WithTimeout(ctx, speechWithin)
	defer cancel()
	first := w.primary()
	t, err := m.Media.Speech(within, first.Download.Path, first.Facts)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		m.Log.Warn("the speech was not written down", "import", run.Import.ID, "cause", apierror.Redact(err))
		w.SpeechCode = apierror.CodeNetworkTransport
		if errors.Is(err, context.DeadlineExceeded) {
			w.SpeechCode = apierror.CodeNetworkTimeout
		}
		return imports.WorkFailed, nil
	case t == nil:
		return imports.WorkSkipped, nil
	}
	w.keepTranscript(t)
	return imports.WorkSucceeded, nil
}

// Speech implements Media.
func (p *MediaPipeline) Speech(ctx context.Context, path string, facts *media.Facts) (*content.Transcript, error) {
	cutter, ok := p.Engine.(media.SoundCutter)
	if p.Speaker == nil || !ok || facts.DurationMs == nil || facts.HasAudio == nil || !*facts.HasAudio {
		return nil, nil
	}
	return p.Speaker.Write(ctx, *facts.DurationMs, path+".wav", func(ctx context.Context, fromMs, toMs int64, file string) error {
		return cutter.CutSound(ctx, path, facts, fromMs, toMs, file)
	})
}
