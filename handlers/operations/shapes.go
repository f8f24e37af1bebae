package operations

import (
	"context"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/rollouts"
)

// ChangeShapes is the input of changing the shapes.
type ChangeShapes struct {
	SupportReason
	Text ShapesText `json:"text"`
}

// ChangeShapes checks a text of shapes and has it tried: with known objects, then by one process, then by all. It returns invalid_input
// that names every mistake, and revision_conflict while another change is being tried.
func (s *Service) ChangeShapes(ctx context.Context, c *session.Caller, in ChangeShapes) (*rollouts.Rollout, error) {
	r, err := s.Shapes.Propose(string(in.Text))
	if err != nil {
		return nil, apierror.InvalidInput(apierror.Field{Name: "text", In: "body", Reason: "invalid", Expected: err.Error()})
	}
	return s.Store.Support.ChangeShapes(ctx, in.actor(c), r)
}

// UndoShapes reverts a change of the shapes, whether it is being tried or in use.
func (s *Service) UndoShapes(ctx context.Context, c *session.Caller, id string, in SupportReason) error {
	return s.Store.Support.UndoShapes(ctx, in.actor(c), id)
}
