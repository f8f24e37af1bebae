package main

import (
	"context"

	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/references"
)

// board adds the most viewed references to a board.
func (h *demoHistory) board(ctx context.Context) error {
	const most = 6
	page, err := h.store.References.ListReferences(ctx, h.workspace, references.Listing{Sort: references.MostViews, WithoutFailed: true}, db.PageRequest{Limit: most})
	if err != nil {
		return err
	}
	var ids []string
	for _, r := range page.Items {
		ids = append(ids, r.ID)
	}
	_, err = h.store.Boards.Create(ctx, boards.Board{WorkspaceID: h.workspace, Name: "Worth showing", Description: "For the Monday meeting.", Kind: boards.Manual, Sort: references.AsPlaced}, ids)
	return err
}
