package sources

import (
	"net/http"
	"net/url"
)

// Allowed reports whether an address is https on one of the platforms' own hosts.
func (c *Client) Allowed(u *url.URL) bool { return c.allowed(u) }

// Transport returns the outbound client for streams. It rewrites addresses to the upstream; its user has to check every
// address with Allowed before, at each redirect again.
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
