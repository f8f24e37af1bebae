package v1

import (
	"context"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/events"
)

type listEventsInput struct {
	PageInput
	Type          operations.SearchedEvents `query:"type,explode" doc:"Repeat it for several: any may match"`
	CreatedFrom   string                    `query:"createdFrom" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string                    `query:"createdBefore" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
	After         string                    `query:"after" minLength:"1" maxLength:"64" doc:"Id of an event: those that follow it, the oldest first. Who keeps the last id and asks again misses none and sees none twice"`
}

// Event is something that happened in a workspace. Its data depends on the type: import.* has an Ingestion;
// reference.* has the state of the reference after the change; watch.* has ItemsFound, ItemChanged,
// ItemsState, ThresholdCrossed, ItemGone or WatchFails; credits.low has the balance and the threshold; key.budget has the bound and what the key has spent of
// it; webhook.test has the endpoint being tested.
type Event events.Message

// eventData is the schema of the data of an event.
type eventData struct{}

// Schema implements huma.SchemaProvider.
func (eventData) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{}
	for _, k := range eventKinds() {
		s.OneOf = append(s.OneOf, r.Schema(k.data, true, k.data.Name()))
	}
	return s
}

// eventsQuery rejects a period that ends before it begins.
func eventsQuery(given map[string]string) []apierror.Field {
	from, before := operations.ParseInstant(given["createdFrom"]), operations.ParseInstant(given["createdBefore"])
	if from != nil && before != nil && before.Before(*from) {
		return []apierror.Field{{Name: "createdBefore", In: "query", Reason: "range", Expected: "a time at or after createdFrom"}}
	}
	return nil
}

func (h *Handlers) listEvents(ctx context.Context, in *listEventsInput) (*recordsOutput[Event], error) {
	f := events.Filter{Types: in.Type, CreatedFrom: operations.ParseInstant(in.CreatedFrom), CreatedBefore: operations.ParseInstant(in.CreatedBefore), After: in.After}
	p, err := h.Store.Events.List(ctx, session.From(ctx).WorkspaceID, f, in.request())
	return pageOf(p, err, eventView)
}

func eventView(e events.Event) Event { return Event(e.Message()) }

// Registry returns a registry for schemas of our types, including the data of events.
func Registry() huma.Registry {
	r := operations.NewRegistry()
	r.RegisterTypeAlias(reflect.TypeFor[events.Data](), reflect.TypeFor[eventData]())
	return r
}
