package pages

import (
	"context"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/media"
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

// importRows shows imports with title and picture of what they filled.
func (h *Handlers) importRows(ctx context.Context, workspaceID string, list []imports.Import) ([]views.ImportRow, error) {
	ids := []string{}
	for _, i := range list {
		if i.ReferenceID != nil {
			ids = append(ids, *i.ReferenceID)
		}
	}
	found, err := h.Store.References.FindReferences(ctx, workspaceID, ids)
	if err != nil {
		return nil, err
	}
	rows := []views.ImportRow{}
	for _, i := range list {
		r := h.importRow(i)
		r.Title = orEmpty(i.CustomTitle)
		if ref := found[orEmpty(i.ReferenceID)]; ref != nil {
			r.Picture = h.mediaLink(ref.PosterMediaID, nil, media.Inline)
			if title := ref.Title(); title != ref.CanonicalURL {
				r.Title = title
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// firstWords shortens a title for the browser's tab.
func firstWords(title string) string {
	const most = 60
	title, _, _ = strings.Cut(title, "\n")
	if runes := []rune(title); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return title
}

func (h *Handlers) importRow(i imports.Import) views.ImportRow {
	r := views.ImportRow{ID: i.ID, Link: i.SourceURL, Platform: h.platformOf(i.Platform), State: importState(i.State),
		Made: h.when(&i.CreatedAt), Href: "/w/" + i.WorkspaceID + "/imports/" + i.ID, Doing: h.progressText(i)}
	r.Failure, r.Code = failureOf(i)
	return r
}

// progressText says what an import is doing or waiting for.
func (h *Handlers) progressText(i imports.Import) string {
	switch i.State {
	case imports.Running:
		if i.CancelRequested {
			return "Stopping after the current step"
		}
		return i.Stage.Text().Doing
	case imports.RetryWait:
		next := "Attempt " + views.Number(i.Attempt+1)
		if at := h.when(i.NextAttemptAt).Ago; strings.HasPrefix(at, "in ") {
			return next + " " + at
		}
		return next + " starts as soon as a worker is free"
	case imports.Accepted, imports.Queued:
		if at := h.when(imports.NextAttempt(i.State, i.NextAttemptAt)).Ago; strings.HasPrefix(at, "in ") {
			return "Starts " + at + ": the limit on imports a minute is reached"
		}
		return "Starts as soon as a worker is free"
	case imports.Succeeded, imports.Failed, imports.Cancelled:
	}
	return ""
}

// advice says what to do about a failed import.
func advice(code apierror.Code) string {
	if s, ok := advices[code]; ok {
		return s
	}
	return apierror.Lookup(code).Advice
}

var advices = map[apierror.Code]string{
	apierror.CodeRouteDegraded:         "The platform is limiting requests. Import again later.",
	apierror.CodeRouteDisabled:         "This source is switched off. Import again when the status page shows that it works.",
	apierror.CodeNetworkTimeout:        "Import it again. If it keeps failing, check the status page.",
	apierror.CodeNetworkTransport:      "Import it again. If it keeps failing, check the status page.",
	apierror.CodeSourceChanged:         "We have to adapt to the change first. Support has the details; importing again will not help yet.",
	apierror.CodeUnavailablePrivate:    "Only its owner can make it public. Then import again.",
	apierror.CodeUnavailableRestricted: "It requires a sign-in, an age or a region that we do not have.",
	apierror.CodeUnavailableRemoved:    "It cannot be recovered.",
	apierror.CodeNotFound:              "Check the link.",
	apierror.CodeMediaInvalid:          "The platform delivered a damaged file. Import again, or keep “The facts” only.",
	apierror.CodeUnsupportedMedia:      "Keep “The facts” only, without media.",
	apierror.CodeStorageUnavailable:    "Import again.",
	apierror.CodeInsufficientCredits:   "Ask the operator for more credits, then import again.",
	apierror.CodeRetryExhausted:        "Import the link again later.",
	apierror.CodeInternalError:         "Import it again. If it fails again, send support the import id.",
}
