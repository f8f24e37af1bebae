package sources

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"code.dny.dev/ssrf"
)

// guardedTransport dials public addresses on port 443 only. The one exception is the upstream's own host and port, which
// serves recorded or simulated platforms. Proxy settings of the environment are ignored: behind a proxy, the guard would
// see only the proxy's address.
func guardedTransport(upstream string) (*http.Transport, error) {
	guard := ssrf.New(ssrf.WithPorts(443))
	guarded := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second, Control: guard.Safe}
	dial := guarded.DialContext
	if upstream != "" {
		exempt, err := hostPort(upstream)
		if err != nil {
			return nil, err
		}
		plain := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
		dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
			if addr == exempt {
				return plain.DialContext(ctx, network, addr)
			}
			return guarded.DialContext(ctx, network, addr)
		}
	}
	return newTransport(dial), nil
}

// proxiedTransport sends every request through the operator's proxy and dials no other address. The proxy resolves the
// names, so it has to refuse private addresses itself; still, only the platforms' hosts are requested.
func proxiedTransport(proxy *url.URL) *http.Transport {
	t := newTransport((&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}).DialContext)
	t.Proxy = http.ProxyURL(proxy)
	return t
}

func newTransport(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    16, // slots already limit the calls to a host
		MaxIdleConns:           256,
		IdleConnTimeout:        60 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

// hostPort returns the address that the transport dials for base.
func hostPort(base string) (string, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("upstream %q is not an http or https address", base)
	}
	return withPort(u), nil
}
