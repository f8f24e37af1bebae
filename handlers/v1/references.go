package v1

import (
	"context"

	"socialdata/handlers/operations"

	"socialdata/handlers/session"
	"socialdata/models/references"
)

// IncludeText is the parameter that adds transcripts to references.
type IncludeText struct {
	Include string `query:"include" enum:"transcript" doc:"Also return the text of the transcript; a page of more than 8 MiB of text ends early"`
}

type listReferencesInput struct {
	PageInput
	IncludeText
	operations.OnBoard
	operations.ReferenceFilter
	ReferencePeriod
	Sort listSort `query:"sort" doc:"By the time of saving or of the last change, with - the latest first; relevance needs q and finds the newest 1,000 matches: titles before tags before other texts. Without it -created, with updatedSince -updated"`
}

func (h *Handlers) listReferences(ctx context.Context, in *listReferencesInput) (*recordsOutput[Reference], error) {
	list, err := h.Listed(ctx, session.From(ctx).WorkspaceID, in.OnBoard, in.ReferenceFilter, in.listing(references.Sort(in.Sort)))
	if err != nil {
		return nil, err
	}
	p, err := h.Store.References.ListReferences(ctx, session.From(ctx).WorkspaceID, list, in.request())
	out, err := pageOf(p, err, referenceView)
	if err == nil && in.Include != "" {
		out, err = h.withTranscripts(ctx, list, p)
	}
	if err == nil && list.Words != "" {
		for n, matches := range h.Kept.Matches(ctx, session.From(ctx).WorkspaceID, list.Words, p.Items) {
			out.Body.Items[n].Matches = matches
		}
	}
	return out, err
}

// ReferencePath is the path parameter of operations on a reference.
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
	Body operations.Annotate
}

func (h *Handlers) annotateReference(ctx context.Context, in *annotateInput) (*referenceOutput, error) {
	return reference(h.AnnotateReference(ctx, session.From(ctx), in.ReferenceID, in.Body))
}

func (h *Handlers) deleteReference(ctx context.Context, in *ReferencePath) (*noContent, error) {
	return nil, h.DeleteReference(ctx, session.From(ctx), in.ReferenceID)
}

type holdInput struct {
	ReferencePath
	Body operations.Hold
}

type holdOutput struct{ Body *MediaHold }

func (h *Handlers) holdMedia(ctx context.Context, in *holdInput) (*holdOutput, error) {
	r, err := h.HoldMedia(ctx, session.From(ctx), in.ReferenceID, in.Body)
	if err != nil {
		return nil, err
	}
	return &holdOutput{Body: holdView(*r)}, nil
}
