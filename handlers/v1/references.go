package v1

import (
	"context"

	"socialdata/handlers/operations"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/references"
)

// IncludeText are the parameters of what gives transcripts beside references.
type IncludeText struct {
	Include string `query:"include" enum:"transcript" doc:"Also return the text of the transcript; a page of more than 8 MiB of text ends early"`
}

type listReferencesInput struct {
	PageInput
	IncludeText
	Q                 operations.StoredWords       `query:"q" doc:"Matches references that contain all words in titles, description, channel, notes, tags, the platform's tags, sound or transcript; the last word may be the beginning of one. A link, a natural id or an item's own id matches the reference of that content"`
	Tag               operations.SearchedTags      `query:"tag,explode" doc:"Repeat it for several: all must match, case-insensitively"`
	SourceTag         operations.SearchedTags      `query:"sourceTag,explode" doc:"Hashtags of the platform, with or without #; repeat it for several: all must match, case-insensitively"`
	Platform          content.Platform             `query:"platform"`
	State             references.State             `query:"state"`
	MediaAvailability references.MediaAvailability `query:"mediaAvailability"`
	ReferenceOrder
}

func (h *Handlers) listReferences(ctx context.Context, in *listReferencesInput) (*recordsOutput[Reference], error) {
	search, _ := h.Lookup.ReferenceSearch(string(in.Q))
	list := in.listing(in.narrow(search))
	p, err := h.Store.References.ListReferences(ctx, session.From(ctx).WorkspaceID, list, in.request())
	if err == nil && in.Include != "" {
		return h.withTranscripts(ctx, list, p)
	}
	return pageOf(p, err, referenceView)
}

// narrow adds to a search what the other parameters say.
func (in *listReferencesInput) narrow(f references.Filter) references.Filter {
	f.Tags, f.SourceTags, f.Platform, f.State, f.MediaAvailability = in.Tag, in.SourceTag, in.Platform, in.State, in.MediaAvailability
	return f
}

// ReferencePath names a reference.
type ReferencePath struct {
	ReferenceID string `path:"referenceId"`
}

type referenceOutput struct{ Body Reference }

type getReferenceInput struct {
	ReferencePath
	IncludeText
}

func (h *Handlers) getReference(ctx context.Context, in *getReferenceInput) (*referenceOutput, error) {
	r, err := h.Store.References.Find(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
	out, err := reference(r, err)
	if err == nil && in.Include != "" {
		_, err = h.addTranscript(ctx, r, &out.Body)
	}
	return out, err
}

func reference(r *references.Reference, err error) (*referenceOutput, error) {
	if err != nil {
		return nil, err
	}
	return &referenceOutput{Body: referenceView(*r)}, nil
}

type annotateInput struct {
	ReferencePath
	Body struct {
		Revision    operations.Revision                    `json:"revision" doc:"Last revision that you have read"`
		CustomTitle operations.Opt[operations.CustomTitle] `json:"customTitle,omitempty"`
		Notes       operations.Opt[operations.Notes]       `json:"notes,omitempty"`
		Tags        operations.Opt[operations.Tags]        `json:"tags,omitempty"`
	}
}

func (h *Handlers) annotateReference(ctx context.Context, in *annotateInput) (*referenceOutput, error) {
	b := in.Body
	if !b.CustomTitle.Set && !b.Notes.Set && !b.Tags.Set {
		return nil, apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "required", Expected: "revision and at least one more property"})
	}
	a := references.Annotation{Revision: int64(b.Revision), CustomTitle: noteChange(b.CustomTitle), Notes: noteChange(b.Notes)}
	if b.Tags.Set {
		a.Tags = new(operations.StoredTags(b.Tags.Value))
	}
	r, err := h.Store.References.Annotate(ctx, session.From(ctx).WorkspaceID, in.ReferenceID, a)
	return reference(r, err)
}

// noteChange returns nil for a property that was absent.
func noteChange[T ~string](o operations.Opt[T]) *references.Note {
	if !o.Set {
		return nil
	}
	return &references.Note{To: operations.StoredText(o.Value)}
}

func (h *Handlers) deleteReference(ctx context.Context, in *ReferencePath) (*noContent, error) {
	return nil, h.Store.Imports.DeleteReference(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
}

type holdInput struct {
	ReferencePath
	Body struct {
		TTLDays operations.HoldDays `json:"ttlDays" doc:"Days from now; a longer hold is not shortened"`
	}
}

type holdOutput struct{ Body *MediaHold }

func (h *Handlers) holdMedia(ctx context.Context, in *holdInput) (*holdOutput, error) {
	r, err := h.Store.References.ExtendHold(ctx, session.From(ctx).WorkspaceID, in.ReferenceID, int64(in.Body.TTLDays))
	if err != nil {
		return nil, err
	}
	return &holdOutput{Body: holdView(*r)}, nil
}
