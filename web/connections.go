package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
	"time"

	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// maxConnections bounds the open connections of this process. fasthttp has a bound of its own, whose refusal is none of
// our answers; spareConnections keeps ours below it.
const (
	maxConnections   = 16 * 1024
	spareConnections = 1024
)

// boundedListener bounds the open connections of one address, so that no single one can take them all, and of all
// together. Trusted proxies, which speak for everybody, count only together.
type boundedListener struct {
	net.Listener
	proxies    proxies
	perAddress int // 0: no bound

	mu   sync.Mutex
	open map[string]int
	all  int
}

func newBoundedListener(l net.Listener, trusted proxies, perAddress int) *boundedListener {
	return &boundedListener{Listener: l, proxies: trusted, perAddress: perAddress, open: map[string]int{}}
}

// Accept implements net.Listener; it answers what it refuses.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, ok := l.enter(c.RemoteAddr())
		if ok {
			return &countedConn{Conn: c, leave: sync.OnceFunc(func() { l.leave(from) })}, nil
		}
		l.refuse(c)
	}
}

// enter counts a connection; false where there are too many.
func (l *boundedListener) enter(remote net.Addr) (from string, ok bool) {
	if p, err := netip.ParseAddrPort(remote.String()); err == nil && !l.proxies.trust(p.Addr().Unmap()) {
		from = rateAddress(p.Addr())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all >= maxConnections || from != "" && l.perAddress > 0 && l.open[from] >= l.perAddress {
		return from, false
	}
	l.all++
	l.open[from]++
	return from, true
}

func (l *boundedListener) leave(from string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all--
	if l.open[from]--; l.open[from] == 0 {
		delete(l.open, from)
	}
}

// countedConn leaves its listener's count when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

// SyscallConn implements syscall.Conn, where the connection is a socket.
func (c *countedConn) SyscallConn() (syscall.RawConn, error) {
	socket, ok := c.Conn.(syscall.Conn)
	if !ok {
		return nil, errors.ErrUnsupported
	}
	return socket.SyscallConn()
}

// Close implements net.Conn.
func (c *countedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// refuse answers in the envelope and closes. It does not block: a new connection takes so few bytes at once.
func (l *boundedListener) refuse(c net.Conn) {
	defer c.Close()
	f := apierror.New(apierror.CodeRateLimited, "policy", "connections", "limit", l.perAddress, "windowSeconds", 1).After(time.Second)
	id := db.NewID()
	body, err := json.Marshal(Envelope{Err: v1.ErrorOf(f, id)})
	if err != nil || c.SetWriteDeadline(time.Now().Add(100*time.Millisecond)) != nil {
		return
	}
	fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nX-Request-Id: %s\r\nRetry-After: 1\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n%s",
		f.HTTPStatus(), http.StatusText(f.HTTPStatus()), len(body), id, body)
}
