package imports

import (
	"slices"

	"socialdata/models/billing"
)

// State is where an import stands.
type State string

// An import is accepted (the database is the outbox), queued (a task was sent), running (a worker holds its lease),
// waiting for its next attempt, or ended in one of three ways.
const (
	Accepted  State = "accepted"
	Queued    State = "queued"
	Running   State = "running"
	RetryWait State = "retry_wait"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// States lists every State once.
func States() []State {
	return []State{Accepted, Queued, Running, RetryWait, Succeeded, Failed, Cancelled}
}

// UnfinishedStates lists the states that something follows.
func UnfinishedStates() []State {
	return slices.DeleteFunc(States(), State.Final)
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

// PartsOf returns the parts that an import is charged for when everything asked for is kept.
func PartsOf(p MediaProfile, transcript bool) billing.ImportParts {
	return billing.ImportParts{Transcript: transcript, Analysis: p != ProfileNone, Media: p == ProfileFull}
}

// FullPrice returns what an import costs, in credits, when everything asked for is kept.
func (s *Store) FullPrice(p MediaProfile, transcript bool) int64 {
	return billing.Total(s.prices.ImportCharges(PartsOf(p, transcript)))
}
