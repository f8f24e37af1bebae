package v1

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/lookup"
)

// NoteOf returns what the request log keeps of a lookup's answer.
func NoteOf(r *lookup.Result) session.Note {
	return session.Note{Subject: r.Subject, RouteID: r.RouteID(), Cached: r.Cached(), Charged: r.Receipt.Usage.CreditsCharged}
}

// SubjectOf returns the natural id that a link carries; "" for none. It asks nobody.
func (h *Handlers) SubjectOf(url string) string {
	link, problem := h.Platforms.Recognize(url)
	if problem != nil {
		return ""
	}
	return link.NaturalID()
}

// note tells the request log about a lookup; asked is what it was about, for the case that it failed or is a list.
func note(ctx context.Context, r *lookup.Result, asked string) {
	caller := session.From(ctx)
	if r != nil {
		caller.Note = NoteOf(r)
	}
	if caller.Note.Subject == "" {
		caller.Note.Subject = asked
	}
}
