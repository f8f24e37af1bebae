package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/models/watches"
)

// WatchPath is the path parameter of operations on a watch.
type WatchPath struct {
	WatchID string `path:"watchId"`
}

type createWatchInput struct{ Body operations.CreateWatch }

func (h *Handlers) createWatch(ctx context.Context, in *createWatchInput) (*output[Watch], error) {
	w, err := h.CreateWatch(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return h.watchAnswer(&watches.Seen{Watch: *w}, nil)
}

func (h *Handlers) watchAnswer(w *watches.Seen, err error) (*output[Watch], error) {
	return answer(w, err, h.watchView)
}

func (h *Handlers) listWatches(ctx context.Context, in *PageInput) (*recordsOutput[Watch], error) {
	p, err := h.Store.Watches.List(ctx, session.From(ctx).WorkspaceID, in.request())
	return pageOf(p, err, h.watchView)
}

func (h *Handlers) getWatch(ctx context.Context, in *WatchPath) (*output[Watch], error) {
	return h.watchAnswer(h.Store.Watches.Find(ctx, session.From(ctx).WorkspaceID, in.WatchID))
}

type changeWatchInput struct {
	WatchPath
	Body operations.ChangeWatch
}

func (h *Handlers) changeWatch(ctx context.Context, in *changeWatchInput) (*output[Watch], error) {
	return h.watchAnswer(h.ChangeWatch(ctx, session.From(ctx), in.WatchID, in.Body))
}

func (h *Handlers) deleteWatch(ctx context.Context, in *WatchPath) (*noContent, error) {
	return &noContent{}, h.DeleteWatch(ctx, session.From(ctx), in.WatchID)
}

func (h *Handlers) runWatch(ctx context.Context, in *WatchPath) (*output[Watch], error) {
	return h.watchAnswer(h.RunWatch(ctx, session.From(ctx), in.WatchID))
}

type watchRunsInput struct {
	WatchPath
	PageInput
	From string `query:"from" format:"instant" minLength:"1" doc:"RFC 3339, inclusive: runs that began from then on"`
	To   string `query:"to" format:"instant" minLength:"1" doc:"RFC 3339, exclusive"`
}

func (h *Handlers) listWatchRuns(ctx context.Context, in *watchRunsInput) (*recordsOutput[WatchRun], error) {
	p, err := h.Store.Watches.Runs(ctx, session.From(ctx).WorkspaceID, in.WatchID, watches.Period{From: operations.ParseInstant(in.From), Before: operations.ParseInstant(in.To)}, in.request())
	return pageOf(p, err, watchRunView)
}

type watchItemsInput struct {
	WatchPath
	PageInput
	operations.WatchItemFilter
	After string `query:"after" minLength:"1" maxLength:"256" doc:"Natural id of an item that it has seen: those that it saw later"`
}

func (h *Handlers) listWatchItems(ctx context.Context, in *watchItemsInput) (*recordsOutput[WatchItem], error) {
	f := in.Filter()
	f.After = in.After
	p, err := h.Store.Watches.Items(ctx, session.From(ctx).WorkspaceID, in.WatchID, f, in.request())
	return pageOf(p, err, h.watchItemView)
}
