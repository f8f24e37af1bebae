package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"path"
	"time"

	"code.dny.dev/ssrf"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

// Bounds of the fetch of a metadata document.
const (
	documentWithin  = 5 * time.Second
	longestDocument = 16 << 10
)

// description is what a program says of itself, in its metadata document or its registration (RFC 7591, section 2).
type description struct {
	ClientID      string   `json:"client_id,omitempty"`
	IssuedAt      int64    `json:"client_id_issued_at,omitempty"`
	Name          string   `json:"client_name,omitempty"`
	RedirectURIs  []string `json:"redirect_uris"`
	AuthMethod    string   `json:"token_endpoint_auth_method,omitempty"`
	GrantTypes    []string `json:"grant_types,omitempty"`
	ResponseTypes []string `json:"response_types,omitempty"`
}

// documentClient returns a client that follows no redirect, and reaches public addresses only unless transport is given.
func documentClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		dialer := &net.Dialer{Timeout: documentWithin, Control: ssrf.New(ssrf.WithPorts(443)).Safe}
		transport = &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: documentWithin, MaxResponseHeaderBytes: 16 << 10, MaxIdleConns: 4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	}
	return &http.Client{Transport: transport, Timeout: documentWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// readDocument fetches the metadata document of a program whose id is its address
// (https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/).
func (s *Server) readDocument(ctx context.Context, id string) (*client, error) {
	u, err := url.Parse(id)
	if err != nil || len(id) > longestRedirect || u.Path == "" || u.Path == "/" || u.Path != path.Clean(u.Path) || u.Fragment != "" || u.User != nil {
		return nil, oidc.ErrInvalidClient().WithDescription("the client_id is no address of a metadata document")
	}
	d, err := s.fetchDocument(ctx, id)
	if err != nil {
		return nil, oidc.ErrInvalidClient().WithParent(err).WithDescription("the program's metadata document could not be read")
	}
	if d.ClientID != id || !goodRedirects(d.RedirectURIs) || d.AuthMethod != "" && d.AuthMethod != "none" {
		return nil, oidc.ErrInvalidClient().WithDescription("the program's metadata document is not valid")
	}
	return &client{id: id, name: shortName(d.Name, u.Hostname()), redirects: d.RedirectURIs}, nil
}

func (s *Server) fetchDocument(ctx context.Context, address string) (d description, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return d, err
	}
	r.Header.Set("Accept", "application/json")
	res, err := s.documents.Do(r)
	if err != nil {
		return d, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return d, errors.New("the metadata document answered " + res.Status)
	}
	body, err := io.ReadAll(io.LimitReader(res.Body, longestDocument+1))
	if err != nil {
		return d, err
	}
	if len(body) > longestDocument {
		return d, errors.New("the metadata document is too long")
	}
	return d, json.Unmarshal(body, &d)
}
