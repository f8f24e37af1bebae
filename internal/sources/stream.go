package sources

import (
	"net/http"
	"net/url"
)

// Allowed tells whether an address is https on one of the platforms' own hosts.
func (c *Client) Allowed(u *url.URL) bool { return c.allowed(u) }

// Transport is the guarded way out for streams: it rewrites to the upstream, and its user holds addresses against
// Allowed before, at every redirect.
func (c *Client) Transport() http.RoundTripper { return rewriting{c} }

type rewriting struct{ client *Client }

// RoundTrip implements http.RoundTripper.
func (t rewriting) RoundTrip(req *http.Request) (*http.Response, error) {
	transport := t.client.pathTo(req.URL.Hostname()).http.Transport
	if t.client.upstream == "" {
		return transport.RoundTrip(req)
	}
	target, err := url.Parse(t.client.rewrite(req.URL))
	if err != nil {
		return nil, err
	}
	out := req.Clone(req.Context())
	out.URL, out.Host = target, target.Host
	return transport.RoundTrip(out)
}
