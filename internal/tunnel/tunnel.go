// Package tunnel is the only network access of a child process: a proxy on loopback for one run, with a password of its own, through
// which the run reaches port 443 of a platform's hosts and nothing else. It may import internal/sources only.
package tunnel

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"socialdata/internal/crash"
	"socialdata/internal/sources"
)

// The limits of a run's proxy.
const (
	maxTunnels   = 32
	tunnelIdle   = 15 * time.Second
	maxRunBytes  = 64 << 20 // through all tunnels of a run, to the program
	greetingTime = 5 * time.Second
)

// User is the name that goes with the password.
const User = "run"

// Dial opens a connection to port 443 of a host. It refuses private addresses.
type Dial func(ctx context.Context, host string) (net.Conn, error)

// Proxy accepts CONNECT to port 443 of the platform's hosts, on loopback, with a password that is valid for one run only.
type Proxy struct {
	listener net.Listener
	password string
	hosts    []string
	dial     Dial

	ctx     context.Context
	stop    context.CancelFunc
	tunnels chan struct{}
	bytes   atomic.Int64
	refused atomic.Bool // the program asked for another host
	open    sync.WaitGroup
}

// Open starts the proxy of a run, which reaches hosts and those below them.
func Open(hosts []string, dial Dial) (*Proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: l, password: rand.Text(), hosts: hosts, dial: dial, tunnels: make(chan struct{}, maxTunnels)}
	p.ctx, p.stop = context.WithCancel(context.Background())
	p.open.Go(p.accept)
	return p, nil
}

// Port returns the proxy's port on 127.0.0.1.
func (p *Proxy) Port() int {
	at, _ := p.listener.Addr().(*net.TCPAddr) // a TCP listener always has one
	return at.Port
}

// Password returns the password of the run.
func (p *Proxy) Password() string { return p.password }

// Refused reports whether the run asked for something else than port 443 of its hosts.
func (p *Proxy) Refused() bool { return p.refused.Load() }

// Environment returns the variables that make every HTTP client of a program use the proxy.
func (p *Proxy) Environment() []string {
	address := "http://" + User + ":" + p.password + "@" + p.listener.Addr().String()
	return []string{"http_proxy=" + address, "https_proxy=" + address, "all_proxy=" + address, "no_proxy="}
}

// Close closes every tunnel.
func (p *Proxy) Close() {
	p.stop()
	_ = p.listener.Close()
	p.open.Wait()
}

func (p *Proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		select {
		case p.tunnels <- struct{}{}:
			p.open.Go(func() {
				defer func() { <-p.tunnels }()
				var crashed error
				defer crash.Recover(&crashed) // to the program this looks like a closed connection
				p.serve(conn)
			})
		default:
			_ = conn.Close()
		}
	}
}

// serve answers one CONNECT request and then copies data both ways.
func (p *Proxy) serve(conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(p.ctx, func() { _ = conn.Close() })()
	_ = conn.SetDeadline(time.Now().Add(greetingTime))
	r := bufio.NewReaderSize(io.LimitReader(conn, 8<<10), 8<<10)
	req, err := http.ReadRequest(r)
	if err != nil {
		return
	}
	host, status := p.hostOf(req)
	if status != http.StatusOK {
		if status == http.StatusForbidden { // not for a wrong password: that comes from another process on this machine, not from the run
			p.refused.Store(true)
		}
		reply(conn, status)
		return
	}
	upstream, err := p.dial(p.ctx, host)
	if err != nil {
		reply(conn, http.StatusBadGateway)
		return
	}
	defer upstream.Close()
	defer context.AfterFunc(p.ctx, func() { _ = upstream.Close() })()
	_ = conn.SetDeadline(time.Time{})
	reply(conn, http.StatusOK)
	early, _ := r.Peek(r.Buffered())
	if _, err := upstream.Write(early); err != nil {
		return
	}
	p.carry(conn, upstream)
}

// hostOf returns the host that a request asks for, or the status with which it is refused.
func (p *Proxy) hostOf(req *http.Request) (host string, status int) {
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(User+":"+p.password))
	if subtle.ConstantTimeCompare([]byte(req.Header.Get("Proxy-Authorization")), []byte(want)) != 1 {
		return "", http.StatusProxyAuthRequired
	}
	host, port, err := net.SplitHostPort(req.Host)
	if req.Method != http.MethodConnect || err != nil || port != "443" || !sources.HostAllowed(host, p.hosts) {
		return "", http.StatusForbidden
	}
	return host, http.StatusOK
}

func reply(conn net.Conn, status int) {
	head := fmt.Sprintf("HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	switch status {
	case http.StatusOK:
	case http.StatusProxyAuthRequired:
		head += "Proxy-Authenticate: Basic realm=\"run\"\r\nContent-Length: 0\r\nConnection: close\r\n"
	default:
		head += "Content-Length: 0\r\nConnection: close\r\n"
	}
	_, _ = io.WriteString(conn, head+"\r\n")
}

// carry copies both ways until one side closes, nothing arrives for too long, or the run has reached its limit of bytes.
func (p *Proxy) carry(program, platform net.Conn) {
	done := make(chan struct{}, 2)
	copyAll := func(to, from net.Conn, counted bool) {
		defer func() { done <- struct{}{} }()
		var crashed error
		defer crash.Recover(&crashed)
		buffer := make([]byte, 32<<10)
		for {
			_ = from.SetReadDeadline(time.Now().Add(tunnelIdle))
			n, err := from.Read(buffer)
			if counted && p.bytes.Add(int64(n)) > maxRunBytes {
				return
			}
			_ = to.SetWriteDeadline(time.Now().Add(tunnelIdle))
			if _, werr := to.Write(buffer[:n]); werr != nil || err != nil {
				return
			}
		}
	}
	go copyAll(platform, program, false)
	go copyAll(program, platform, true)
	<-done
	_ = program.Close()
	_ = platform.Close()
	<-done
}
