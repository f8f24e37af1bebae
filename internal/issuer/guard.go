package issuer

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
)

// longestAnswer is the longest answer of the issuer that is read, in bytes. Configuration, keys and tokens have a few
// kilobytes.
const longestAnswer = 1 << 20

// Allowed reports whether an address may be an issuer: https, or http on this machine, without a query or a password.
func Allowed(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && isThisMachine(u.Hostname())
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// guardedTransport reaches the issuer's own host wherever it is, because the operator named it: identity providers often
// stand in a private network. Other hosts that its configuration names have to be public, on port 443.
func guardedTransport(issuer string) (http.RoundTripper, error) {
	if !Allowed(issuer) {
		return nil, errors.New("the issuer must be an https address, or http on this machine")
	}
	u, err := url.Parse(issuer)
	if err != nil {
		return nil, err
	}
	own := hostPort(u)
	plain := &net.Dialer{Timeout: within}
	guarded := &net.Dialer{Timeout: within, Control: ssrf.New(ssrf.WithPorts(443)).Safe}
	dial := func(ctx context.Context, network, addr string) (net.Conn, error) {
		if addr == own {
			return plain.DialContext(ctx, network, addr)
		}
		return guarded.DialContext(ctx, network, addr)
	}
	return bounded{own: u.Scheme + "://" + own, next: &http.Transport{DialContext: dial, ForceAttemptHTTP2: true, MaxIdleConns: 8, IdleConnTimeout: time.Minute,
		TLSHandshakeTimeout: within, MaxResponseHeaderBytes: 64 << 10}}, nil
}

func hostPort(u *url.URL) string {
	usual := map[string]string{"http": "80", "https": "443"}
	return net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), usual[u.Scheme]))
}

// bounded limits the length of answers, and sends nothing in clear but to an issuer that is itself on this machine.
type bounded struct {
	own  string // scheme, host and port of the issuer
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" && r.URL.Scheme+"://"+hostPort(r.URL) != b.own {
		return nil, errors.New("the issuer's configuration names an address without TLS")
	}
	res, err := b.next.RoundTrip(r)
	if err == nil {
		res.Body = &limited{ReadCloser: res.Body, left: longestAnswer}
	}
	return res, err
}

// limited fails once more was read than is left.
type limited struct {
	io.ReadCloser
	left int64
}

// Read implements io.Reader.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, errors.New("the issuer's answer is too long")
	}
	return n, err
}
