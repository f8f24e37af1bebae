package web

import (
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/oauth"
	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// oauthServer mounts the authorization server. Its requests carry no session and come from any site; each counts against the limit
// of its address.
func (s *Server) oauthServer() {
	o := oauth.New(oauth.Options{Accounts: s.opts.Store.Accounts, Cookies: s.opts.Cookies, Origin: s.opts.Origin, Resources: []string{agentsPath}, Scopes: operations.AllowedScopes(accounts.Scopes(), accounts.GrantRole), Transport: s.opts.Documents})
	s.app.Get(oauth.ServerMetadataPath, s.authorizeOpen, openJSON(o.ServerMetadata()))
	s.app.Get(oauth.ResourceMetadataPath, s.authorizeOpen, openJSON(o.ResourceMetadata("")))
	s.app.Get(oauth.ResourceMetadataPath+agentsPath, s.authorizeOpen, openJSON(o.ResourceMetadata(agentsPath)))
	handler := o.Handler()
	s.app.Get(oauth.AuthorizePath, markPage, s.serveOAuth(handler))
	for _, path := range []string{oauth.TokenPath, oauth.RevokePath} {
		s.app.Post(path, s.serveOAuth(handler))
		s.app.Options(path, s.serveOAuth(handler))
	}
	s.app.Post(oauth.RegisterPath, s.register(o))
}

// openJSON serves a value that is the same for everyone, to pages of any site.
func openJSON(value any) fiber.Handler {
	return func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
		c.Set(fiber.HeaderCacheControl, "public, max-age=300")
		return c.JSON(value)
	}
}

// serveOAuth passes a request to the library. A person whose request for authorization is refused without going back sees a page.
func (s *Server) serveOAuth(handler http.Handler) fiber.Handler {
	return func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderCacheControl, "no-store")
		defer s.withDeadline(c, session.OneFetch)()
		if err := s.limit(c, session.LimitOpen, nil, 1); err != nil {
			return err
		}
		r, err := netRequest(c.UserContext(), c, c.OriginalURL())
		if err != nil {
			return apierror.InvalidInput(apierror.Field{Name: "address", Expected: "a valid address"})
		}
		w := &reply{header: http.Header{}}
		handler.ServeHTTP(w, r)
		if c.Locals(pageKey) != nil && w.status >= http.StatusBadRequest {
			return refusedAuthorization(w)
		}
		for name, values := range w.header {
			for _, value := range values {
				c.Response().Header.Add(name, value)
			}
		}
		return c.Status(w.status).Send(w.body.Bytes())
	}
}

// register registers a program.
func (s *Server) register(o *oauth.Server) fiber.Handler {
	return func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderAccessControlAllowOrigin, "*")
		defer s.withDeadline(c, session.NoFetch)()
		if err := s.limit(c, session.LimitOpen, nil, 1); err != nil {
			return err
		}
		status, response, err := o.Register(c.UserContext(), c.Body())
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderCacheControl, "no-store")
		return c.Status(status).JSON(response)
	}
}

// resourceMetadata names where a program learns how it gets a token (RFC 9728, section 5.1).
func (s *Server) resourceMetadata(c *fiber.Ctx) string {
	path := s.opts.Origin + oauth.ResourceMetadataPath
	if c.Path() == agentsPath {
		path += agentsPath
	}
	return `resource_metadata="` + path + `"`
}

// refusedAuthorization is the error page of a request for authorization that goes back to no program.
func refusedAuthorization(w *reply) error {
	var said struct {
		Text string `json:"error_description"`
	}
	_ = json.Unmarshal(w.body.Bytes(), &said) // without it the page says less
	if w.status >= http.StatusInternalServerError {
		return apierror.New(apierror.CodeStorageUnavailable)
	}
	e := apierror.InvalidInput(apierror.Field{Name: "request", Expected: cmp.Or(said.Text, "a request of OAuth 2.1")})
	e.Message = "The program asked in a way that this service does not accept, so nothing was allowed."
	return e
}
