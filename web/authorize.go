package web

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/billing"
)

// callerKey is the key of the caller in fiber's locals, for the log and the trace.
const callerKey = "caller"

// credentials are what a request provides to authenticate the caller.
type credentials struct {
	token  string              // from the Authorization header
	key    *accounts.KeyCaller // record of the key that token names, if it was already loaded; else nil
	cookie string              // session cookie
}

// apiCredentials reads the credentials of an operation.
func apiCredentials(c *fiber.Ctx) credentials {
	return credentials{token: bearer(c), cookie: c.Cookies(session.CookieName)}
}

// bearer returns the token of an Authorization header. Other schemes count as no credential.
func bearer(c *fiber.Ctx) string {
	scheme, token, _ := strings.Cut(c.Get(fiber.HeaderAuthorization), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// authorize decides whether a request may proceed, by its credential, its Origin, the caller's role or scopes, and
// the rate limit. Every operation, the fast path before one, and every page call it. It sets the corresponding
// headers and puts the caller into the request's context, so that even an error can be shown in the caller's
// workspace.
func (s *Server) authorize(c *fiber.Ctx, rule session.Rule, given credentials) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	lookup := rule.Limit == session.LimitLookup && c.Locals(pageKey) == nil
	if lookup {
		c.Set(creditsCharged, "0")
	}
	if rule.Limit == session.LimitSignIn {
		device := accounts.Device{UserAgent: c.Get(fiber.HeaderUserAgent), Address: s.clientAddress(c)}
		c.SetUserContext(accounts.WithDevice(c.UserContext(), device))
	}
	caller, err := s.resolveCaller(c, rule, given)
	if err != nil {
		return err
	}
	if caller != nil {
		rememberCaller(c, caller)
		if err := caller.Permit(rule); err != nil {
			return err
		}
		if caller.Person != nil {
			if err := s.opts.API.Passwords.RequireFactor(c.UserContext(), rule, caller.Person); err != nil {
				return err
			}
		}
		if lookup && caller.Key != nil {
			setNumber(c, creditsRemaining, billing.WithoutAdvance(caller.Key.Balance))
		}
	}
	if caller != nil && rule.Limit == session.LimitImportEach {
		caller.More = func(context.Context) (time.Duration, error) { return s.limitOrWait(c, rule.Limit, caller) }
	}
	if isInner(c) && rule.Limit.Name() == session.LimitRead {
		return nil // already counted with the message
	}
	weight := 1
	switch {
	case rule.Limit == session.LimitImportEach:
		weight = 0
	case rule.Weight != nil:
		weight = rule.Weight(c.Body())
	}
	return s.limit(c, rule.Limit, caller, weight)
}

// rememberCaller stores the caller for the handler, the log and the trace.
func rememberCaller(c *fiber.Ctx, caller *session.Caller) {
	caller.RequestID = requestID(c)
	c.Locals(callerKey, caller)
	c.SetUserContext(session.With(c.UserContext(), caller))
}

func workspaceOf(c *fiber.Ctx) string {
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
		return caller.WorkspaceID
	}
	return ""
}

// resolveCaller resolves the credential that a rule accepts. It returns nil if there is no credential and the rule
// does not require one.
func (s *Server) resolveCaller(c *fiber.Ctx, rule session.Rule, given credentials) (*session.Caller, error) {
	if given.token != "" && given.cookie != "" {
		return nil, apierror.New(apierror.CodeCredentialConflict)
	}
	switch rule.Credential {
	case session.NoCredential:
		return nil, s.sameOrigin(c)
	case session.SetupToken:
		if given.token == "" {
			return nil, apierror.New(apierror.CodeUnauthenticated)
		}
		return nil, s.opts.Store.Accounts.CheckSetupToken(c.UserContext(), given.token)
	case session.OptionalSession, session.APIKey, session.APIKeyOrSession, session.Session:
	}
	if given.token != "" {
		return s.keyCaller(c, rule, given)
	}
	if rule.Credential == session.APIKey || given.cookie == "" && rule.Credential != session.OptionalSession {
		return nil, apierror.New(apierror.CodeUnauthenticated)
	}
	if err := s.sameOrigin(c); err != nil {
		return nil, err
	}
	return s.person(c, rule, given.cookie)
}

// keyCaller resolves an API key. A key acts for one workspace; another workspace in the path is not_found.
func (s *Server) keyCaller(c *fiber.Ctx, rule session.Rule, given credentials) (*session.Caller, error) {
	key := given.key
	if key == nil {
		var err error
		if key, err = s.opts.Store.Accounts.FindKey(c.UserContext(), given.token); err != nil {
			return nil, err
		}
	}
	if !isInner(c) && !key.Allows(s.clientIP(c)) { // the message around an inner request was checked
		return nil, apierror.New(apierror.CodeForbidden, "reason", "network")
	}
	named := c.Params("workspaceId")
	if rule.Credential != session.Session && named != "" && named != key.WorkspaceID {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "workspace")
	}
	return &session.Caller{WorkspaceID: key.WorkspaceID, Key: key}, nil
}

// person resolves a session and the workspace of the request. If the session is optional, an expired one counts as
// none; failing to reach the database is still an error.
func (s *Server) person(c *fiber.Ctx, rule session.Rule, cookie string) (*session.Caller, error) {
	p, err := s.signedIn(c.UserContext(), cookie)
	switch {
	case err != nil && rule.Credential == session.OptionalSession && apierror.Is(err, apierror.CodeUnauthenticated):
		return nil, nil
	case err != nil:
		return nil, err
	}
	caller := &session.Caller{Person: p}
	if !rule.Role.InWorkspace() {
		return caller, nil
	}
	named := c.Params("workspaceId")
	if named == "" {
		named = c.Get("X-Workspace-Id")
	}
	m, err := session.MembershipOf(p, named)
	if err != nil {
		return nil, err
	}
	caller.WorkspaceID, caller.Role = m.WorkspaceID, m.Role
	return caller, nil
}

// signedIn returns the session of a cookie. It returns unauthenticated if there is no valid one.
func (s *Server) signedIn(ctx context.Context, cookie string) (*accounts.SignedIn, error) {
	token, ok := s.opts.Cookies.Read(cookie)
	if !ok {
		return nil, apierror.New(apierror.CodeUnauthenticated)
	}
	return s.opts.Store.Accounts.FindSession(ctx, token)
}

// sameOrigin rejects changes that a browser requests on behalf of another site. Mail programs post to the links that switch
// digests off, so it does not apply to these.
func (s *Server) sameOrigin(c *fiber.Ctx) error {
	if c.Method() == fiber.MethodGet || isUnsubscribe(c.Path()) {
		return nil
	}
	if given := c.Get(fiber.HeaderOrigin); given != s.opts.Origin && !sameLoopback(given, s.opts.Origin) {
		return apierror.New(apierror.CodeForbidden, "reason", "origin")
	}
	return nil
}

// sameLoopback reports whether two origins differ only in the name of the local machine: localhost, 127.0.0.1 and
// [::1] are equal.
func sameLoopback(a, b string) bool {
	u, err := url.Parse(a)
	v, other := url.Parse(b)
	if err != nil || other != nil || u.Scheme != v.Scheme || u.Port() != v.Port() {
		return false
	}
	return u.Path == "" && isLoopback(u.Hostname()) && isLoopback(v.Hostname())
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}
