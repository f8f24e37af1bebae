// Package oauth is the authorization server for programs of others (OAuth 2.1, as the Model Context Protocol uses it): metadata,
// registration, the check of authorization requests, and tokens. zitadel/oidc reads and validates the requests and answers their
// errors; models/accounts keeps grants as keys, so that scopes, budgets and revocation are those of keys. The consent itself is a
// page. It may import handlers/session, models/accounts and internal/clientdocs. It never decides what a token may do.
package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/clientdocs"
	"socialdata/models/accounts"
)

// Paths of the authorization server. ConsentPath is the page that asks the person.
const (
	AuthorizePath = "/oauth/authorize"
	TokenPath     = "/oauth/token"
	RevokePath    = "/oauth/revoke"
	RegisterPath  = "/oauth/register"
	ConsentPath   = "/connect"
)

// Options configure a Server.
type Options struct {
	Accounts  *accounts.Store
	Cookies   *session.Cookies
	Origin    string            // of this service, which is the issuer
	Resources []string          // paths at which tokens are good, besides the whole service
	Scopes    []accounts.Scope  // named in the metadata; programs may ask for other scopes as well
	Transport http.RoundTripper // reaches the metadata documents of programs; nil: public addresses by https only
}

// Server is the authorization server. It implements op.Server.
type Server struct {
	op.UnimplementedServer
	opts      Options
	documents *clientdocs.Reader
}

// New returns an authorization server.
func New(o Options) *Server {
	return &Server{opts: o, documents: clientdocs.NewReader(o.Transport)}
}

// Handler returns the handler of AuthorizePath, TokenPath and RevokePath.
func (s *Server) Handler() http.Handler {
	return op.RegisterServer(s, op.Endpoints{Authorization: op.NewEndpoint(AuthorizePath), Token: op.NewEndpoint(TokenPath), Revocation: op.NewEndpoint(RevokePath)})
}

// VerifyAuthRequest finds the program that asks. Programs that name no scope ask for reading.
func (s *Server) VerifyAuthRequest(ctx context.Context, r *op.Request[oidc.AuthRequest]) (*op.ClientRequest[oidc.AuthRequest], error) {
	c, err := s.findClient(ctx, r.Data.ClientID)
	if err != nil {
		return nil, err
	}
	if len(r.Data.Scopes) == 0 {
		for _, scope := range s.opts.Scopes {
			if scope.Reads() {
				r.Data.Scopes = append(r.Data.Scopes, string(scope))
			}
		}
	}
	return &op.ClientRequest[oidc.AuthRequest]{Request: r, Client: c}, nil
}

// Authorize sends the person to the consent page. It requires PKCE by S256 (RFC 9700, section 2.1.1) and, if the program names a
// resource, one of this service (RFC 8707).
func (s *Server) Authorize(_ context.Context, r *op.ClientRequest[oidc.AuthRequest]) (*op.Redirect, error) {
	if r.Data.CodeChallenge == "" || r.Data.CodeChallengeMethod != oidc.CodeChallengeMethodS256 {
		return nil, oidc.ErrInvalidRequest().WithDescription("code_challenge by S256 is required")
	}
	if r.Data.RequestParam != "" {
		return nil, oidc.ErrRequestNotSupported()
	}
	if err := s.checkResources(r.Form); err != nil {
		return nil, err
	}
	c := r.Client.(*client)
	a := session.Asked{ClientID: c.id, ClientName: c.name, RedirectURI: r.Data.RedirectURI, State: r.Data.State, Challenge: r.Data.CodeChallenge, At: s.opts.Accounts.Now().Unix()}
	for _, scope := range r.Data.Scopes {
		if slices.Contains(accounts.Scopes(), accounts.Scope(scope)) && !slices.Contains(a.Scopes, accounts.Scope(scope)) {
			a.Scopes = append(a.Scopes, accounts.Scope(scope))
		}
	}
	sealed, err := s.opts.Cookies.SealAsked(a)
	if err != nil {
		return nil, oidc.ErrInvalidRequest().WithParent(err).WithDescription("the request is too long")
	}
	address := ConsentPath + "?request=" + url.QueryEscape(sealed)
	if len(address) > session.MaxNext { // a person who has to sign in first would not come back to it
		return nil, oidc.ErrInvalidRequest().WithDescription("the request is too long")
	}
	return op.NewRedirect(address), nil
}

// checkResources refuses tokens for other services.
func (s *Server) checkResources(form url.Values) error {
	for _, resource := range form["resource"] {
		if !slices.Contains(s.resources(), resource) {
			return &oidc.Error{ErrorType: "invalid_target", Description: "this service issues tokens for itself only"}
		}
	}
	return nil
}

// resources lists the resources for which tokens are good.
func (s *Server) resources() []string {
	list := []string{s.opts.Origin, s.opts.Origin + "/"}
	for _, path := range s.opts.Resources {
		list = append(list, s.opts.Origin+path)
	}
	return list
}

// failure translates an error of the store for programs. A fault of ours is temporary for them.
func failure(err error) error {
	var e *apierror.Error
	if errors.As(err, &e) && e.Code == apierror.CodeLimitExceeded {
		return oidc.ErrAccessDenied().WithDescription("the workspace has as many connected programs as it may have")
	}
	return op.NewStatusError(oidc.ErrServerError().WithParent(err).WithDescription("try again later"), http.StatusServiceUnavailable)
}
