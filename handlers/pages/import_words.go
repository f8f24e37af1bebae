package pages

import (
	"strings"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/views"
)

// importState says a state in words.
func importState(s imports.State) views.State {
	switch s {
	case imports.Accepted, imports.Queued:
		return views.State{Tone: "busy", Word: "Waiting"}
	case imports.Running:
		return views.State{Tone: "busy", Word: "Running"}
	case imports.RetryWait:
		return views.State{Tone: "warn", Word: "Waiting to retry"}
	case imports.Succeeded:
		return views.State{Tone: "good", Word: "Succeeded"}
	case imports.Failed:
		return views.State{Tone: "bad", Word: "Failed"}
	case imports.Cancelled:
		return views.State{Tone: "calm", Word: "Cancelled"}
	}
	return views.State{Tone: "calm", Word: string(s)}
}

// stageWords say the steps of an attempt, as what is being done.
var stageWords = map[imports.Stage]string{
	imports.StageValidateURL: "Checking the link", imports.StageSelectRoute: "Choosing a route", imports.StageFetchSource: "Reading the source",
	imports.StageCreateReference: "Opening the reference", imports.StageFetchTranscript: "Reading captions", imports.StageDownloadMedia: "Downloading media",
	imports.StageVerifyMedia: "Verifying media", imports.StageAnalyzeMedia: "Analysing media", imports.StageCommitReference: "Saving the reference",
}

func (h *Handlers) importRow(i imports.Import) views.ImportRow {
	r := views.ImportRow{Link: i.SourceURL, Platform: h.platformOf(i.Platform), State: importState(i.State),
		Made: h.when(&i.CreatedAt), Href: "/w/" + i.WorkspaceID + "/imports/" + i.ID, Doing: h.progressText(i)}
	if i.OutcomeCode != "" {
		r.Failure, r.Code = errorText(i.OutcomeCode), string(i.OutcomeCode)
	}
	return r
}

// progressText is what an import does now, or what it waits for.
func (h *Handlers) progressText(i imports.Import) string {
	switch i.State {
	case imports.Running:
		if i.CancelRequested {
			return "Stops at its next step"
		}
		return stageWords[i.Stage]
	case imports.RetryWait:
		next := "Attempt " + views.Number(i.Attempt+1)
		if at := h.when(i.NextAttemptAt).Ago; strings.HasPrefix(at, "in ") {
			return next + " " + at
		}
		return next + " starts as soon as a worker is free"
	case imports.Accepted, imports.Queued:
		return "Starts as soon as a worker is free"
	}
	return ""
}

// advice is what to do about a failed import.
func advice(code apierror.Code) string {
	if s, ok := advices[code]; ok {
		return s
	}
	return apierror.Lookup(code).Advice
}

var advices = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "The platform throttles visitors for a while. Import again later.",
	apierror.CodeRouteDisabled:         "The operator switched this source off. Import again when the status page says that it works.",
	apierror.CodeNetworkTimeout:        "Import again. If it stays like this, the status page shows how the source is.",
	apierror.CodeNetworkTransport:      "Import again. If it stays like this, the status page shows how the source is.",
	apierror.CodeSourceChanged:         "We have to learn the new shape first. Support has the details; importing again does not help today.",
	apierror.CodeUnavailablePrivate:    "Only its owner can make it public. Then import again.",
	apierror.CodeUnavailableRestricted: "It needs a sign-in, an age or a region that we do not have.",
	apierror.CodeUnavailableRemoved:    "Nothing brings it back.",
	apierror.CodeNotFound:              "Check the link.",
	apierror.CodeMediaInvalid:          "The platform handed out a damaged file. Import again, or choose a profile without media.",
	apierror.CodeUnsupportedMedia:      "Choose the profile “none” to keep the facts without media.",
	apierror.CodeStorageUnavailable:    "Import again.",
	apierror.CodeInsufficientCredits:   "Ask the operator for more credits, then import again.",
	apierror.CodeRetryExhausted:        "Each attempt below says how it failed. Import again later.",
	apierror.CodeInternalError:         "Import again. If it fails again, send support the import's id.",
}
