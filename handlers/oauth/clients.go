package oauth

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// client is a program as the library knows it: public, without a secret, and with exact redirect addresses, of which only the port
// of one on the person's own machine may differ (RFC 8252, section 7.3).
type client struct {
	id, name  string
	redirects []string
}

// findClient returns the program with an id, which is that of its registration or the address of its metadata document.
func (s *Server) findClient(ctx context.Context, id string) (*client, error) {
	if strings.HasPrefix(id, "https://") {
		return s.readDocument(ctx, id)
	}
	known, err := s.opts.Accounts.FindClient(ctx, id)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil, oidc.ErrInvalidClient().WithDescription("no program with this client_id is registered")
	}
	if err != nil {
		return nil, failure(err)
	}
	return &client{id: known.ID, name: known.Name, redirects: known.RedirectURIs()}, nil
}

// readDocument returns the program whose id is the address of its metadata document.
func (s *Server) readDocument(ctx context.Context, id string) (*client, error) {
	d, err := s.documents.Read(ctx, id)
	if err != nil {
		return nil, oidc.ErrInvalidClient().WithParent(err).WithDescription("the program's metadata document could not be read")
	}
	if !goodRedirects(d.RedirectURIs) || d.AuthMethod != "" && d.AuthMethod != "none" {
		return nil, oidc.ErrInvalidClient().WithDescription("the program's metadata document is not valid")
	}
	u, err := url.Parse(id)
	if err != nil {
		return nil, err // cannot happen: the document was read
	}
	return &client{id: id, name: shortName(d.Name, u.Hostname()), redirects: d.RedirectURIs}, nil
}

// Bounds of what programs say of themselves.
const (
	longestName      = 80
	longestRedirect  = 512
	mostRedirectURIs = 10
)

// shortName returns the name of a program on one line, cut to longestName letters.
func shortName(name, otherwise string) string {
	name = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(name, ""), func(r rune) bool {
		return r <= ' ' || r == 0x7f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}), " ")
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName])
	}
	if name == "" {
		return otherwise
	}
	return name
}

// goodRedirects reports whether people may be sent back to each of the addresses: https, http on their own machine, or the scheme
// of an application of theirs (RFC 8252, section 7).
func goodRedirects(list []string) bool {
	return len(list) > 0 && len(list) <= mostRedirectURIs && !slices.ContainsFunc(list, func(text string) bool { return !goodRedirect(text) })
}

// never are schemes that browsers themselves act on.
var never = []string{"javascript", "data", "vbscript", "file", "blob", "about", "view-source", "filesystem", "ws", "wss", "ftp", "mailto", "tel", "sms", "intent"}

func goodRedirect(text string) bool {
	u, err := url.Parse(text)
	if err != nil || len(text) > longestRedirect || u.Fragment != "" || u.User != nil || strings.ContainsAny(text, " \\\r\n\t\"<>#") {
		return false
	}
	switch u.Scheme {
	case "https":
		return u.Host != ""
	case "http":
		_, local := op.HTTPLoopbackOrLocalhost(text)
		return local
	}
	return len(u.Scheme) > 1 && !slices.Contains(never, u.Scheme)
}

// The methods of op.Client.

func (c *client) GetID() string                       { return c.id }
func (c *client) RedirectURIs() []string              { return c.redirects }
func (c *client) PostLogoutRedirectURIs() []string    { return nil }
func (c *client) ApplicationType() op.ApplicationType { return op.ApplicationTypeNative }
func (c *client) AuthMethod() oidc.AuthMethod         { return oidc.AuthMethodNone }
func (c *client) ResponseTypes() []oidc.ResponseType {
	return []oidc.ResponseType{oidc.ResponseTypeCode}
}
func (c *client) LoginURL(string) string                                       { return "" }
func (c *client) AccessTokenType() op.AccessTokenType                          { return op.AccessTokenTypeBearer }
func (c *client) IDTokenLifetime() time.Duration                               { return 0 }
func (c *client) DevMode() bool                                                { return false }
func (c *client) RestrictAdditionalIdTokenScopes() func([]string) []string     { return nil }
func (c *client) RestrictAdditionalAccessTokenScopes() func([]string) []string { return nil }
func (c *client) IDTokenUserinfoClaimsAssertion() bool                         { return false }
func (c *client) ClockSkew() time.Duration                                     { return 0 }

func (c *client) GrantTypes() []oidc.GrantType {
	return []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
}

func (c *client) IsScopeAllowed(scope string) bool {
	return slices.Contains(accounts.Scopes(), accounts.Scope(scope))
}
