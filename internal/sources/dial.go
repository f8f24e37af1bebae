package sources

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/net/proxy"
)

// tunnelTime limits how long opening a tunnel through the operator's proxy may take.
const tunnelTime = 20 * time.Second

// Dial opens a connection to port 443 of one of the platforms' own hosts, through the operator's proxy if there is one.
// It is for external programs that speak TLS to the platform themselves.
func (c *Client) Dial(ctx context.Context, host string) (net.Conn, error) {
	if !HostAllowed(host, c.hosts) {
		return nil, errForbiddenHost
	}
	ctx, cancel := context.WithTimeout(ctx, tunnelTime)
	defer cancel()
	return c.pathTo(host).dial(ctx, "tcp", net.JoinHostPort(host, "443"))
}

// dialVia returns a dial function that tunnels through a proxy, which also resolves the host names.
func dialVia(p *url.URL) func(ctx context.Context, network, addr string) (net.Conn, error) {
	if p.Scheme == "socks5h" {
		return func(ctx context.Context, network, addr string) (net.Conn, error) {
			var auth *proxy.Auth
			if p.User != nil {
				password, _ := p.User.Password()
				auth = &proxy.Auth{User: p.User.Username(), Password: password}
			}
			d, err := proxy.SOCKS5("tcp", withPort(p), auth, &net.Dialer{})
			if err != nil {
				return nil, err
			}
			return d.(proxy.ContextDialer).DialContext(ctx, network, addr)
		}
	}
	return func(ctx context.Context, _, addr string) (net.Conn, error) { return connect(ctx, p, addr) }
}

// withPort returns the host and port of an address; the port is the scheme's own if it names none.
func withPort(u *url.URL) string {
	usual := map[string]string{"http": "80", "https": "443", "socks5h": "1080"}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), usual[u.Scheme]))
}

// connect opens a tunnel through an HTTP proxy.
func connect(ctx context.Context, p *url.URL, addr string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", withPort(p))
	if err != nil {
		return nil, err
	}
	if p.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: p.Hostname(), MinVersion: tls.VersionTLS12})
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	req := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: addr}, Host: addr, Header: http.Header{}}
	if p.User != nil {
		password, _ := p.User.Password()
		req.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(p.User.Username()+":"+password)))
	}
	if err := req.Write(conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	// The peer speaks only after our hello, so nothing of the tunnel is read ahead.
	resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 1024), req) //nolint:bodyclose // the answer to CONNECT has no body: what follows is the tunnel
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New("the proxy refused a tunnel: " + resp.Status)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}
