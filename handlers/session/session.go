// Package session identifies the caller: an API key that acts for one workspace, or a signed-in person. Package web
// determines the caller and puts it into the context, from which every handler reads it. It may only import models
// and its subpackages.
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
	WorkspaceID string        // workspace of the request; "" if it applies to none
	Role        accounts.Role // of Person in that workspace; "" for a key
	Key         *accounts.KeyCaller
	Person      *accounts.SignedIn
	RequestID   string // id of the request
	Note        Note   // what the handler adds to the request log

	// More takes one more request from the limit and returns how long to wait before using it. It is nil if a request
	// counts only once.
	More func(context.Context) (time.Duration, error)
}

// Note is what only the handler knows about a request.
type Note struct {
	Operation string           // the operation performed, if a page's form can perform several
	Subject   string           // natural id of the subject; "" if there is none
	RouteID   string           // source route that responded or failed
	Cached    bool             // whether it was served from the store
	Charged   int64            // credits
	Code      apierror.Code    // of an error that a page rendered itself
	Refused   []apierror.Field // of a request that was not valid
	Later     <-chan int64     // yields the credits once a streamed response has ended; may be nil
	ReadsOnly bool             // a form that may cost credits only showed what it would do: the request is not logged
}

type contextKey struct{}

// With returns a context that carries the caller.
func With(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, contextKey{}, c)
}

// From returns the caller of a context, or nil if the request had no credential.
func From(ctx context.Context) *Caller {
	c, _ := ctx.Value(contextKey{}).(*Caller)
	return c
}

// Has reports whether the person's role in the workspace includes role.
func (c *Caller) Has(role accounts.Role) bool { return c.Role.Includes(role) }

// Zone returns the time zone of the workspace's charts: UTC unless an owner has set another.
func (c *Caller) Zone() *time.Location {
	for _, m := range c.Person.Workspaces {
		if zone, err := accounts.LoadZone(m.Zone); m.WorkspaceID == c.WorkspaceID && err == nil {
			return zone
		}
	}
	return time.UTC
}

// Spender returns who pays: a key, which may have a budget, or the person.
func (c *Caller) Spender() billing.Spender {
	if c.Key == nil {
		return billing.Spender{UserID: c.UserID()}
	}
	return c.Key.Spender()
}

// UserID returns the person's id, or "" for a key.
func (c *Caller) UserID() string {
	if c.Person == nil {
		return ""
	}
	return c.Person.User.ID
}

// KeyID returns the key's id, or "" for a person.
func (c *Caller) KeyID() string {
	if c.Key == nil {
		return ""
	}
	return c.Key.ID
}

// MembershipOf returns the person's membership of the named workspace, or of their only one if named is "". It
// returns not_found for a workspace that the person does not belong to, exactly as for one that does not exist.
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
