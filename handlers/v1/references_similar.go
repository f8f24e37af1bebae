package v1

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/models/references"
)

// SimilarReferences are the references that look like one.
type SimilarReferences struct {
	Items    []references.Similar `json:"items" maxItems:"50" doc:"The most similar first, of every platform; references that keep the same file before those that look alike"`
	Complete bool                 `json:"complete" doc:"false if so many pictures of the workspace share parts of a hash that not all were compared"`
}

func (h *Handlers) findSimilar(ctx context.Context, in *struct{ ReferencePath }) (*output[SimilarReferences], error) {
	list, err := h.FindSimilar(ctx, session.From(ctx), in.ReferenceID)
	if err != nil {
		return nil, err
	}
	return &output[SimilarReferences]{Body: SimilarReferences{Items: list.Items, Complete: list.Complete}}, nil
}
