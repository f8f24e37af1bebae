package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/watches"
)

// WatchFeed is an address at which programs read what a watch tells, as Atom. It does not include the token.
type WatchFeed struct {
	ID        string       `json:"id"`
	WatchID   string       `json:"watchId"`
	CreatedAt content.Time `json:"createdAt"`
	UserID    *string      `json:"userId" doc:"Who made it; null for a key"`
	KeyID     *string      `json:"keyId" doc:"The key that made it; null for a person"`
}

// NewWatchFeed is a newly created feed, with the URL that is only shown once.
type NewWatchFeed struct {
	WatchFeed
	URL string `json:"url"`
}

func watchFeedView(f watches.Feed) WatchFeed {
	return WatchFeed{ID: f.ID, WatchID: f.WatchID, CreatedAt: content.AtMicros(f.CreatedAt), UserID: content.OrNil(f.UserID), KeyID: content.OrNil(f.KeyID)}
}

type watchFeedsInput struct {
	WatchPath
	PageInput
}

func (h *Handlers) listWatchFeeds(ctx context.Context, in *watchFeedsInput) (*recordsOutput[WatchFeed], error) {
	p, err := h.Store.Watches.Feeds(ctx, session.From(ctx).WorkspaceID, in.WatchID, in.request())
	return pageOf(p, err, watchFeedView)
}

func (h *Handlers) createWatchFeed(ctx context.Context, in *WatchPath) (*output[NewWatchFeed], error) {
	f, token, err := h.CreateWatchFeed(ctx, session.From(ctx), in.WatchID)
	if err != nil {
		return nil, err
	}
	return &output[NewWatchFeed]{Body: NewWatchFeed{WatchFeed: watchFeedView(*f), URL: operations.FeedLink(h.Origin, token)}}, nil
}

type watchFeedPath struct {
	WatchPath
	FeedID string `path:"feedId"`
}

func (h *Handlers) revokeWatchFeed(ctx context.Context, in *watchFeedPath) (*noContent, error) {
	return &noContent{}, h.RevokeWatchFeed(ctx, session.From(ctx), in.WatchID, in.FeedID)
}
