package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/models/references"
)

// FindSimilar lists the references of the caller's workspace that have the same file as a reference, or a picture that looks alike.
func (s *Service) FindSimilar(ctx context.Context, c *session.Caller, id string) (*references.SimilarList, error) {
	return s.Store.References.FindSimilar(ctx, c.WorkspaceID, id, references.MaxSimilar)
}
