package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/acts"
)

type listActsInput struct {
	WorkspacePath
	PageInput
	Actor  string `query:"actor" minLength:"1" maxLength:"64" doc:"Id of a person or of an API key"`
	Act    string `query:"act" minLength:"1" maxLength:"64" pattern:"^[A-Za-z_]+$" doc:"What was done, such as createKey"`
	From   string `query:"from" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	Before string `query:"before" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

// RecordedAct is one thing that somebody did in a workspace. It contains no secret, note or link.
type RecordedAct struct {
	ID        string       `json:"id"`
	At        content.Time `json:"at"`
	Act       string       `json:"act" doc:"An operation of this contract or of a page; export and a name for a downloaded list; or an action of support"`
	Subject   *string      `json:"subject" doc:"Id of what was made, changed or removed; null if it is not one thing"`
	About     *string      `json:"about" doc:"Name of the person or the key that it was about; null for others"`
	Detail    *string      `json:"detail" doc:"Such as the name of a key, the new role, or the reason of support"`
	Actor     string       `json:"actor" doc:"Id of the person or the API key"`
	Door      acts.Door    `json:"door" doc:"What kind of caller the actor is"`
	Name      *string      `json:"name" doc:"Name of the actor; null if it is gone"`
	Address   *string      `json:"address" doc:"IPv4 address, or /64 network of an IPv6 one; null of support"`
	RequestID string       `json:"requestId"`
}

func (h *Handlers) listActs(ctx context.Context, in *listActsInput) (*recordsOutput[RecordedAct], error) {
	filter := acts.Filter{Actor: in.Actor, Kind: in.Act, From: operations.ParseInstant(in.From), Before: operations.ParseInstant(in.Before)}
	p, err := h.Store.Acts.List(ctx, session.From(ctx).WorkspaceID, filter, in.request())
	return pageOf(p, err, func(a acts.View) RecordedAct {
		return RecordedAct{ID: a.ID, At: content.AtMicros(a.At), Act: a.Kind, Subject: content.OrNil(a.Subject), About: content.OrNil(a.About), Detail: content.OrNil(a.Detail),
			Actor: a.Actor, Door: a.Door, Name: content.OrNil(a.Name), Address: content.OrNil(a.Address), RequestID: a.RequestID}
	})
}
