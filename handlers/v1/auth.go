package v1

import (
	"context"
	"net/http"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/accounts"
)

// SessionBody is a session as the signed-in person sees it.
type SessionBody struct {
	User       SessionUser        `json:"user"`
	Workspaces []SessionWorkspace `json:"workspaces"`
	ExpiresAt  content.Time       `json:"expiresAt"`
}

// SessionUser is the person of a session.
type SessionUser struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

// SessionWorkspace is one of the person's workspaces.
type SessionWorkspace struct {
	ID   string        `json:"id"`
	Name string        `json:"name"`
	Role accounts.Role `json:"role"`
}

type signInInput struct{ Body operations.SignIn }

type sessionOutput struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      SessionBody
}

func (h *Handlers) signIn(ctx context.Context, in *signInInput) (*sessionOutput, error) {
	return h.sessionCreated(h.SignIn(ctx, in.Body))
}

// sessionCreated returns the response to a sign-in: the session and its cookie.
func (h *Handlers) sessionCreated(s *accounts.SignedIn, err error) (*sessionOutput, error) {
	if err != nil {
		return nil, err
	}
	cookie, err := h.Cookies.Write(s.Token, s.ExpiresAt)
	if err != nil {
		return nil, err
	}
	return &sessionOutput{SetCookie: *cookie, Body: sessionBody(s)}, nil
}

func sessionBody(s *accounts.SignedIn) SessionBody {
	b := SessionBody{User: SessionUser{ID: s.User.ID, Email: s.User.Email, Name: s.User.Name}, Workspaces: []SessionWorkspace{}, ExpiresAt: content.At(s.ExpiresAt)}
	for _, w := range s.Workspaces {
		b.Workspaces = append(b.Workspaces, SessionWorkspace{ID: w.WorkspaceID, Name: w.Name, Role: w.Role})
	}
	return b
}

func (h *Handlers) currentSession(ctx context.Context, _ *noInput) (*output[SessionBody], error) {
	return &output[SessionBody]{Body: sessionBody(session.From(ctx).Person)}, nil
}

type signedOut struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

func (h *Handlers) signOut(ctx context.Context, _ *noInput) (*signedOut, error) {
	return &signedOut{*h.Cookies.Clear()}, h.SignOut(ctx, session.From(ctx))
}

func (h *Handlers) signOutEverywhere(ctx context.Context, _ *noInput) (*signedOut, error) {
	return &signedOut{*h.Cookies.Clear()}, h.SignOutEverywhere(ctx, session.From(ctx))
}

type bootstrapInput struct{ Body operations.Bootstrap }

func (h *Handlers) bootstrap(ctx context.Context, in *bootstrapInput) (*sessionOutput, error) {
	return h.sessionCreated(h.Bootstrap(ctx, in.Body))
}
