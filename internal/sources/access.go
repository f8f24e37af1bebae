package sources

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
)

// Access is how the operator wants one platform to be called: a proxy, the cookies of a visitor, or both.
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

// path is how requests to some hosts are sent.
type path struct {
	hosts   []string // none: all that no other path names
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

// newPaths makes the path of each access, and last the direct one.
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

// pathTo returns how requests to a host are sent.
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

// do sends a request for an address of the platform, with the operator's cookies unless it is bare; target is where it goes.
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
