package v1

import (
	"context"
	"math"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/billing"
)

// Me describes the caller and what they may do. Exactly one of Key and User is set.
type Me struct {
	Object    string           `json:"object" enum:"me"`
	Workspace MyWorkspace      `json:"workspace"`
	Key       *MyKey           `json:"key" doc:"null for a person"`
	User      *SessionUser     `json:"user" doc:"null for a key"`
	Role      *accounts.Role   `json:"role" doc:"Of the person in the workspace; null for a key"`
	Scopes    []accounts.Scope `json:"scopes" doc:"Of the key; empty for a person, who acts by the role"`
	Balance   int64            `json:"balance" doc:"Credits of the workspace; below 0 if it is not metered and has used more than it was granted"`
	Metered   bool             `json:"metered" doc:"false: what the workspace uses is counted, and nothing is refused for its credits; a key's own budget still holds"`
	Limits    []MyLimit        `json:"limits"`
	Version   string           `json:"version" doc:"Of the program that answers"`
}

// MyWorkspace is the workspace that the request applies to.
type MyWorkspace struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// MyKey is the caller's key, without its secret.
type MyKey struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Prefix    string        `json:"prefix"`
	ExpiresAt *content.Time `json:"expiresAt"`
	MyBudget
}

// MyLimit is a rate limit with what remains of it.
type MyLimit struct {
	Name          session.Limit `json:"name" enum:"read,lookup,import"`
	Limit         *int64        `json:"limit" doc:"Requests in a window; null where the operator has lifted it"`
	Remaining     *int64        `json:"remaining" doc:"null where the limit is"`
	WindowSeconds int64         `json:"windowSeconds"`
	ResetSeconds  *int64        `json:"resetSeconds" doc:"Until all of it is back; null where the limit is"`
}

func (h *Handlers) me(ctx context.Context, _ *noInput) (*output[Me], error) {
	caller := session.From(ctx)
	w, err := h.Store.Accounts.Workspace(ctx, caller.WorkspaceID)
	if err != nil {
		return nil, err
	}
	metered, err := h.Store.Billing.Metered(ctx, caller.WorkspaceID)
	if err != nil {
		return nil, err
	}
	me := Me{Object: "me", Workspace: MyWorkspace{ID: w.ID, Name: w.Name}, Scopes: []accounts.Scope{}, Balance: billing.WithoutAdvance(w.Balance), Metered: metered,
		Limits: []MyLimit{}, Version: h.Program}
	if k := caller.Key; k != nil {
		me.Key, me.Scopes = &MyKey{ID: k.ID, Name: k.Name, Prefix: k.Prefix, ExpiresAt: content.AtMicrosPtr(k.ExpiresAt),
			MyBudget: myBudget(&k.Budget, h.Store.Now())}, k.Scopes()
	} else {
		u := caller.Person.User
		me.User, me.Role = &SessionUser{ID: u.ID, Email: u.Email, Name: u.Name}, &caller.Role
	}
	for _, l := range h.Limits(ctx, caller) {
		me.Limits = append(me.Limits, limitView(l))
	}
	return &output[Me]{Body: me}, nil
}

func limitView(l session.Allowance) MyLimit {
	v := MyLimit{Name: l.Limit, WindowSeconds: int64(l.Window / time.Second)}
	if l.Rate > 0 {
		rate, left, reset := int64(l.Rate), int64(l.Remaining), int64(math.Ceil(l.Reset.Seconds()))
		v.Limit, v.Remaining, v.ResetSeconds = &rate, &left, &reset
	}
	return v
}
