// Package session identifies the caller: an API key that speaks for one workspace, or a signed-in person. Package web
// resolves the caller and puts it into the context; every handler reads it from there. It may import models and its
// sub-packages only.
package session

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/billing"
)

// Caller is the sender of a request. Exactly one of Key and Person is set.
type Caller struct {
	WorkspaceID string        // the workspace that the request is about; "" on paths of a person alone
	Role        accounts.Role // of Person in that workspace; "" with a key
	Key         *accounts.KeyCaller
	Person      *accounts.SignedIn
	RequestID   string // of the request that is being answered
	Note        Note   // what the handler tells the request log

	// More takes one more of the limit that the request counts against, and returns after how long it may begin; nil where
	// requests count once.
	More func(context.Context) (time.Duration, error)
}

// Note is what only the handler of a request knows about it.
type Note struct {
	Operation string        // that was performed, where a form of a page performs one of several
	Subject   string        // natural id of what it was about; "" for none
	RouteID   string        // of the source route that answered or failed
	Cached    bool          // it was served from what is stored
	Charged   int64         // credits
	Code      apierror.Code // of a failure that a page showed by itself
	Later     <-chan int64  // nil, or gives the credits when an answer that is sent while it is made has ended
}

type contextKey struct{}

// With returns a context that holds the caller.
func With(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// From returns the caller of a context, or nil if the request came without a credential.
func From(ctx context.Context) *Caller {
	c, _ := ctx.Value(contextKey{}).(*Caller)
	return c
}

// Has reports whether the person has a role in the workspace, or one that includes it.
func (c *Caller) Has(role accounts.Role) bool { return c.Role.Includes(role) }

// Zone is the zone by which charts of the workspace cut days: UTC unless an owner has set another one.
func (c *Caller) Zone() *time.Location {
	for _, m := range c.Person.Workspaces {
		if zone, err := accounts.LoadZone(m.Zone); m.WorkspaceID == c.WorkspaceID && err == nil {
			return zone
		}
	}
	return time.UTC
}

// Spender returns who spends: a key, which may have a budget, or the person.
func (c *Caller) Spender() billing.Spender {
	if c.Key == nil {
		return billing.Spender{UserID: c.UserID()}
	}
	return c.Key.Spender()
}

// UserID is the person's id; "" with a key.
func (c *Caller) UserID() string {
	if c.Person == nil {
		return ""
	}
	return c.Person.User.ID
}

// MembershipOf returns the person's membership of the named workspace, or of their only one if none is named. A
// workspace that the person is not in is not_found, exactly as one that does not exist.
func MembershipOf(p *accounts.SignedIn, named string) (accounts.Membership, error) {
	if named == "" {
		if len(p.Workspaces) == 1 {
			return p.Workspaces[0], nil
		}
		return accounts.Membership{}, apierror.InvalidInput(apierror.Field{Name: "X-Workspace-Id", In: "header", Reason: "required",
			Expected: "the id of one of your workspaces"})
	}
	for _, m := range p.Workspaces {
		if m.WorkspaceID == named {
			return m, nil
		}
	}
	return accounts.Membership{}, apierror.New(apierror.CodeNotFound, "resource", "workspace")
}
