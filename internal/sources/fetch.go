package sources

import (
	"context"
	"net/http"
	"net/url"
	"strings"
)

// Fetcher is the guarded outbound client. It sends https only, only to the platforms' own hosts, and limits size and time.
// Its errors are catalogue errors: network_timeout, network_transport (also for a 5xx of the platform and a truncated
// answer) and route_degraded (for its 429). Every other status is returned as an Answer, because the body decides.
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

// method returns the method that is sent.
func (r Request) method() string {
	switch {
	case r.Method != "":
		return r.Method
	case r.Body != nil:
		return http.MethodPost
	}
	return http.MethodGet
}

// Answer is the platform's response, fully read. Redirects within the platforms' hosts were followed; a redirect to
// another host is returned as the 3xx itself.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	URL    string // the address that answered
}

// Cookies returns the cookies that the answer sets.
func (a *Answer) Cookies() []*http.Cookie { return (&http.Response{Header: a.Header}).Cookies() }

// CookieHeader returns the cookies that the answer sets, in the form of a request's Cookie header.
func (a *Answer) CookieHeader() string {
	var given []string
	for _, c := range a.Cookies() {
		given = append(given, c.Name+"="+c.Value)
	}
	return strings.Join(given, "; ")
}

// Transport returns the outbound client as a transport for streams. It rewrites addresses to the upstream and adds the
// shapes' User-Agent to requests without one. Callers must check every address with Allowed first, including redirects.
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
