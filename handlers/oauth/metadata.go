package oauth

import (
	"context"
	"encoding/json"
	"net/http"

	"socialdata/internal/apierror"
)

// Paths of the metadata. A resource below the origin has its path appended (RFC 9728, section 3.1).
const (
	ServerMetadataPath   = "/.well-known/oauth-authorization-server"
	ResourceMetadataPath = "/.well-known/oauth-protected-resource"
)

// ServerMetadata describes the authorization server (RFC 8414).
func (s *Server) ServerMetadata() map[string]any {
	return map[string]any{
		"issuer":                                         s.opts.Origin,
		"authorization_endpoint":                         s.opts.Origin + AuthorizePath,
		"token_endpoint":                                 s.opts.Origin + TokenPath,
		"revocation_endpoint":                            s.opts.Origin + RevokePath,
		"registration_endpoint":                          s.opts.Origin + RegisterPath,
		"response_types_supported":                       []string{"code"},
		"response_modes_supported":                       []string{"query"},
		"grant_types_supported":                          []string{"authorization_code", "refresh_token"},
		"code_challenge_methods_supported":               []string{"S256"},
		"token_endpoint_auth_methods_supported":          []string{"none"},
		"revocation_endpoint_auth_methods_supported":     []string{"none"},
		"scopes_supported":                               s.opts.Scopes,
		"client_id_metadata_document_supported":          true,
		"authorization_response_iss_parameter_supported": true,
		"service_documentation":                          s.opts.Origin + "/docs",
	}
}

// ResourceMetadata describes a resource of this service by its path, "" for the whole (RFC 9728).
func (s *Server) ResourceMetadata(path string) map[string]any {
	return map[string]any{
		"resource":                 s.opts.Origin + path,
		"resource_name":            "Social Data",
		"authorization_servers":    []string{s.opts.Origin},
		"scopes_supported":         s.opts.Scopes,
		"bearer_methods_supported": []string{"header"},
		"resource_documentation":   s.opts.Origin + "/docs",
	}
}

// registration is what a program says of itself, and what it is registered with (RFC 7591, sections 2 and 3.2.1).
type registration struct {
	ClientID      string   `json:"client_id,omitempty"`
	IssuedAt      int64    `json:"client_id_issued_at,omitempty"`
	Name          string   `json:"client_name,omitempty"`
	RedirectURIs  []string `json:"redirect_uris"`
	AuthMethod    string   `json:"token_endpoint_auth_method,omitempty"`
	GrantTypes    []string `json:"grant_types,omitempty"`
	ResponseTypes []string `json:"response_types,omitempty"`
}

// readRegistration reads the body of a registration and reports whether it is one.
func readRegistration(body []byte) (r registration, ok bool) {
	ok = json.Unmarshal(body, &r) == nil
	return r, ok
}

// Register registers a program (RFC 7591). It returns the status and the JSON value of the response; err is a fault of ours.
func (s *Server) Register(ctx context.Context, body []byte) (status int, response any, err error) {
	d, ok := readRegistration(body)
	if !ok {
		return http.StatusBadRequest, refusal("invalid_client_metadata", "The body is no JSON object of RFC 7591."), nil
	}
	if !goodRedirects(d.RedirectURIs) {
		return http.StatusBadRequest, refusal("invalid_redirect_uri", "Give 1 to 10 redirect_uris: https, http on the person's own machine, or the scheme of an application."), nil
	}
	known, err := s.opts.Accounts.RegisterClient(ctx, shortName(d.Name, "A program"), d.RedirectURIs)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return http.StatusServiceUnavailable, refusal("temporarily_unavailable", "Too many programs are registered. Use a client id metadata document, or try tomorrow."), nil
	}
	if err != nil {
		return 0, nil, err
	}
	return http.StatusCreated, registration{ClientID: known.ID, IssuedAt: known.UsedAt / 1e6, Name: known.Name, RedirectURIs: d.RedirectURIs, AuthMethod: "none",
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"}}, nil
}

func refusal(code, text string) map[string]string {
	return map[string]string{"error": code, "error_description": text}
}
