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

// maxConnections is the maximum number of open connections of this process. fasthttp has its own limit, but does not
// use our error format; spareConnections keeps that limit above ours.
const (
	maxConnections   = 16 * 1024
	spareConnections = 1024
)

// boundedListener limits the number of open connections per address, so that no address can take them all, and in
// total. Trusted proxies only count toward the total, because they forward the requests of all clients.
type boundedListener struct {
	net.Listener
	proxies    proxies
	perAddress int // 0 means no limit

	mu   sync.Mutex
	open map[string]int
	all  int
}

func newBoundedListener(l net.Listener, trusted proxies, perAddress int) *boundedListener {
	return &boundedListener{Listener: l, proxies: trusted, perAddress: perAddress, open: map[string]int{}}
}

// Accept implements net.Listener. It sends an error response to connections beyond the limits.
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

// enter counts a connection. ok is false if there are too many.
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

// countedConn decrements its listener's count when it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

// SyscallConn implements syscall.Conn if the connection is a socket.
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

// refuse sends an error response and closes the connection. It does not block: so few bytes fit into a new
// connection's buffer.
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
