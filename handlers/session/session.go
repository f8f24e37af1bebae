// Package session says who is calling: an API key that speaks for one workspace, or a signed-in person. The web room
// resolves the caller and puts it into the context; every handler reads it from there. It may import models and its
// sub-packages only.
package session

import (
	"context"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/models"
)

// Caller is who is calling. Exactly one of Key and Person is set.
type Caller struct {
	WorkspaceID string      // the workspace that the request is about; "" on paths of a person alone
	Role        models.Role // of Person in that workspace; "" with a key
	Key         *models.KeyCaller
	Person      *models.SignedIn
	RequestID   string // of the request that is being answered
}

type contextKey struct{}

// With puts the caller into a context.
func With(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// From reads the caller; nil on public operations.
func From(ctx context.Context) *Caller {
	c, _ := ctx.Value(contextKey{}).(*Caller)
	return c
}

// Allow refuses a key without the scope. A session has every scope.
func (c *Caller) Allow(scope models.Scope) error {
	if scope == "" || c.Person != nil || slices.Contains(c.Key.Scopes(), scope) {
		return nil
	}
	return apierror.New(apierror.CodeForbidden, "requiredScope", scope)
}

// UserID is the person's id; "" with a key.
func (c *Caller) UserID() string {
	if c.Person == nil {
		return ""
	}
	return c.Person.User.ID
}

// Enter finds the workspace a person's request is about: the one named, or the only one. A workspace that the person is
// not in looks like none.
func Enter(p *models.SignedIn, named string) (models.Membership, error) {
	if named == "" {
		if len(p.Workspaces) == 1 {
			return p.Workspaces[0], nil
		}
		return models.Membership{}, apierror.InvalidInput(apierror.Field{Name: "X-Workspace-Id", In: "header", Reason: "required",
			Expected: "the id of one of your workspaces"})
	}
	for _, m := range p.Workspaces {
		if m.WorkspaceID == named {
			return m, nil
		}
	}
	return models.Membership{}, apierror.New(apierror.CodeNotFound, "resource", "workspace")
}
