package v1

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/models/billing"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/support"
	"socialdata/models/watches"
)

// eventKind is a group of event types that share the type of their data.
type eventKind struct {
	name  string
	types []events.Type
	data  reflect.Type
}

// eventKinds lists every type of event once.
func eventKinds() []eventKind {
	return []eventKind{
		{"ImportEvent", []events.Type{events.ImportSucceeded, events.ImportFailed, events.ImportCancelled}, reflect.TypeFor[imports.Ingestion]()},
		{"ImportsRetriedEvent", []events.Type{events.ImportsRetried}, reflect.TypeFor[support.ImportsRetried]()},
		{"ReferenceEvent", []events.Type{events.ReferenceUpdated, events.ReferenceDeleted, events.ReferenceMediaExpired}, reflect.TypeFor[references.ReferenceNow]()},
		{"CreditsLowEvent", []events.Type{events.CreditsLow}, reflect.TypeFor[billing.BalanceNow]()},
		{"KeyBudgetEvent", []events.Type{events.KeyBudget}, reflect.TypeFor[billing.BudgetNow]()},
		{"WatchFoundEvent", []events.Type{events.WatchFound}, reflect.TypeFor[watches.ItemsFound]()},
		{"WatchChangedEvent", []events.Type{events.WatchChanged}, reflect.TypeFor[watches.ItemChanged]()},
		{"WatchStateEvent", []events.Type{events.WatchEnded, events.WatchReturned}, reflect.TypeFor[watches.ItemsState]()},
		{"WatchThresholdEvent", []events.Type{events.WatchThreshold}, reflect.TypeFor[watches.ThresholdCrossed]()},
		{"WatchGoneEvent", []events.Type{events.WatchGone}, reflect.TypeFor[watches.ItemGone]()},
		{"WatchFailingEvent", []events.Type{events.WatchFailing}, reflect.TypeFor[watches.WatchFails]()},
		{"ExportEvent", []events.Type{events.ExportSucceeded, events.ExportFailed}, reflect.TypeFor[exports.Ended]()},
		{"WebhookTestEvent", []events.Type{events.WebhookTest}, reflect.TypeFor[events.Tested]()},
	}
}

// DescribeEvents adds a discriminator by event type, so that generated clients know the type of data.
func (h *Handlers) DescribeEvents(doc *huma.OpenAPI) {
	r := doc.Components.Schemas
	event := r.Map()["Event"]
	event.Discriminator = &huma.Discriminator{PropertyName: "type", Mapping: map[string]string{}}
	for _, k := range eventKinds() {
		is, ref := &huma.Schema{Type: huma.TypeString}, "#/components/schemas/"+k.name
		for _, t := range k.types {
			is.Enum = append(is.Enum, string(t))
			event.Discriminator.Mapping[string(t)] = ref
		}
		r.Map()[k.name] = &huma.Schema{Type: huma.TypeObject, Description: "What an Event is where its type is one of these", Required: []string{"type", "data"},
			Properties: map[string]*huma.Schema{"type": is, "data": r.Schema(k.data, true, k.data.Name())}}
		event.OneOf = append(event.OneOf, &huma.Schema{Ref: ref})
	}
}

// EventName converts an event type to a name, such as ImportSucceeded for import.succeeded.
func EventName(t events.Type) (name string) {
	for part := range strings.FieldsFuncSeq(string(t), func(r rune) bool { return r == '.' || r == '_' }) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}
