package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/requests"
)

type listRequestsInput struct {
	WorkspacePath
	PageInput
	RequestID string `query:"requestId" minLength:"1" maxLength:"128" doc:"X-Request-Id of the answer"`
	Status    int    `query:"status" minimum:"100" maximum:"599"`
	Code      string `query:"code" minLength:"1" maxLength:"64" pattern:"^[a-z_]+$" doc:"Code of the error"`
	Operation string `query:"operation" minLength:"1" maxLength:"64" pattern:"^[A-Za-z.]+$" doc:"Id of an operation of this contract; what a page did begins with page., such as page.lookupItem"`
	KeyID     string `query:"keyId" minLength:"1" maxLength:"64" doc:"API key that sent it"`
	From      string `query:"from" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	Before    string `query:"before" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

// LoggedRequest is one line of the request log. It contains no link, body, address or secret.
type LoggedRequest struct {
	RequestID      string         `json:"requestId"`
	At             content.Time   `json:"at"`
	Method         string         `json:"method"`
	Operation      string         `json:"operation"`
	Subject        *string        `json:"subject" doc:"Natural id of what it was about"`
	Status         int            `json:"status"`
	Code           *apierror.Code `json:"code" doc:"null when it succeeded"`
	DurationMs     int64          `json:"durationMs"`
	CreditsCharged int64          `json:"creditsCharged"`
	Cached         bool           `json:"cached" doc:"Served from what is stored"`
	RouteID        *string        `json:"routeId" doc:"Source route that answered or failed"`
	KeyID          *string        `json:"keyId" doc:"null for a person"`
	UserID         *string        `json:"userId" doc:"null for a key"`
	Fields         []RefusedField `json:"fields" maxItems:"10" doc:"What of it was refused and why, without values; empty if nothing was"`
}

// RefusedField is a part of a request that was not valid, without its value.
type RefusedField struct {
	Name     string `json:"name" doc:"? for a name that is not plain, or too long"`
	In       string `json:"in" doc:"query, header, body or path"`
	Reason   string `json:"reason"`
	Expected string `json:"expected" doc:"empty for a header"`
}

func (h *Handlers) listRequests(ctx context.Context, in *listRequestsInput) (*recordsOutput[LoggedRequest], error) {
	p, err := h.Store.Requests.List(ctx, session.From(ctx).WorkspaceID, in.filter(), in.request())
	return pageOf(p, err, loggedRequestView)
}

func (in *listRequestsInput) filter() requests.Filter {
	return requests.Filter{RequestID: in.RequestID, Status: in.Status, Code: apierror.Code(in.Code), Operation: in.Operation, KeyID: in.KeyID,
		From: operations.ParseInstant(in.From), Before: operations.ParseInstant(in.Before)}
}

func loggedRequestView(r requests.Request) LoggedRequest {
	fields := []RefusedField{}
	for _, f := range r.Refused() {
		fields = append(fields, RefusedField(f))
	}
	return LoggedRequest{RequestID: r.RequestID, At: content.AtMicros(r.At), Method: r.Method, Operation: r.Operation, Subject: content.OrNil(r.Subject),
		Status: r.Status, Code: content.OrNil(r.Code), DurationMs: r.DurationMs, CreditsCharged: r.Credits, Cached: r.Cached, RouteID: content.OrNil(r.RouteID),
		KeyID: content.OrNil(r.KeyID), UserID: content.OrNil(r.UserID), Fields: fields}
}
