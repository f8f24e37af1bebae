package operations

import (
	"context"
	"regexp"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/jobs"
	"socialdata/models/db"
	"socialdata/models/watches"
)

// FeedPath is the path of the feeds of watches, before the token.
const FeedPath = "/f/"

// feedEntries is the number of entries in the feed of a watch, the latest first.
const feedEntries = 50

// FeedLink returns the address of a feed.
func FeedLink(origin, token string) string { return origin + FeedPath + token }

// CreateWatchFeed creates a feed of a watch and returns its token, which is not stored.
func (s *Service) CreateWatchFeed(ctx context.Context, c *session.Caller, watchID string) (*watches.Feed, string, error) {
	f, token, err := s.Store.Watches.CreateFeed(ctx, watches.Feed{WorkspaceID: c.WorkspaceID, WatchID: watchID, UserID: c.UserID(), KeyID: c.KeyID()})
	f, err = made(ctx, f, err, func(f *watches.Feed) session.Done { return session.Done{Subject: f.ID} })
	return f, token, err
}

// RevokeWatchFeed ends a feed immediately.
func (s *Service) RevokeWatchFeed(ctx context.Context, c *session.Caller, watchID, id string) error {
	return s.Store.Watches.RevokeFeed(ctx, c.WorkspaceID, watchID, id)
}

// WatchFeed is what a feed shows.
type WatchFeed struct {
	ID, Watch string // Watch is the name
	Updated   time.Time
	Entries   []FeedEntry
}

// FeedEntry is something that the watch told.
type FeedEntry struct {
	ID, Title, Text, Link string
	At                    time.Time
}

// feedToken is the shape of a token: anything else is not looked up.
var feedToken = regexp.MustCompile(`^[\w-]{43}$`)

// OpenWatchFeed returns what a feed shows. It returns not_found for an unknown or revoked token.
func (s *Service) OpenWatchFeed(ctx context.Context, origin, token string) (*WatchFeed, error) {
	if !feedToken.MatchString(token) {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "feed")
	}
	f, w, told, err := s.Store.Watches.OpenFeed(ctx, token, feedEntries)
	if err != nil {
		return nil, err
	}
	feed := &WatchFeed{ID: f.ID, Watch: w.Name, Updated: db.FromMicros(f.CreatedAt)}
	for _, e := range told {
		m, err := jobs.AnnounceWatch(origin, &e)
		if err != nil {
			return nil, err
		}
		feed.Entries = append(feed.Entries, FeedEntry{ID: e.ID, Title: m.Title, Text: m.Text, Link: m.Link, At: m.At})
		if m.At.After(feed.Updated) {
			feed.Updated = m.At
		}
	}
	return feed, nil
}
