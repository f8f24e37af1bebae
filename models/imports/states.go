package imports

import (
	"slices"

	"socialdata/models/billing"
)

// State is the state of an import.
type State string

// An import is accepted (stored but not sent to a worker), queued (visible to workers), running (a worker holds its
// lease), waiting for its next attempt, or ended in one of three ways.
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

// UnfinishedStates lists the states that are not final.
func UnfinishedStates() []State {
	return slices.DeleteFunc(States(), State.Final)
}

// Stage is one step of an attempt.
type Stage string

// The stages; StageTable orders them.
const (
	StageValidateURL     Stage = "validate_url"
	StageSelectRoute     Stage = "select_route"
	StageFetchSource     Stage = "fetch_source"
	StageCreateReference Stage = "create_reference"
	StageFetchTranscript Stage = "fetch_transcript"
	StageDownloadMedia   Stage = "download_media"
	StageVerifyMedia     Stage = "verify_media"
	StageTranscribe      Stage = "transcribe_speech" // only where the operator has a server for it
	StageAnalyzeMedia    Stage = "analyze_media"
	StageCommitReference Stage = "commit_reference"
)

// StageText is a stage with its texts for pages.
type StageText struct {
	Stage Stage
	Title string // as an imperative: "Check the link"
	Doing string // while it runs: "Checking the link"
}

// StageTable lists every stage once, in the order in which an attempt runs them.
func StageTable() []StageText {
	return []StageText{
		{StageValidateURL, "Check the link", "Checking the link"},
		{StageSelectRoute, "Choose a route", "Choosing a route"},
		{StageFetchSource, "Read the source", "Reading the source"},
		{StageCreateReference, "Open reference", "Opening the reference"},
		{StageFetchTranscript, "Read captions", "Reading captions"},
		{StageDownloadMedia, "Download media", "Downloading media"},
		{StageVerifyMedia, "Verify media", "Verifying media"},
		{StageTranscribe, "Write speech down", "Writing speech down"},
		{StageAnalyzeMedia, "Analyse media", "Analysing media"},
		{StageCommitReference, "Save the reference", "Saving the reference"},
	}
}

// Stages lists every stage once, in order.
func Stages() []Stage {
	var list []Stage
	for _, row := range StageTable() {
		list = append(list, row.Stage)
	}
	return list
}

// Text returns the texts of a stage.
func (s Stage) Text() StageText {
	for _, row := range StageTable() {
		if row.Stage == s {
			return row
		}
	}
	return StageText{Stage: s}
}

// WorkState is the state of an attempt or a stage; only a stage can be skipped.
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

// none reads no media, analysis downloads and measures media without keeping it, full keeps it under a hold.
const (
	ProfileNone     MediaProfile = "none"
	ProfileAnalysis MediaProfile = "analysis"
	ProfileFull     MediaProfile = "full"
)

// MediaProfiles lists every MediaProfile once.
func MediaProfiles() []MediaProfile { return []MediaProfile{ProfileNone, ProfileAnalysis, ProfileFull} }

// PartsOf returns the parts that an import is charged for if everything that was requested is kept.
func PartsOf(p MediaProfile, transcript bool) billing.ImportParts {
	return billing.ImportParts{Transcript: transcript, Speech: transcript && p != ProfileNone, Analysis: p != ProfileNone, Media: p == ProfileFull}
}

// parts returns the parts that the import is charged for if everything that was requested is kept.
func (i *Import) parts() billing.ImportParts {
	return PartsOf(i.MediaProfile, i.Transcript).OfCapture(i.CaptureID != "")
}

// PriceOf returns the price of an import, in credits, if everything that it requests is kept.
func (s *Store) PriceOf(i *Import) int64 { return billing.Total(s.prices.ImportCharges(i.parts())) }

// FullPrice returns the price of an import, in credits, if everything that was requested is kept.
func (s *Store) FullPrice(p MediaProfile, transcript bool) int64 {
	return billing.Total(s.prices.ImportCharges(PartsOf(p, transcript)))
}
