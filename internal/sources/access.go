package sources

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
)

// Access configures how the service calls one platform: through a proxy, with the operator's cookies, or both.
type Access struct {
	Hosts   []string    // the platform's own domains
	Proxy   *url.URL    // nil: direct
	Cookies *CookieFile // nil: none
}

// ParseProxy reads the address of a proxy: http, https or socks5h (the proxy resolves names), with a user and password
// where it wants them. Its errors hold no part of the address.
func ParseProxy(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil, !slices.Contains([]string{"http", "https", "socks5h"}, u.Scheme), u.Hostname() == "", u.Path != "" && u.Path != "/", u.RawQuery != "", u.Fragment != "":
		return nil, errors.New("want http://, https:// or socks5h://[user:password@]host[:port]")
	}
	return u, nil
}

// path holds the transport and cookies for requests to a set of hosts.
type path struct {
	hosts   []string // empty for the direct path, which serves every host that no other path lists
	http    *http.Client
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	cookies *CookieFile
}

func newPath(transport *http.Transport, hosts []string, cookies *CookieFile) *path {
	return &path{hosts: hosts, cookies: cookies, dial: transport.DialContext, http: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// newPaths returns a path for each access, followed by the direct one.
func newPaths(o ClientOptions) ([]*path, error) {
	direct, err := guardedTransport(o.Upstream)
	if err != nil {
		return nil, err
	}
	var paths []*path
	for _, a := range o.Access {
		p := newPath(direct, a.Hosts, a.Cookies)
		if a.Proxy != nil {
			p = newPath(proxiedTransport(a.Proxy), a.Hosts, a.Cookies)
			p.dial = dialVia(a.Proxy)
		}
		paths = append(paths, p)
	}
	return append(paths, newPath(direct, nil, nil)), nil
}

// pathTo returns the path for requests to host.
func (c *Client) pathTo(host string) *path {
	for _, p := range c.paths {
		if HostAllowed(host, p.hosts) {
			return p
		}
	}
	return c.paths[len(c.paths)-1]
}

// HasCookies reports whether the operator's cookies are sent to a host.
func (c *Client) HasCookies(host string) bool { return c.pathTo(host).cookies != nil }

// do sends req, adding the operator's cookies for address unless bare is set, and stores the cookies that the answer
// sets. address is the platform's own, while req may be rewritten to the upstream.
func (p *path) do(req *http.Request, address *url.URL, bare bool) (*http.Response, error) {
	if !bare {
		p.cookies.addTo(req, address)
	}
	resp, err := p.http.Do(req)
	if err == nil && !bare {
		p.cookies.learn(address, resp.Header)
	}
	return resp, err
}
