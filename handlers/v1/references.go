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
	Mode string   `query:"mode" enum:"words,meaning" doc:"How q is searched for, words without it. With meaning the 100 references nearest in meaning are found, the nearest first, whatever words they use: q is sent to the server that the operator configured for it, and only cursor and limit go with it. It is invalid_input where there is no such server, and storage_unavailable while it does not answer. References are found so about a minute after they are saved or changed. It costs no credits"`
}

func (h *Handlers) listReferences(ctx context.Context, in *listReferencesInput) (*recordsOutput[Reference], error) {
	if in.Mode == operations.ByMeaning {
		return h.searchByMeaning(ctx, in)
	}
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
		setMatches(out, h.Kept.Matches(ctx, session.From(ctx).WorkspaceID, list.Words, p.Items))
	}
	return out, err
}

// searchByMeaning answers mode=meaning. Matches are where the references have the words, too, if they do, else when they say what is meant.
func (h *Handlers) searchByMeaning(ctx context.Context, in *listReferencesInput) (*recordsOutput[Reference], error) {
	p, err := h.SearchByMeaning(ctx, session.From(ctx), string(in.Q), in.request())
	if err != nil {
		return nil, err
	}
	out, err := pageOf(p.RecordPage, nil, referenceView)
	if err == nil {
		found := h.Kept.Matches(ctx, session.From(ctx).WorkspaceID, string(in.Q), p.Items)
		p.AddMoments(found)
		setMatches(out, found)
	}
	return out, err
}

// setMatches adds where the references of a page have the words of a search.
func setMatches(out *recordsOutput[Reference], found [][]references.TextMatch) {
	for n, matches := range found {
		out.Body.Items[n].Matches = matches
	}
}

// ReferencePath is the path parameter of operations on a reference.
type ReferencePath struct {
	ReferenceID string `path:"referenceId"`
}

type getReferenceInput struct {
	ReferencePath
	IncludeText
}

func (h *Handlers) getReference(ctx context.Context, in *getReferenceInput) (*output[Reference], error) {
	r, err := h.Store.References.Find(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
	out, err := reference(r, err)
	if err == nil && in.Include != "" {
		_, err = h.addTranscript(ctx, r, &out.Body)
	}
	return out, err
}

func reference(r *references.Reference, err error) (*output[Reference], error) {
	return answer(r, err, referenceView)
}

type annotateInput struct {
	ReferencePath
	Body operations.Annotate
}

func (h *Handlers) annotateReference(ctx context.Context, in *annotateInput) (*output[Reference], error) {
	return reference(h.AnnotateReference(ctx, session.From(ctx), in.ReferenceID, in.Body))
}

func (h *Handlers) deleteReference(ctx context.Context, in *ReferencePath) (*noContent, error) {
	return nil, h.DeleteReference(ctx, session.From(ctx), in.ReferenceID)
}

type holdInput struct {
	ReferencePath
	Body operations.Hold
}

func (h *Handlers) holdMedia(ctx context.Context, in *holdInput) (*output[*MediaHold], error) {
	r, err := h.HoldMedia(ctx, session.From(ctx), in.ReferenceID, in.Body)
	return answer(r, err, holdView)
}
