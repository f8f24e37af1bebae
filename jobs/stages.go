package jobs

import (
	"context"
	"os"
	"path/filepath"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
)

// do runs one stage. It ends succeeded, skipped where there was nothing to do, or failed where the import can go on without.
func (m *Importer) do(ctx context.Context, stage models.Stage, run *models.Run, w *work) (models.WorkState, error) {
	switch stage {
	case models.StageValidateURL:
		return m.validate(run, w)
	case models.StageSelectRoute:
		return m.selectRoute(ctx, run, w)
	case models.StageFetchSource:
		return m.fetchSource(ctx, run, w)
	case models.StageCreateReference:
		return m.createReference(ctx, run, w)
	case models.StageFetchTranscript:
		return m.fetchTranscript(ctx, w)
	case models.StageDownloadMedia:
		return m.download(ctx, run, w)
	case models.StageVerifyMedia:
		return m.verify(ctx, run, w)
	case models.StageAnalyzeMedia:
		return m.analyze(ctx, run, w)
	case models.StageCommitReference:
		return models.WorkSucceeded, m.commit(ctx, run, w)
	}
	return "", apierror.New(apierror.CodeInternalError)
}

// validate recognises the link again: rules and blocked content may have changed since it was accepted.
func (m *Importer) validate(run *models.Run, w *work) (models.WorkState, error) {
	link, err := m.Lookup.ItemLink(run.Import.SourceURL)
	w.Link = link
	return models.WorkSucceeded, err
}

// selectRoute names the route that will be asked first.
func (m *Importer) selectRoute(ctx context.Context, run *models.Run, w *work) (models.WorkState, error) {
	route, err := m.Lookup.FirstRoute(ctx, w.Link.Platform)
	run.Attempt.RouteID, run.Attempt.Version = route.ID, route.ContractVersion
	return models.WorkSucceeded, err
}

// fetchSource asks the platform, always live.
func (m *Importer) fetchSource(ctx context.Context, run *models.Run, w *work) (models.WorkState, error) {
	media := run.Import.MediaProfile != models.ProfileNone
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
	return models.WorkSucceeded, nil
}

// createReference makes the reference that files are kept for; without any the commit, which is next, makes it.
func (m *Importer) createReference(ctx context.Context, run *models.Run, w *work) (models.WorkState, error) {
	if !keepsFiles(run, w) {
		return models.WorkSucceeded, nil
	}
	_, err := m.Store.EnsureReference(ctx, run, w.Item.ID)
	return models.WorkSucceeded, err
}

// nothingToMeasure tells an import without media: by its profile, or because the source gives none.
func nothingToMeasure(run *models.Run, w *work) bool {
	return run.Import.MediaProfile == models.ProfileNone || len(w.Files) == 0
}

// keepsFiles tells whether anything may be downloaded or uploaded.
func keepsFiles(run *models.Run, w *work) bool {
	return !nothingToMeasure(run, w) || w.Transcript != nil || w.CaptionsCode != ""
}

// waits tells whether a stage waits for others: what was found so far is kept before it.
func waits(stage models.Stage, run *models.Run, w *work) bool {
	switch stage {
	case models.StageFetchSource:
		return true
	case models.StageCreateReference, models.StageCommitReference:
		return keepsFiles(run, w)
	case models.StageDownloadMedia, models.StageVerifyMedia, models.StageAnalyzeMedia:
		return !nothingToMeasure(run, w)
	case models.StageFetchTranscript:
		return w.CaptionsCode != ""
	case models.StageValidateURL, models.StageSelectRoute:
	}
	return false
}

// verify holds the bytes against what they say they are, and measures them.
func (m *Importer) verify(ctx context.Context, run *models.Run, w *work) (models.WorkState, error) {
	if nothingToMeasure(run, w) {
		return models.WorkSkipped, nil
	}
	if err := m.ensureDownloaded(ctx, run, w); err != nil {
		return "", err
	}
	var err error
	w.Facts, err = m.Media.Verify(ctx, w.Download.Path)
	return models.WorkSucceeded, err
}

// analyze makes the poster, the creative description and the provenance from verified bytes.
func (m *Importer) analyze(ctx context.Context, run *models.Run, w *work) (models.WorkState, error) {
	if nothingToMeasure(run, w) {
		return models.WorkSkipped, nil
	}
	if err := m.ensureDownloaded(ctx, run, w); err != nil {
		return "", err
	}
	var err error
	w.Derived, err = m.Media.Analyze(ctx, w.Download, w.Facts, w.Item, w.Transcript)
	return models.WorkSucceeded, err
}

// folder is where an import's downloads lie; it goes when the import ends.
func (m *Importer) folder(run *models.Run) string { return filepath.Join(m.Folder, run.Import.ID) }

func (m *Importer) tidy(run *models.Run) {
	if err := os.RemoveAll(m.folder(run)); err != nil {
		m.Log.Warn("a download was left behind", "import", run.Import.ID, "cause", err)
	}
}

// charges are what an import costs, by what is really kept.
func charges(run *models.Run, w *work) []models.Charge {
	list := []models.Charge{{Part: content.PartFetch, Credits: models.PriceFetch}}
	if w.Transcript != nil {
		list = append(list, models.Charge{Part: content.PartTranscript, Credits: models.PriceTranscript})
	}
	if nothingToMeasure(run, w) {
		return list
	}
	list = append(list, models.Charge{Part: content.PartAnalysis, Credits: models.PriceAnalysis})
	if run.Import.MediaProfile == models.ProfileFull {
		list = append(list, models.Charge{Part: content.PartMedia, Credits: models.PriceMedia})
	}
	return list
}
