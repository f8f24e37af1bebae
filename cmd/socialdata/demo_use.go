package main

import (
	"context"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/table"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/exports"
	"socialdata/models/references"
	"socialdata/models/shares"
)

// demoTags are the tags of what the demo imports, by platform.
var demoTags = map[content.Platform][]string{
	content.VideoSite: {"recipes", "long form"},
	content.ClipSite:  {"hooks", "recipes"},
	content.PhotoSite: {"light"},
	content.AdLibrary: {"ads", "competitors"},
}

// use makes of what was saved what a team would: boards, a note, a shared link and a scheduled export. It does so some minutes ago, so that
// the export runs as soon as there are workers.
func (h *demoHistory) use(ctx context.Context) error {
	h.clock.back(10 * time.Minute)
	const most = 6
	viewed, err := h.store.References.ListReferences(ctx, h.workspace, references.Listing{Sort: references.MostViews, WithoutFailed: true}, db.PageRequest{Limit: most})
	if err != nil {
		return err
	}
	var ids []string
	for _, r := range viewed.Items {
		ids = append(ids, r.ID)
	}
	if err := h.note(ctx, &viewed.Items[0], "Opens on the **close-up**: nobody talks for two seconds, and the first cut comes late. Try this for the kettle."); err != nil {
		return err
	}
	shown, err := h.store.Boards.Create(ctx, boards.Board{WorkspaceID: h.workspace, Name: "Worth showing", Description: "For the Monday meeting.", Kind: boards.Manual, Sort: references.AsPlaced}, ids)
	if err != nil {
		return err
	}
	if _, err := h.store.Boards.Create(ctx, boards.Board{WorkspaceID: h.workspace, Name: "Sourdough", Kind: boards.Smart, Filter: `{"q":"sourdough"}`, Sort: references.LatestSaved}, nil); err != nil {
		return err
	}
	if _, _, err := h.store.Shares.Create(ctx, shares.Share{WorkspaceID: h.workspace, UserID: h.owner, BoardID: &shown.ID, With: shares.Included{Media: true}, EndsAt: db.Micros(h.clock.Now().Add(30 * day))}); err != nil {
		return err
	}
	_, err = h.store.Exports.Create(ctx, exports.Export{WorkspaceID: h.workspace, Kind: exports.References, Format: table.CSV, Schedule: exports.Daily})
	return err
}

// note adds a note to a reference.
func (h *demoHistory) note(ctx context.Context, r *references.Reference, text string) error {
	_, err := h.store.References.Annotate(ctx, h.workspace, r.ID, references.Annotation{Revision: r.Revision, Notes: &references.Note{To: &text}})
	return err
}
