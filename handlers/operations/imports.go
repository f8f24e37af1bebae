package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/models/imports"
)

// CancelImport cancels an import, or asks its worker to stop.
func (s *Service) CancelImport(ctx context.Context, c *session.Caller, id string) (*imports.Import, error) {
	return s.Store.Imports.Cancel(ctx, c.WorkspaceID, id)
}
