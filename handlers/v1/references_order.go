package v1

import (
	"socialdata/handlers/operations"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/models/references"
)

// ReferenceOrder holds the parameters that filter references by time and order them.
type ReferenceOrder struct {
	operations.SavedBetween
	UpdatedSince string        `query:"updatedSince" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: what was saved or changed since then"`
	Sort         referenceSort `query:"sort" doc:"By the time of saving or of the last change, with - the latest first. Without it -created, with updatedSince -updated"`
}

// referenceSort is the order of a list of references.
type referenceSort string

// Schema implements huma.SchemaProvider.
func (referenceSort) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, sort := range references.TimeSorts() {
		s.Enum = append(s.Enum, string(sort))
	}
	return operations.Ready(s)
}

// listing returns the requested order and time filters.
func (in *ReferenceOrder) listing() references.Listing {
	l := references.Listing{SavedFrom: operations.ParseInstant(in.CreatedFrom), SavedBefore: operations.ParseInstant(in.CreatedBefore), ChangedSince: operations.ParseInstant(in.UpdatedSince),
		Sort: references.Sort(in.Sort)}
	if l.Sort == "" && l.ChangedSince != nil {
		l.Sort = references.LastChanged
	}
	return l
}
