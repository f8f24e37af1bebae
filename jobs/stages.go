package jobs

import (
	"context"
	"os"
	"path/filepath"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/imports"
)

// do runs one stage. It ends succeeded, skipped where there was nothing to do, or failed where the import can go on without.
func (m *Importer) do(ctx context.Context, stage imports.Stage, run *imports.Run, w *work) (imports.WorkState, error) {
	switch stage {
	case imports.StageValidateURL:
		return m.validate(run, w)
	case imports.StageSelectRoute:
		return m.selectRoute(ctx, run, w)
	case imports.StageFetchSource:
		return m.fetchSource(ctx, run, w)
	case imports.StageCreateReference:
		return m.createReference(ctx, run, w)
	case imports.StageFetchTranscript:
		return m.fetchTranscript(ctx, w)
	case imports.StageDownloadMedia:
		return m.download(ctx, run, w)
	case imports.StageVerifyMedia:
		return m.verify(ctx, run, w)
	case imports.StageAnalyzeMedia:
		return m.analyze(ctx, run, w)
	case imports.StageCommitReference:
		return imports.WorkSucceeded, m.commit(ctx, run, w)
	}
	return "", apierror.New(apierror.CodeInternalError)
}

// validate recognises the link again: rules and blocked content may have changed since it was accepted.
func (m *Importer) validate(run *imports.Run, w *work) (imports.WorkState, error) {
	link, err := m.Lookup.ItemLink(run.Import.SourceURL)
	w.Link = link
	return imports.WorkSucceeded, err
}

// selectRoute names the route that will be asked first.
func (m *Importer) selectRoute(ctx context.Context, run *imports.Run, w *work) (imports.WorkState, error) {
	route, err := m.Lookup.FirstRoute(ctx, w.Link.Platform)
	run.Attempt.RouteID, run.Attempt.Version = route.ID, route.ContractVersion
	return imports.WorkSucceeded, err
}

// fetchSource asks the platform, always live.
func (m *Importer) fetchSource(ctx context.Context, run *imports.Run, w *work) (imports.WorkState, error) {
	media := run.Import.MediaProfile != imports.ProfileNone
	found, err := m.fetchWithCaptions(ctx, run, w, media)
	if err != nil {
		return "", err
	}
	run.Attempt.RouteID, run.Attempt.Version = found.Route.ID, found.Route.ContractVersion
	w.Item, w.Transcript = found.Item, nil
	m.keepFiles(w, found.Files)
	if run.Import.Transcript {
		w.keepTranscript(found.Item.Transcript)
	}
	w.Item.Transcript = nil // kept once
	w.ObservationID, w.ObservedAt = found.Observation.ID, found.Observation.Time()
	return imports.WorkSucceeded, nil
}

// createReference makes the reference that files are kept for; without any the commit, which is next, makes it.
func (m *Importer) createReference(ctx context.Context, run *imports.Run, w *work) (imports.WorkState, error) {
	if !keepsFiles(run, w) {
		return imports.WorkSucceeded, nil
	}
	_, err := m.Store.EnsureReference(ctx, run, w.Item.ID)
	return imports.WorkSucceeded, err
}

// nothingToMeasure tells an import without media: by its profile, or because the source gives none.
func nothingToMeasure(run *imports.Run, w *work) bool {
	return run.Import.MediaProfile == imports.ProfileNone || len(w.Files) == 0
}

// keepsFiles tells whether anything may be downloaded or uploaded.
func keepsFiles(run *imports.Run, w *work) bool {
	return !nothingToMeasure(run, w) || w.Transcript != nil || w.CaptionsCode != ""
}

// waits tells whether a stage waits for others: what was found so far is kept before it.
func waits(stage imports.Stage, run *imports.Run, w *work) bool {
	switch stage {
	case imports.StageFetchSource:
		return true
	case imports.StageCreateReference, imports.StageCommitReference:
		return keepsFiles(run, w)
	case imports.StageDownloadMedia, imports.StageVerifyMedia, imports.StageAnalyzeMedia:
		return !nothingToMeasure(run, w)
	case imports.StageFetchTranscript:
		return w.CaptionsCode != ""
	case imports.StageValidateURL, imports.StageSelectRoute:
	}
	return false
}

// verify holds the bytes against what they say they are, and measures them.
func (m *Importer) verify(ctx context.Context, run *imports.Run, w *work) (imports.WorkState, error) {
	if nothingToMeasure(run, w) {
		return imports.WorkSkipped, nil
	}
	if err := m.ensureDownloaded(ctx, run, w); err != nil {
		return "", err
	}
	var err error
	w.Facts, err = m.Media.Verify(ctx, w.Download.Path)
	return imports.WorkSucceeded, err
}

// analyze makes the poster, the creative description and the provenance from verified bytes.
func (m *Importer) analyze(ctx context.Context, run *imports.Run, w *work) (imports.WorkState, error) {
	if nothingToMeasure(run, w) {
		return imports.WorkSkipped, nil
	}
	if err := m.ensureDownloaded(ctx, run, w); err != nil {
		return "", err
	}
	var err error
	w.Derived, err = m.Media.Analyze(ctx, w.Download, w.Facts, w.Item, w.Transcript)
	return imports.WorkSucceeded, err
}

// folder is where an import's downloads lie; it goes when the import ends.
func (m *Importer) folder(run *imports.Run) string { return filepath.Join(m.Folder, run.Import.ID) }

func (m *Importer) tidy(run *imports.Run) {
	if err := os.RemoveAll(m.folder(run)); err != nil {
		m.Log.Warn("a download was left behind", "import", run.Import.ID, "cause", err)
	}
}

// charges returns what an import costs by what it really keeps.
func charges(prices billing.Prices, run *imports.Run, w *work) []billing.Charge {
	measured := !nothingToMeasure(run, w)
	return prices.ImportCharges(billing.ImportParts{
		Transcript: w.Transcript != nil, Analysis: measured, Media: measured && run.Import.MediaProfile == imports.ProfileFull,
	})
}
