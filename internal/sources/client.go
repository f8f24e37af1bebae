package sources

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/httpx"
)

// maxRedirects bounds a chain of redirects.
const maxRedirects = 5

// ClientOptions configure a Client.
type ClientOptions struct {
	Hosts    []string      // the platforms' own domains; a name allows itself and its sub-domains
	Upstream string        // "" or the base that every request is rewritten to (SOCIALDATA_UPSTREAM)
	Timeout  time.Duration // bound on one call, body included
	Access   []Access      // the operator's proxies and cookies for single platforms
	Agent    func() string // returns the User-Agent for requests that set none: the one of the shapes
}

// Client is the Fetcher that every adapter uses: https only, allowed hosts only (checked at every redirect, before the
// upstream rewrite), private addresses refused at dial, size and time bounded.
type Client struct {
	paths    []*path
	hosts    []string
	upstream string
	timeout  time.Duration
	slots    *slots
	agent    func() string
}

// errForbiddenHost is the error for an address outside the platforms' own hosts. It is always a bug in an adapter, never
// a mistake of the caller.
var errForbiddenHost = errors.New("address is not one of the platforms' hosts")

// NewClient returns a Client. A malformed Upstream or a nil Agent is an error: the platforms answer an unknown
// User-Agent with an empty page.
func NewClient(o ClientOptions) (*Client, error) {
	if o.Agent == nil {
		return nil, errors.New("the outbound client needs the user agent of the shapes")
	}
	paths, err := newPaths(o)
	if err != nil {
		return nil, err
	}
	return &Client{paths: paths, hosts: o.Hosts, upstream: strings.TrimRight(o.Upstream, "/"), timeout: o.Timeout, slots: newSlots(slotsPerHost, slotWait),
		agent: o.Agent}, nil
}

// As returns a Client that names itself otherwise, with the same hosts, accesses and slots.
func (c *Client) As(agent func() string) *Client {
	other := *c
	other.agent = agent
	return &other
}

// Fetch implements Fetcher.
func (c *Client) Fetch(ctx context.Context, r Request) (*Answer, error) {
	release, err := c.slot(ctx, r.URL)
	if err != nil {
		return nil, c.toError(err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, c.timeout) // the wait for a slot above does not count towards the timeout
	defer cancel()
	return c.follow(r, func(r Request) (*Answer, error) { return c.once(ctx, r) })
}

// follow sends a request, and what redirects lead to.
func (c *Client) follow(r Request, send func(Request) (*Answer, error)) (*Answer, error) {
	for range maxRedirects {
		a, err := send(r)
		if err != nil {
			return nil, c.toError(err)
		}
		next, follow := c.redirect(r, a)
		if !follow {
			return a, classify(a)
		}
		r = Request{Method: http.MethodGet, URL: next, Header: r.Header}
	}
	return nil, apierror.Wrap(errors.New("too many redirects"), apierror.CodeSourceChanged, "missing", []string{"answer"})
}

// slot waits until another call to the host may be sent.
func (c *Client) slot(ctx context.Context, address string) (release func(), err error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errForbiddenHost
	}
	return c.slots.take(ctx, u.Hostname())
}

func (c *Client) once(ctx context.Context, r Request) (*Answer, error) {
	address, err := url.Parse(r.URL)
	if err != nil || !c.Allowed(address) {
		return nil, errForbiddenHost
	}
	req, err := c.request(ctx, r, address)
	if err != nil {
		return nil, err
	}
	ctx, span := startCall(ctx, req)
	defer span.End()
	resp, err := c.pathTo(address.Hostname()).do(req.WithContext(ctx), address, r.Bare)
	if err != nil {
		failCall(span)
		return nil, err
	}
	defer resp.Body.Close()
	answerCall(span, resp.StatusCode)
	body, err := readBounded(resp)
	if err != nil {
		return nil, err
	}
	a := &Answer{Status: resp.StatusCode, Header: resp.Header, Body: body, URL: r.URL}
	secrets := c.secretsFor(address)
	record(ctx, r, a, secrets)
	archive(ctx, r, req.Header, a, secrets)
	return a, nil
}

// secretsFor returns the values of the operator's that are sent to an address.
func (c *Client) secretsFor(address *url.URL) []string {
	return c.pathTo(address.Hostname()).cookies.values()
}

func (c *Client) request(ctx context.Context, r Request, address *url.URL) (*http.Request, error) {
	target := r.URL
	if c.upstream != "" {
		target = c.rewrite(address)
	}
	req, err := http.NewRequestWithContext(ctx, r.method(), target, bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", c.agent())
	req.Header.Set("Accept-Language", "en-US,en;q=0.8")
	for k, v := range r.Header {
		req.Header.Set(k, v)
	}
	return req, nil
}

// rewrite returns u with the upstream's scheme and host.
func (c *Client) rewrite(u *url.URL) string {
	target := c.upstream + "/" + u.Host + u.EscapedPath()
	if u.RawQuery != "" {
		target += "?" + u.RawQuery
	}
	return target
}

// Allowed reports whether an address is https on one of the platforms' own hosts.
func (c *Client) Allowed(u *url.URL) bool { return isOn(u, c.hosts) }

// isOn reports whether an address is https on one of some hosts, at the usual port and without user info.
func isOn(u *url.URL, hosts []string) bool {
	return u.Scheme == "https" && u.User == nil && (u.Port() == "" || u.Port() == "443") && HostAllowed(u.Hostname(), hosts)
}

// HostAllowed reports whether host is one of domains or below one of them.
func HostAllowed(host string, domains []string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc(domains, func(d string) bool { return isWithin(host, d) })
}

// redirect returns the target of a 3xx answer; false if it is not on the platforms' hosts.
func (c *Client) redirect(r Request, a *Answer) (string, bool) {
	location := a.Header.Get("Location")
	if r.Stay || location == "" || a.Status < 300 || a.Status > 399 {
		return "", false
	}
	base, err := url.Parse(r.URL)
	if err != nil {
		return "", false
	}
	next, err := base.Parse(location)
	if err != nil || !c.Allowed(next) {
		return "", false
	}
	next.Fragment = ""
	return next.String(), true
}

// classify returns an error for each status that means the same on every platform.
func classify(a *Answer) error {
	switch {
	case a.Status == http.StatusTooManyRequests:
		return Degraded("the platform answered 429").After(httpx.RetryAfter(a.Header))
	case a.Status >= 500:
		return apierror.Wrap(errors.New("the platform answered "+strconv.Itoa(a.Status)), apierror.CodeNetworkTransport)
	}
	return nil
}

// toError maps a failure before an answer was read to a catalogue error; err stays its cause.
func (c *Client) toError(err error) error {
	var addressed *url.Error
	if errors.As(err, &addressed) {
		err = addressed.Err // its address may hold the operator's key
	}
	var f *apierror.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, errForbiddenHost):
		return apierror.Wrap(err, apierror.CodeInternalError)
	case errors.Is(err, context.DeadlineExceeded):
		return apierror.Wrap(err, apierror.CodeNetworkTimeout, "timeoutMs", c.timeout.Milliseconds())
	}
	return apierror.Wrap(err, apierror.CodeNetworkTransport)
}
