// Package clientdocs reads the metadata documents in which programs describe themselves to an authorization server
// (https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/). It reaches public addresses by https only, imports
// nothing of ours, and decides nothing about what a document says.
package clientdocs

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
)

// Bounds of a document and its address.
const (
	within         = 5 * time.Second
	longest        = 16 << 10
	longestAddress = 512
)

// Document is what a program says of itself. The names are those of RFC 7591, section 2.
type Document struct {
	ClientID     string   `json:"client_id"`
	Name         string   `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
	AuthMethod   string   `json:"token_endpoint_auth_method"`
}

// Reader fetches documents. It is safe for concurrent use.
type Reader struct{ client *http.Client }

// NewReader returns a reader that follows no redirect. With a transport it reaches what the transport does, for tests.
func NewReader(transport http.RoundTripper) *Reader {
	if transport == nil {
		dialer := &net.Dialer{Timeout: within, Control: ssrf.New(ssrf.WithPorts(443)).Safe}
		transport = &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: within, MaxResponseHeaderBytes: longest, MaxIdleConns: 4, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}
	}
	return &Reader{client: &http.Client{Transport: transport, Timeout: within, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// errAddress is returned for an address that cannot be that of a document.
var errAddress = errors.New("not the address of a metadata document: https, with a path, without a fragment or a password")

// Read fetches the document at an address. Anything but a JSON object that names this address as its client_id is an error.
func (r *Reader) Read(ctx context.Context, address string) (*Document, error) {
	u, err := url.Parse(address)
	if err != nil || len(address) > longestAddress || u.Scheme != "https" || u.Path == "" || u.Path == "/" || u.Path != path.Clean(u.Path) || u.Fragment != "" || u.User != nil {
		return nil, errAddress
	}
	body, err := r.fetch(ctx, address)
	if err != nil {
		return nil, err
	}
	d := &Document{}
	if err := json.Unmarshal(body, d); err != nil {
		return nil, err
	}
	if d.ClientID != address {
		return nil, errors.New("the metadata document is another program's")
	}
	return d, nil
}

func (r *Reader) fetch(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	response, err := r.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New("the metadata document answered " + response.Status)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, longest+1))
	if err == nil && len(body) > longest {
		err = errors.New("the metadata document is too long")
	}
	return body, err
}
