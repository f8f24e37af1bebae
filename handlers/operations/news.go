package operations

import (
	"context"
	"time"

	"socialdata/handlers/session"
)

// SeeNews notes that the caller has seen what a watch found until a time, or with "" what all watches of the workspace found. A time in
// the future counts as now.
func (s *Service) SeeNews(ctx context.Context, c *session.Caller, watchID string, until time.Time) error {
	if now := s.Store.Now(); until.After(now) {
		until = now
	}
	return s.Store.Watches.SeeNews(ctx, c.WorkspaceID, c.UserID(), watchID, until)
}
