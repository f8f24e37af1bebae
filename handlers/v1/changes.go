package v1

import (
	"context"
	"net/http"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/changes"
	"socialdata/models/references"
)

// ReferenceChange is one change of many references, which is applied in the background.
type ReferenceChange struct {
	Object     string                  `json:"object" enum:"reference_change"`
	ID         string                  `json:"id"`
	Filter     *operations.SavedFilter `json:"filter" doc:"null if the references were chosen by ids or on a page"`
	AddTags    []string                `json:"addTags"`
	RemoveTags []string                `json:"removeTags"`
	HoldDays   *int64                  `json:"holdDays"`
	Delete     bool                    `json:"delete"`
	State      changes.State           `json:"state" doc:"waiting until beginsAt; stopped then, it changes nothing"`
	Total      int64                   `json:"total" doc:"References that were found when it was ordered, counted up to 1,000"`
	More       bool                    `json:"more" doc:"There were more than total; all of them are changed"`
	Changed    int64                   `json:"changed" doc:"References that are different now, or deleted"`
	Skipped    int64                   `json:"skipped" doc:"References that stayed as they were because they would have more than 50 tags"`
	BeginsAt   content.Time            `json:"beginsAt"`
	CreatedAt  content.Time            `json:"createdAt"`
	FinishedAt *content.Time           `json:"finishedAt"`
}

// ChangePath is the path parameter of operations on a change of references.
type ChangePath struct {
	ChangeID string `path:"changeId"`
}

type changeOutput struct {
	Status int
	Body   ReferenceChange
}

func changeAnswer(status int, c *changes.Change, err error) (*changeOutput, error) {
	if err != nil {
		return nil, err
	}
	_, what, err := c.Parts()
	if err != nil {
		return nil, err
	}
	v := ReferenceChange{Object: "reference_change", ID: c.ID, Filter: operations.FilterOfChange(c), AddTags: orNone(what.AddTags), RemoveTags: orNone(what.RemoveTags), Delete: what.Delete, State: c.State,
		Total: min(c.Total, references.MostCounted), More: c.Total > references.MostCounted, Changed: c.Changed, Skipped: c.Skipped,
		BeginsAt: content.AtMicros(c.BeginsAt), CreatedAt: content.AtMicros(c.CreatedAt), FinishedAt: content.AtMicrosPtr(c.FinishedAt)}
	if what.HoldDays > 0 {
		v.HoldDays = &what.HoldDays
	}
	return &changeOutput{Status: status, Body: v}, nil
}

// orNone returns an empty list for nil.
func orNone(list []string) []string { return append([]string{}, list...) }

type createChangeInput struct{ Body operations.CreateChange }

func (h *Handlers) createChange(ctx context.Context, in *createChangeInput) (*changeOutput, error) {
	c, err := h.CreateChange(ctx, session.From(ctx), in.Body)
	return changeAnswer(http.StatusAccepted, c, err)
}

func (h *Handlers) getChange(ctx context.Context, in *ChangePath) (*changeOutput, error) {
	c, err := h.Store.Changes.Find(ctx, session.From(ctx).WorkspaceID, in.ChangeID)
	return changeAnswer(http.StatusOK, c, err)
}

func (h *Handlers) stopChange(ctx context.Context, in *ChangePath) (*changeOutput, error) {
	c, err := h.StopChange(ctx, session.From(ctx), in.ChangeID)
	return changeAnswer(http.StatusOK, c, err)
}

// Tag is a tag that references of a workspace have.
type Tag struct {
	Object     string `json:"object" enum:"tag"`
	Tag        string `json:"tag" doc:"As the newest reference that has it spells it"`
	References int64  `json:"references" doc:"That have it, counted up to 1,000"`
	More       bool   `json:"more" doc:"More than these have it"`
}

type listTagsInput struct{ PageInput }

func (h *Handlers) listTags(ctx context.Context, in *listTagsInput) (*recordsOutput[Tag], error) {
	p, err := h.Store.References.ListTags(ctx, session.From(ctx).WorkspaceID, in.request())
	return pageOf(p, err, func(t references.TagCount) Tag {
		return Tag{Object: "tag", Tag: t.Tag, References: min(t.References, references.MostCounted), More: t.References > references.MostCounted}
	})
}
