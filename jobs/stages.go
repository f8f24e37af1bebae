package jobs

import (
	"context"
	"os"
	"path/filepath"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/imports"
)

// runStage returns succeeded, skipped if there was nothing to do, or failed if the import can go on without it.
type runStage func(m *Importer, ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error)

// stage describes how one stage of an attempt runs.
type stage struct {
	run runStage
	// needsCheckpoint reports whether the stage waits for a network, so that progress is saved before it; nil: never.
	needsCheckpoint func(run *imports.Run, w *attemptState) bool
}

// stageTable says how each stage of imports.StageTable is run.
func stageTable() map[imports.Stage]stage {
	always := func(*imports.Run, *attemptState) bool { return true }
	refused := func(_ *imports.Run, w *attemptState) bool { return w.CaptionsCode != "" }
	return map[imports.Stage]stage{
		imports.StageValidateURL:     {(*Importer).validate, nil},
		imports.StageSelectRoute:     {(*Importer).selectRoute, nil},
		imports.StageFetchSource:     {(*Importer).fetchSource, always},
		imports.StageCreateReference: {(*Importer).createReference, keepsFiles},
		imports.StageFetchTranscript: {(*Importer).fetchTranscript, refused},
		imports.StageDownloadMedia:   {(*Importer).download, hasMedia},
		imports.StageVerifyMedia:     {onFiles(hasMedia, (*Importer).verify), hasMedia},
		imports.StageTranscribe:      {onFiles(wantsSpeech, (*Importer).transcribe), wantsSpeech},
		imports.StageAnalyzeMedia:    {onFiles(hasMedia, (*Importer).analyze), hasMedia},
		imports.StageCommitReference: {(*Importer).commit, keepsFiles},
	}
}

// validate recognises the link again, because rules and blocked content may have changed since it was accepted. A short link is
// followed here.
func (m *Importer) validate(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	link, err := m.Lookup.ItemLink(ctx, run.Import.SourceURL)
	if err != nil {
		return imports.WorkSucceeded, err
	}
	w.Link = link
	if run.Import.Subject == "" {
		err = m.Store.Imports.KeepTarget(ctx, run, link.Canonical, content.NaturalID(link.Platform, link.LocalID))
	}
	return imports.WorkSucceeded, err
}

// selectRoute records the route that will be called first.
func (m *Importer) selectRoute(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if run.Import.CaptureID != "" {
		return m.selectCapture(ctx, run)
	}
	route, err := m.Lookup.FirstRoute(ctx, w.Link.Platform)
	run.Attempt.RouteID, run.Attempt.Version = route.ID, route.ContractVersion
	return imports.WorkSucceeded, err
}

// fetchSource fetches the item from the platform, always live, unless a browser handed it over.
func (m *Importer) fetchSource(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if run.Import.CaptureID != "" {
		return m.readCapture(ctx, run, w)
	}
	media := run.Import.MediaProfile != imports.ProfileNone
	ctx, calls := sources.WithRecorder(ctx)
	found, err := m.fetchWithEvidence(ctx, run, w, media)
	if err != nil {
		run.Failed = m.Lookup.FailedCalls(ctx, lookup.Asked{Link: w.Link, Media: media}, calls, err)
		return "", err
	}
	run.Attempt.RouteID, run.Attempt.Version = found.Route.ID, found.Route.ContractVersion
	w.Item, w.Incomplete, w.Transcript = found.Item, found.Item.Incomplete, nil
	m.keepFiles(w, found.Files)
	if run.Import.Transcript {
		w.keepTranscript(found.Item.Transcript)
	}
	w.Item.Transcript = nil // stored once, as a file
	w.ObservationID, w.ObservedAt = found.Observation.ID, found.Observation.Time()
	return imports.WorkSucceeded, nil
}

// createReference creates the reference before files are uploaded for it. Without files, the commit creates it.
func (m *Importer) createReference(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	if !keepsFiles(run, w) {
		return imports.WorkSucceeded, nil
	}
	_, err := m.Store.Imports.EnsureReference(ctx, run, w.Item.ID, w.observed())
	return imports.WorkSucceeded, err
}

// hasMedia reports whether there may be media: neither the profile nor the source excludes it.
func hasMedia(run *imports.Run, w *attemptState) bool {
	return run.Import.MediaProfile != imports.ProfileNone && len(w.Parts) > 0
}

// keepsFiles reports whether anything may be downloaded or uploaded.
func keepsFiles(run *imports.Run, w *attemptState) bool {
	return hasMedia(run, w) || w.Transcript != nil || w.CaptionsCode != "" || w.FullEvidence
}

// onFiles runs a stage once the files are downloaded. It skips the stage where it is not wanted, which may show only then.
func onFiles(wanted func(*imports.Run, *attemptState) bool, then runStage) runStage {
	return func(m *Importer, ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
		if !wanted(run, w) {
			return imports.WorkSkipped, nil
		}
		switch err := m.ensureDownloaded(ctx, run, w); {
		case err != nil:
			return "", err
		case !wanted(run, w):
			return imports.WorkSkipped, nil
		}
		return then(m, ctx, run, w)
	}
}

// verify checks that the bytes of parts are what they claim to be, and measures those that are not measured yet.
func (m *Importer) verify(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	problems := make([]error, len(w.Parts))
	for n := range w.Parts {
		if p := &w.Parts[n]; p.Download != nil && p.Facts == nil {
			p.Facts, problems[n] = m.Media.Verify(ctx, p.Download.Path)
		}
	}
	return m.settleAll(ctx, run, w, problems)
}

// analyze makes the poster, the creative description and the provenance from verified bytes, and reads the text on screen.
func (m *Importer) analyze(ctx context.Context, run *imports.Run, w *attemptState) (imports.WorkState, error) {
	var err error
	if w.Derived, err = m.Media.Analyze(ctx, w.primary().Download, w.primary().Facts, w.Item, w.Transcript); err != nil {
		return "", err
	}
	m.readText(ctx, run, w)
	return imports.WorkSucceeded, ctx.Err()
}

// folder returns the folder of an import's downloads; it is removed when the import ends.
func (m *Importer) folder(run *imports.Run) string { return filepath.Join(m.Folder, run.Import.ID) }

func (m *Importer) cleanUp(run *imports.Run) {
	if err := os.RemoveAll(m.folder(run)); err != nil {
		m.Log.Warn("a download was left behind", "import", run.Import.ID, "cause", err)
	}
}

// charges returns the price of what an import keeps.
func charges(prices billing.Prices, run *imports.Run, w *attemptState) []billing.Charge {
	measured := hasMedia(run, w)
	return prices.ImportCharges(billing.ImportParts{
		Transcript: w.Transcript != nil, Speech: w.Transcript != nil && w.Transcript.Source == content.MachineSpeech, Analysis: measured, Media: measured && run.Import.MediaProfile == imports.ProfileFull,
	}.OfCapture(run.Import.CaptureID != ""))
}
