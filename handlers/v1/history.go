package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/models/db"
	"socialdata/models/history"
)

// Period limits a history to records first seen within it.
type Period struct {
	From string `query:"from" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	To   string `query:"to" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

func (p Period) during() history.Period {
	return history.Period{From: operations.ParseInstant(p.From), Before: operations.ParseInstant(p.To)}
}

type itemHistoryInput struct {
	PageInput
	Period
	URL operations.Link `query:"url" doc:"Link to an item; or its id"`
	ID  string          `query:"id" minLength:"1" maxLength:"160" format:"item-id" doc:"Natural id of an item; or its url"`
}

type accountHistoryInput struct {
	PageInput
	Period
	URL string `query:"url" minLength:"1" maxLength:"2048" format:"selector" doc:"Link to an account; or its id"`
	ID  string `query:"id" minLength:"1" maxLength:"160" format:"selector" doc:"Natural id of an account; or its url"`
}

// Counted is a set of counts of an item or an account, and the time from when it was first seen to when it was last
// seen unchanged.
type Counted[S any] struct {
	ObservedAt  content.Time   `json:"observedAt" doc:"When these counts were first seen"`
	ConfirmedAt content.Time   `json:"confirmedAt" doc:"When the same counts were last seen"`
	Stats       S              `json:"stats"`
	Source      history.Source `json:"source" doc:"What served the counts when they were first seen"`
	Approximate bool           `json:"approximate" doc:"The platform rounds one of the counts"`
}

// ItemCounts and AccountCounts are the records of the two histories.
type (
	ItemCounts    Counted[content.Stats]
	AccountCounts Counted[content.AccountStats]
)

// linkOrID requires exactly one of url and id.
func linkOrID(given map[string]string) []apierror.Field {
	_, byURL := given["url"]
	_, byID := given["id"]
	switch {
	case byURL && byID:
		return []apierror.Field{{Name: "id", In: "query", Reason: "conflict", Expected: "either url or id"}}
	case !byURL && !byID:
		return []apierror.Field{{Name: "url", In: "query", Reason: "required", Expected: "a link, or an id"}}
	}
	return nil
}

func (h *Handlers) itemHistory(ctx context.Context, in *itemHistoryInput) (*recordsOutput[ItemCounts], error) {
	p, err := h.Lookup.ItemHistory(ctx, historyRequest(ctx, string(in.URL), in.ID, in.Period, in.PageInput))
	return pageOf(p, err, func(r history.Record) ItemCounts { return ItemCounts(countedView[content.Stats](r)) })
}

func (h *Handlers) accountHistory(ctx context.Context, in *accountHistoryInput) (*recordsOutput[AccountCounts], error) {
	p, err := h.Lookup.AccountHistory(ctx, historyRequest(ctx, in.URL, in.ID, in.Period, in.PageInput))
	return pageOf(p, err, func(r history.Record) AccountCounts { return AccountCounts(countedView[content.AccountStats](r)) })
}

func historyRequest(ctx context.Context, url, id string, p Period, page PageInput) lookup.HistoryRequest {
	return lookup.HistoryRequest{Workspace: session.From(ctx).WorkspaceID, URL: url, ID: id, During: p.during(), Page: page.request()}
}

func countedView[S any](r history.Record) Counted[S] {
	return Counted[S]{ObservedAt: content.AtMicros(r.ObservedAt), ConfirmedAt: content.AtMicros(r.ConfirmedAt), Source: r.Source, Approximate: r.Approximate,
		Stats: db.FromJSON[S](r.Counts)}
}
