package models

import (
	"context"

	"socialdata/models/references"
)

// ChangeReferences changes several references of a workspace, each in a transaction of its own.
func (s *Store) ChangeReferences(ctx context.Context, workspaceID string, ids []string, c references.Change) []references.Changed {
	return references.ChangeAll(ids, func(id string) (*references.Reference, error) { return s.References.Change(ctx, workspaceID, id, c) })
}

// DeleteReferences deletes several references of a workspace, each in a transaction of its own.
func (s *Store) DeleteReferences(ctx context.Context, workspaceID string, ids []string) []references.Changed {
	return references.ChangeAll(ids, func(id string) (*references.Reference, error) {
		return nil, s.Imports.DeleteReference(ctx, workspaceID, id)
	})
}
