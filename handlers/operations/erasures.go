package operations

import (
	"context"
	"strings"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/erasures"
)

// EraseAccount orders the erasure of everything that the workspace stores about an account of a platform. If nothing is
// stored, the receipt says so. It returns not_found for an id that cannot be an account's.
func (s *Service) EraseAccount(ctx context.Context, c *session.Caller, account string) (*erasures.Erasure, error) {
	if !IsAccountID(s.Platforms, account) {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	return s.Store.Erasures.Account(ctx, c.WorkspaceID, account, erasures.Asker{ID: c.UserID(), RequestID: c.RequestID})
}

// IsAccountID reports whether a text can be the natural id of an account of the platforms.
func IsAccountID(set sources.Platforms, text string) bool {
	name, local, _ := strings.Cut(text, ":")
	p, known := set.Find(content.Platform(name))
	return known && p.Accounts.IsID(local)
}
