package operations

import (
	"context"
	"strings"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/changes"
	"socialdata/models/references"
)

// ReferenceFilter filters a list or an export of references.
type ReferenceFilter struct {
	Q                 StoredWords                  `query:"q" json:"q,omitempty" doc:"Matches references that contain all words in titles, description, channel, notes, tags, the platform's tags, sound, the button of an ad, text on screen or transcript; an emoji is a word; the last word may be the beginning of one. A link, a natural id or an item's own id matches the reference of that content"`
	Tag               SearchedTags                 `query:"tag,explode" json:"tag,omitempty" doc:"Repeat it for several: all must match, case-insensitively"`
	SourceTag         SearchedTags                 `query:"sourceTag,explode" json:"sourceTag,omitempty" doc:"Hashtags of the platform, with or without #; repeat it for several: all must match, case-insensitively"`
	Account           AccountID                    `query:"account" json:"account,omitempty" doc:"Natural id of the account whose content it is, as <platform>:<id>"`
	Platform          content.Platform             `query:"platform" json:"platform,omitempty"`
	State             references.State             `query:"state" json:"state,omitempty"`
	MediaAvailability references.MediaAvailability `query:"mediaAvailability" json:"mediaAvailability,omitempty"`
}

// Narrow adds the other parameters to the filter of a text search.
func (in ReferenceFilter) Narrow(f references.Filter) references.Filter {
	f.Tags, f.SourceTags, f.Account, f.Platform, f.State, f.MediaAvailability = in.Tag, in.SourceTag, string(in.Account), in.Platform, in.State, in.MediaAvailability
	return f
}

// Narrowed returns the filter for all parameters.
func (s *Service) Narrowed(in ReferenceFilter) references.Filter {
	search, _ := s.Lookup.ReferenceSearch(string(in.Q))
	return in.Narrow(search)
}

// Annotate is the input of changing a reference's title, notes or tags. Absent fields stay as they are.
type Annotate struct {
	Revision    Revision         `json:"revision" doc:"Last revision that you have read"`
	CustomTitle Opt[CustomTitle] `json:"customTitle,omitempty"`
	Notes       Opt[Notes]       `json:"notes,omitempty"`
	Tags        Opt[Tags]        `json:"tags,omitempty"`
}

// AnnotateReference changes the title, notes or tags that people gave a reference.
func (s *Service) AnnotateReference(ctx context.Context, c *session.Caller, id string, in Annotate) (*references.Reference, error) {
	if !in.CustomTitle.Set && !in.Notes.Set && !in.Tags.Set {
		return nil, apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "required", Expected: "revision and at least one more property"})
	}
	a := references.Annotation{Revision: int64(in.Revision), CustomTitle: noteChange(in.CustomTitle), Notes: noteChange(in.Notes)}
	if in.Tags.Set {
		a.Tags = new(StoredTags(in.Tags.Value))
	}
	r, err := s.Store.References.Annotate(ctx, c.WorkspaceID, id, a)
	return made(ctx, r, err, func(r *references.Reference) session.Done {
		return session.Done{Subject: id, Detail: strings.TrimPrefix(nameOf(r)+": "+in.fields(), ": ")}
	})
}

// fields names the properties that the input changes, never their values.
func (in Annotate) fields() string {
	var list []string
	for _, f := range []struct {
		name string
		set  bool
	}{{"title", in.CustomTitle.Set}, {"notes", in.Notes.Set}, {"tags", in.Tags.Set}} {
		if f.set {
			list = append(list, f.name)
		}
	}
	return strings.Join(list, ", ")
}

// noteChange returns nil if the property was absent.
func noteChange[T ~string](o Opt[T]) *references.Note {
	if !o.Set {
		return nil
	}
	return &references.Note{To: StoredText(o.Value)}
}

// DeleteReference deletes a reference and everything stored for it.
func (s *Service) DeleteReference(ctx context.Context, c *session.Caller, id string) error {
	names, err := s.namesOf(ctx, c.WorkspaceID, changes.Which{IDs: []string{id}})
	if err != nil {
		return err
	}
	session.Did(ctx, session.Done{Subject: id, Detail: strings.Join(names, "")})
	return s.Store.Imports.DeleteReference(ctx, c.WorkspaceID, id)
}

// Hold is the input of keeping media longer.
type Hold struct {
	TTLDays HoldDays `json:"ttlDays" doc:"Days from now; a longer hold is not shortened"`
}

// HoldMedia keeps the media of a reference longer.
func (s *Service) HoldMedia(ctx context.Context, c *session.Caller, id string, in Hold) (*references.Reference, error) {
	return s.Store.References.ExtendHold(ctx, c.WorkspaceID, id, int64(in.TTLDays))
}

// ChangeEach says what happens to each of several references.
type ChangeEach struct {
	AddTags    Tags     `json:"addTags,omitempty" doc:"Tags that each gets, beside its own"`
	RemoveTags Tags     `json:"removeTags,omitempty" doc:"Tags that each loses"`
	HoldDays   HoldDays `json:"holdDays,omitempty" doc:"Keep the media for so many days from now; a longer hold is not shortened"`
	Delete     bool     `json:"delete,omitempty" doc:"Delete each; nothing else may be asked for then"`
}

// stored returns the change of tags and hold.
func (in ChangeEach) stored() references.Change {
	return references.Change{AddTags: StoredTags(&in.AddTags), RemoveTags: StoredTags(&in.RemoveTags), HoldDays: int64(in.HoldDays)}
}

// Bulk is the input of changing several references.
type Bulk struct {
	IDs BulkIDs `json:"ids" doc:"References of the workspace"`
	ChangeEach
}

// MayChangeReferences returns an error if the input asks for no change or mixes deleting with other changes, or if
// the caller is a person who is not an owner and the input deletes references or extends holds.
func (s *Service) MayChangeReferences(c *session.Caller, in ChangeEach) error {
	changes := len(in.AddTags) > 0 || len(in.RemoveTags) > 0 || in.HoldDays > 0
	if changes == in.Delete {
		return apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "required", Expected: "delete alone, or at least one of addTags, removeTags and holdDays"})
	}
	if c.Key == nil && (in.Delete || in.HoldDays > 0) && !c.Has(accounts.Owner) {
		return apierror.New(apierror.CodeForbidden, "requiredRole", session.Owner)
	}
	return nil
}

// ChangeReferences changes several references independently of each other.
func (s *Service) ChangeReferences(ctx context.Context, c *session.Caller, in Bulk) ([]references.Changed, error) {
	if err := s.MayChangeReferences(c, in.ChangeEach); err != nil {
		return nil, err
	}
	names, err := s.namesOf(ctx, c.WorkspaceID, changes.Which{IDs: in.IDs})
	if err != nil {
		return nil, err
	}
	session.Did(ctx, session.Done{Detail: doneToEach(int64(len(in.IDs)), names, changes.What{Change: in.stored(), Delete: in.Delete})})
	if in.Delete {
		return s.Store.DeleteReferences(ctx, c.WorkspaceID, in.IDs), nil
	}
	return s.Store.ChangeReferences(ctx, c.WorkspaceID, in.IDs, in.stored()), nil
}

// StoredText returns a text as it is stored: titles are trimmed, notes are left as written.
func StoredText[T ~string](v *T) *string {
	if v == nil {
		return nil
	}
	s := string(*v)
	if _, title := any(*v).(CustomTitle); title {
		s = strings.TrimSpace(s)
	}
	return &s
}
