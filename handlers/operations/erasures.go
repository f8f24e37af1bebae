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

// EraseAccount has what the workspace keeps of an account of a platform erased. An account of which nothing is kept is erased, too: its
// receipt says so. An id that is no account's is not_found.
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
