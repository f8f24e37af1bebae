package sources

import (
	"context"
	"net/http"
	"net/url"
)

// Fetcher is the guarded outbound client. It sends https only, to the platforms' own hosts only, and bounds size and
// time. Its errors are of the catalogue: network_timeout, network_transport (also for the platform's 5xx and a cut
// answer), route_degraded (its 429). Every other status is an Answer: the body decides.
type Fetcher interface {
	Fetch(context.Context, Request) (*Answer, error)
}

// Request is one call to a platform. Method "" is GET, or POST when there is a Body.
type Request struct {
	Method string
	URL    string
	Header map[string]string
	Body   []byte
	Stay   bool // do not follow redirects: return the 3xx itself
	Bare   bool // send none of the operator's cookies
}

// Answer is the platform's response, fully read. Redirects inside the platforms' hosts were followed; one that leaves
// them is returned as the 3xx itself.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	URL    string // the address that answered
}

// Allowed reports whether an address is https on one of the platforms' own hosts.
func (c *Client) Allowed(u *url.URL) bool { return c.allowed(u) }

// Transport returns the outbound client for streams. It rewrites addresses to the upstream and names the browser of the
// shapes where a request names none; its user has to check every address with Allowed before, at each redirect again.
func (c *Client) Transport() http.RoundTripper { return rewriting{c} }

type rewriting struct{ client *Client }

// RoundTrip implements http.RoundTripper.
func (t rewriting) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if out.Header.Get("User-Agent") == "" {
		out.Header.Set("User-Agent", t.client.agent())
	}
	if t.client.upstream != "" {
		target, err := url.Parse(t.client.rewrite(req.URL))
		if err != nil {
			return nil, err
		}
		out.URL, out.Host = target, target.Host
	}
	return t.client.pathTo(req.URL.Hostname()).http.Transport.RoundTrip(out)
}
