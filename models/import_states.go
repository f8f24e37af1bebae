package models

import "slices"

// ImportState is where an import stands.
type ImportState string

// An import is accepted (the database is the outbox), queued (a task was sent), running (a worker holds its lease),
// waiting for its next attempt, or ended in one of three ways.
const (
	ImportAccepted  ImportState = "accepted"
	ImportQueued    ImportState = "queued"
	ImportRunning   ImportState = "running"
	ImportRetryWait ImportState = "retry_wait"
	ImportSucceeded ImportState = "succeeded"
	ImportFailed    ImportState = "failed"
	ImportCancelled ImportState = "cancelled"
)

// ImportStates lists every ImportState once.
func ImportStates() []ImportState {
	return []ImportState{ImportAccepted, ImportQueued, ImportRunning, ImportRetryWait, ImportSucceeded, ImportFailed, ImportCancelled}
}

// next lists the states that may follow.
func (s ImportState) next() []ImportState {
	switch s {
	case ImportAccepted:
		return []ImportState{ImportQueued, ImportFailed, ImportCancelled}
	case ImportQueued:
		return []ImportState{ImportRunning, ImportCancelled}
	case ImportRunning:
		return []ImportState{ImportSucceeded, ImportFailed, ImportRetryWait, ImportCancelled}
	case ImportRetryWait:
		return []ImportState{ImportQueued, ImportCancelled}
	case ImportSucceeded, ImportFailed, ImportCancelled:
	}
	return nil
}

// May tells whether an import in s may become to.
func (s ImportState) May(to ImportState) bool { return slices.Contains(s.next(), to) }

// Final tells whether nothing follows.
func (s ImportState) Final() bool { return len(s.next()) == 0 }

// unfinished lists the states that something follows.
func unfinished() []ImportState {
	return slices.DeleteFunc(ImportStates(), ImportState.Final)
}

// Stage is one step of an attempt.
type Stage string

// The stages, in their order.
const (
	StageValidateURL     Stage = "validate_url"
	StageSelectRoute     Stage = "select_route"
	StageFetchSource     Stage = "fetch_source"
	StageCreateReference Stage = "create_reference"
	StageFetchTranscript Stage = "fetch_transcript"
	StageDownloadMedia   Stage = "download_media"
	StageVerifyMedia     Stage = "verify_media"
	StageAnalyzeMedia    Stage = "analyze_media"
	StageCommitReference Stage = "commit_reference"
)

// Stages lists every Stage once, in order.
func Stages() []Stage {
	return []Stage{StageValidateURL, StageSelectRoute, StageFetchSource, StageCreateReference, StageFetchTranscript,
		StageDownloadMedia, StageVerifyMedia, StageAnalyzeMedia, StageCommitReference}
}

// WorkState is where an attempt or a stage stands; only a stage can be skipped.
type WorkState string

// The states of attempts and stages.
const (
	WorkPending   WorkState = "pending"
	WorkRunning   WorkState = "running"
	WorkSucceeded WorkState = "succeeded"
	WorkFailed    WorkState = "failed"
	WorkCancelled WorkState = "cancelled"
	WorkSkipped   WorkState = "skipped"
)

// WorkStates lists every WorkState once.
func WorkStates() []WorkState {
	return []WorkState{WorkPending, WorkRunning, WorkSucceeded, WorkFailed, WorkCancelled, WorkSkipped}
}

// MediaProfile is what an import keeps.
type MediaProfile string

// none looks at no media, analysis measures it and lets it go, full keeps it under a hold.
const (
	ProfileNone     MediaProfile = "none"
	ProfileAnalysis MediaProfile = "analysis"
	ProfileFull     MediaProfile = "full"
)

// MediaProfiles lists every MediaProfile once.
func MediaProfiles() []MediaProfile { return []MediaProfile{ProfileNone, ProfileAnalysis, ProfileFull} }

// Prices of an import's parts, in credits.
const (
	PriceFetch      = 1
	PriceTranscript = 1
	PriceAnalysis   = 2
	PriceMedia      = 2
)

// FullPrice is what an import costs when everything asked for is kept.
func FullPrice(p MediaProfile, transcript bool) int64 {
	price := int64(PriceFetch)
	if transcript {
		price += PriceTranscript
	}
	if p != ProfileNone {
		price += PriceAnalysis
	}
	if p == ProfileFull {
		price += PriceMedia
	}
	return price
}
