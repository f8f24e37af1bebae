package operations

import (
	"context"
	"slices"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/jobs"
	"socialdata/models/digests"
)

// UnsubscribePath is the path at which a digest is switched off, before its token.
const UnsubscribePath = jobs.UnsubscribePath

// SetDigests sets how often the caller gets a digest of workspaces, by their ids.
func (s *Service) SetDigests(ctx context.Context, c *session.Caller, choices map[string]digests.Every) error {
	for _, every := range choices {
		if !slices.Contains(digests.Everies(), every) {
			return apierror.InvalidInput(apierror.Field{Name: "every", In: "body", Reason: "enum", Expected: "daily, weekly or nothing"})
		}
	}
	for workspace, every := range choices {
		if err := s.Store.Digests.Choose(ctx, workspace, c.UserID(), every); err != nil {
			return err
		}
	}
	return nil
}

// Unsubscribe switches a digest off by the token in it.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	workspace, user, err := s.Store.Digests.Subscriber(token)
	if err != nil {
		return err
	}
	return s.Store.Digests.Stop(ctx, workspace, user)
}

// Subscribed returns the name of the workspace whose digest a token is for.
func (s *Service) Subscribed(ctx context.Context, token string) (string, error) {
	workspace, _, err := s.Store.Digests.Subscriber(token)
	if err != nil {
		return "", err
	}
	w, err := s.Store.Accounts.Workspace(ctx, workspace)
	if err != nil {
		return "", err
	}
	return w.Name, nil
}
