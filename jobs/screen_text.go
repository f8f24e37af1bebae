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

// textWithin bounds the reading of the text on screen of all parts of a post.
const textWithin = 3 * time.Minute

// readText reads the text on screen of the parts that were downloaded. It never fails an import: what cannot be read, or not in time, is
// left out.
func (m *Importer) readText(ctx context.Context, run *imports.Run, w *attemptState) {
	ctx, cancel := context.WithTimeout(ctx, textWithin)
	defer cancel()
	w.Derived.OnScreenText, w.TextOf = nil, nil
	first := w.primary()
	for n := range w.Parts {
		p := &w.Parts[n]
		if p.Download == nil || p.Facts == nil {
			continue
		}
		var takes []content.Shot
		if p == first && w.Derived.CreativeSpec != nil {
			takes = w.Derived.CreativeSpec.Shots
		}
		list, err := m.Media.ScreenText(ctx, p.Download.Path, p.Facts, takes)
		if err != nil && !errors.Is(err, context.Canceled) {
			m.Log.Warn("the text on screen was not read", "import", run.Import.ID, "part", n, "cause", apierror.Redact(err))
		}
		if list == nil {
			continue
		}
		for i := range list {
			list[i].Part = int64(n)
		}
		w.TextOf = append(w.TextOf, int64(n))
		w.Derived.OnScreenText = append(nonNil(w.Derived.OnScreenText), list...)
	}
	most := min(len(w.Derived.OnScreenText), content.MaxScreenTexts)
	w.Derived.OnScreenText = w.Derived.OnScreenText[:most]
}

func nonNil(list []content.ScreenText) []content.ScreenText {
	if list == nil {
		return []content.ScreenText{}
	}
	return list
}

// ScreenText implements Media.
func (p *MediaPipeline) ScreenText(ctx context.Context, path string, facts *media.Facts, takes []content.Shot) ([]content.ScreenText, error) {
	return p.Reader.Read(ctx, path, facts, takes)
}
