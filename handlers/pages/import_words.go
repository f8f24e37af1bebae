package pages

import (
	"strings"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/views"
)

// importState says a state in words.
func importState(s models.ImportState) views.State {
	switch s {
	case models.ImportAccepted, models.ImportQueued:
		return views.State{Tone: "busy", Word: "Waiting"}
	case models.ImportRunning:
		return views.State{Tone: "busy", Word: "Running"}
	case models.ImportRetryWait:
		return views.State{Tone: "warn", Word: "Waiting to retry"}
	case models.ImportSucceeded:
		return views.State{Tone: "good", Word: "Succeeded"}
	case models.ImportFailed:
		return views.State{Tone: "bad", Word: "Failed"}
	case models.ImportCancelled:
		return views.State{Tone: "calm", Word: "Cancelled"}
	}
	return views.State{Tone: "calm", Word: string(s)}
}

// stageWords say the steps of an attempt, as what is being done.
var stageWords = map[models.Stage]string{
	models.StageValidateURL: "Checking the link", models.StageSelectRoute: "Choosing a route", models.StageFetchSource: "Reading the source",
	models.StageCreateReference: "Opening the reference", models.StageFetchTranscript: "Reading captions", models.StageDownloadMedia: "Downloading media",
	models.StageVerifyMedia: "Verifying media", models.StageAnalyzeMedia: "Analysing media", models.StageCommitReference: "Saving the reference",
}

func (h *Handlers) importRow(i models.Import) views.ImportRow {
	r := views.ImportRow{Link: i.SourceURL, Platform: h.platformOf(i.Platform), State: importState(i.State),
		Made: h.when(&i.CreatedAt), Href: "/w/" + i.WorkspaceID + "/imports/" + i.ID, Doing: h.doing(i)}
	if i.OutcomeCode != "" {
		r.Failure, r.Code = failure(i.OutcomeCode), string(i.OutcomeCode)
	}
	return r
}

// doing is what an import does now, or what it waits for.
func (h *Handlers) doing(i models.Import) string {
	switch i.State {
	case models.ImportRunning:
		if i.CancelRequested {
			return "Stops at its next step"
		}
		return stageWords[i.Stage]
	case models.ImportRetryWait:
		next := "Attempt " + views.Number(i.Attempt+1)
		if at := h.when(i.NextAttemptAt).Ago; strings.HasPrefix(at, "in ") {
			return next + " " + at
		}
		return next + " starts as soon as a worker is free"
	case models.ImportAccepted, models.ImportQueued:
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
