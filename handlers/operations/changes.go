package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/changes"
	"socialdata/models/references"
)

// SavedBetween filters references by the time at which they were saved.
type SavedBetween struct {
	CreatedFrom   string `query:"createdFrom" json:"createdFrom,omitempty" format:"instant" minLength:"1" doc:"RFC 3339, inclusive"`
	CreatedBefore string `query:"createdBefore" json:"createdBefore,omitempty" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

// SavedFilter selects the references that a change is for. {} selects all of the workspace.
type SavedFilter struct {
	ReferenceFilter
	SavedBetween
}

// CreateChange is the input of changing many references in the background.
type CreateChange struct {
	Filter *SavedFilter `json:"filter,omitempty" doc:"Which references: the parameters of GET /v1/references; {} is all. Either this or ids"`
	IDs    BulkIDs      `json:"ids,omitempty"`
	ChangeEach
	DelaySeconds ChangeDelay `json:"delaySeconds,omitempty" doc:"It begins after so many seconds; stopped before, it changes nothing"`
}

// CreateChange orders a change of many references, and returns at once.
func (s *Service) CreateChange(ctx context.Context, c *session.Caller, in CreateChange) (*changes.Change, error) {
	if (in.Filter == nil) == (len(in.IDs) == 0) {
		return nil, apierror.InvalidInput(apierror.Field{Name: "filter", In: "body", Reason: "required", Expected: "either a filter or ids"})
	}
	which, described := changes.Which{IDs: in.IDs}, ""
	if in.Filter != nil {
		text, err := json.Marshal(in.Filter)
		if err != nil {
			return nil, err
		}
		which.Listing, described = &references.Listing{Filter: s.Narrowed(in.Filter.ReferenceFilter), SavedFrom: ParseInstant(in.Filter.CreatedFrom), SavedBefore: ParseInstant(in.Filter.CreatedBefore)}, string(text)
	}
	return s.startChange(ctx, c, which, described, in.ChangeEach, in.DelaySeconds)
}

// ChangeListed is CreateChange for a list that a page shows, which may be narrowed in ways that filters are not.
func (s *Service) ChangeListed(ctx context.Context, c *session.Caller, list references.Listing, in ChangeEach, delay ChangeDelay) (*changes.Change, error) {
	return s.startChange(ctx, c, changes.Which{Listing: &list}, "", in, delay)
}

func (s *Service) startChange(ctx context.Context, c *session.Caller, which changes.Which, described string, in ChangeEach, delay ChangeDelay) (*changes.Change, error) {
	if err := s.MayChangeReferences(c, in); err != nil {
		return nil, err
	}
	by := changes.Change{WorkspaceID: c.WorkspaceID, Filter: described, CreatedBy: cmp.Or(c.Spender().UserID, c.Spender().KeyID)}
	change, err := s.Store.Changes.Start(ctx, by, which, changes.What{Change: in.stored(), Delete: in.Delete}, time.Duration(delay)*time.Second)
	return made(ctx, change, err, func(change *changes.Change) session.Done { return session.Done{Subject: change.ID} })
}

// FilterOfChange returns the filter of a change, or nil if it has none.
func FilterOfChange(c *changes.Change) *SavedFilter {
	if c.Filter == "" {
		return nil
	}
	f := new(SavedFilter)
	_ = json.Unmarshal([]byte(c.Filter), f) // written by CreateChange
	return f
}

// StopChange stops a change. One that has not begun changes nothing.
func (s *Service) StopChange(ctx context.Context, c *session.Caller, id string) (*changes.Change, error) {
	return s.Store.Changes.Stop(ctx, c.WorkspaceID, id)
}
