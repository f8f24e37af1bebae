package operations

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/changes"
	"socialdata/models/db"
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
	names, err := s.namesOf(ctx, c.WorkspaceID, which) // before references are deleted
	if err != nil {
		return nil, err
	}
	by := changes.Change{WorkspaceID: c.WorkspaceID, Filter: described, CreatedBy: cmp.Or(c.Spender().UserID, c.Spender().KeyID)}
	change, err := s.Store.Changes.Start(ctx, by, which, changes.What{Change: in.stored(), Delete: in.Delete}, time.Duration(delay)*time.Second)
	return made(ctx, change, err, doneByChange(names))
}

// doneByChange returns a function that describes a change: how many references are meant, which, and what happens to each.
func doneByChange(names []string) func(*changes.Change) session.Done {
	return func(c *changes.Change) session.Done {
		_, what, _ := c.Parts() // written by Start
		return session.Done{Subject: c.ID, Detail: doneToEach(c.Total, names, what)}
	}
}

// mostNamed is the maximum number of references that the record of an act names.
const mostNamed = 3

// namesOf returns the quoted titles of the first references of a change.
func (s *Service) namesOf(ctx context.Context, workspaceID string, which changes.Which) (names []string, err error) {
	found, ids := map[string]*references.Reference{}, which.IDs[:min(mostNamed, len(which.IDs))]
	if which.Listing == nil {
		found, err = s.Store.References.FindReferences(ctx, workspaceID, ids)
	} else {
		list := *which.Listing
		list.Sort = references.NewestFirst
		var first *db.RecordPage[references.Reference]
		if first, err = s.Store.References.ListReferences(ctx, workspaceID, list, db.PageRequest{Limit: mostNamed}); err == nil {
			for n := range first.Items {
				r := &first.Items[n]
				ids, found[r.ID] = append(ids, r.ID), r
			}
		}
	}
	for _, id := range ids {
		if r := found[id]; r != nil && nameOf(r) != "" {
			names = append(names, nameOf(r))
		}
	}
	return names, err
}

// nameOf returns the title of a reference in quotation marks, or "" if it has none. Records of acts never contain links.
func nameOf(r *references.Reference) string {
	title, _, _ := strings.Cut(r.Title(), "\n")
	if title == r.CanonicalURL {
		return ""
	}
	const most = 100
	if runes := []rune(title); len(runes) > most {
		title = string(runes[:most]) + "…"
	}
	return "“" + title + "”"
}

// withNames adds the names of the first references to their number.
func withNames(total int64, names []string) string {
	if len(names) == 0 {
		return howMany(total)
	}
	text := howMany(total) + " (" + strings.Join(names, ", ")
	switch more := total - int64(len(names)); {
	case total > references.MostCounted:
		text += " and more"
	case more > 0:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ")"
}

// doneToEach describes what happens to each of so many references, of which the first are named.
func doneToEach(total int64, names []string, what changes.What) string {
	var parts []string
	add := func(word string, tags []string) {
		if len(tags) > 0 {
			parts = append(parts, word+" “"+strings.Join(tags, "”, “")+"”")
		}
	}
	switch {
	case what.Delete:
		parts = append(parts, "deleted")
	case len(what.AddTags) == 1 && len(what.RemoveTags) == 1:
		parts = append(parts, "tag "+renamed(what.RemoveTags[0], what.AddTags[0]))
	default:
		add("added the tags", what.AddTags)
		add("removed the tags", what.RemoveTags)
	}
	if what.HoldDays > 0 {
		parts = append(parts, fmt.Sprintf("media kept for %d days", what.HoldDays))
	}
	return withNames(total, names) + ": " + strings.Join(parts, "; ")
}

// howMany counts references up to the number at which counting ends.
func howMany(total int64) string {
	switch {
	case total == 1:
		return "1 reference"
	case total > references.MostCounted:
		return fmt.Sprintf("over %d references", references.MostCounted)
	}
	return fmt.Sprintf("%d references", total)
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
	change, err := s.Store.Changes.Stop(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	which, _, err := change.Parts()
	if err != nil {
		return nil, err
	}
	names, err := s.namesOf(ctx, c.WorkspaceID, which)
	return made(ctx, change, err, doneByChange(names))
}
