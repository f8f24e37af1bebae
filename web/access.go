package web

import (
	"context"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
	"socialdata/models"
)

// Keys of fiber's locals.
const (
	serverKey = "server"
	callerKey = "caller"
)

// admit is the middleware of one operation: who calls, from where, may they, and is it too often. It runs before any
// parameter is read.
func (s *Server) admit(op v1.Operation) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humafiber.Unwrap(ctx)
		c.Locals(serverKey, s)
		c.Set(fiber.HeaderCacheControl, "no-store")
		if op.Limit == session.LimitLookup {
			c.Set(creditsCharged, "0")
		}
		caller, err := s.caller(c, op)
		if err == nil {
			noteCaller(c, op, caller)
			err = s.limit(c, op.Limit, caller)
		}
		if err != nil {
			s.refuse(ctx, err)
			return
		}
		inner := session.With(ctx.Context(), caller)
		if op.Limit == session.LimitSignIn {
			inner = withAddress(inner, s.address(c))
		}
		next(huma.WithContext(ctx, inner))
	}
}

// noteCaller tells the caller the request's id, and keeps it for the log, and the balance for the headers of a lookup that fails.
func noteCaller(c *fiber.Ctx, op v1.Operation, caller *session.Caller) {
	if caller == nil {
		return
	}
	caller.RequestID = requestID(c)
	c.Locals(callerKey, caller)
	if op.Limit == session.LimitLookup && caller.Key != nil {
		setNumber(c, creditsRemaining, caller.Key.Balance)
	}
}

func workspaceOf(c *fiber.Ctx) string {
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
		return caller.WorkspaceID
	}
	return ""
}

// caller resolves the credential that the operation takes. nil, nil on public operations.
func (s *Server) caller(c *fiber.Ctx, op v1.Operation) (*session.Caller, error) {
	key, cookie := bearer(c), c.Cookies(session.CookieName)
	if key != "" && cookie != "" {
		return nil, apierror.New(apierror.CodeCredentialConflict)
	}
	switch op.Access {
	case v1.Public:
		return nil, s.sameOrigin(c)
	case v1.SetupToken:
		if key == "" {
			return nil, apierror.New(apierror.CodeUnauthenticated)
		}
		return nil, s.opts.Store.CheckSetupToken(c.UserContext(), key)
	}
	if key != "" {
		return s.machine(c, op, key)
	}
	if cookie == "" || op.Access == v1.AnyKey {
		return nil, apierror.New(apierror.CodeUnauthenticated)
	}
	return s.person(c, op, cookie)
}

// bearer is the token of an Authorization header; another scheme is no credential.
func bearer(c *fiber.Ctx) string {
	scheme, token, _ := strings.Cut(c.Get(fiber.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// machine resolves an API key. It speaks for one workspace; another one in the path looks like none.
func (s *Server) machine(c *fiber.Ctx, op v1.Operation, text string) (*session.Caller, error) {
	key, err := s.opts.Store.FindKey(c.UserContext(), text)
	if err != nil {
		return nil, err
	}
	caller := &session.Caller{WorkspaceID: key.WorkspaceID, Key: key}
	switch op.Access {
	case v1.AnyPerson, v1.AnyMember:
		return nil, apierror.New(apierror.CodeForbidden, "requiredRole", models.Member)
	case v1.AnyOwner:
		return nil, apierror.New(apierror.CodeForbidden, "requiredRole", models.Owner)
	}
	if named := c.Params("workspaceId"); named != "" && named != key.WorkspaceID {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "workspace")
	}
	return caller, caller.Allow(op.Scope)
}

// person resolves a session and the workspace that the request is about.
func (s *Server) person(c *fiber.Ctx, op v1.Operation, cookie string) (*session.Caller, error) {
	if op.Method != fiber.MethodGet {
		if err := s.sameOrigin(c); err != nil {
			return nil, err
		}
	}
	p, err := s.signedIn(c.UserContext(), cookie)
	if err != nil {
		return nil, err
	}
	caller := &session.Caller{Person: p}
	if op.Access == v1.AnyPerson {
		return caller, nil
	}
	named := c.Params("workspaceId")
	if named == "" {
		named = c.Get("X-Workspace-Id")
	}
	m, err := session.Enter(p, named)
	if err != nil {
		return nil, err
	}
	if op.Access == v1.AnyOwner && m.Role != models.Owner {
		return nil, apierror.New(apierror.CodeForbidden, "requiredRole", models.Owner)
	}
	caller.WorkspaceID, caller.Role = m.WorkspaceID, m.Role
	return caller, nil
}

func (s *Server) signedIn(ctx context.Context, cookie string) (*models.SignedIn, error) {
	token, ok := s.opts.Cookies.Read(cookie)
	if !ok {
		return nil, apierror.New(apierror.CodeUnauthenticated)
	}
	return s.opts.Store.FindSession(ctx, token)
}

// sameOrigin refuses a browser's request from another site.
func (s *Server) sameOrigin(c *fiber.Ctx) error {
	if c.Get(fiber.HeaderOrigin) != s.opts.Origin {
		return apierror.New(apierror.CodeForbidden, "reason", "origin")
	}
	return nil
}
