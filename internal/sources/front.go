package sources

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
	"time"

	"socialdata/internal/crash"
)

// Front speaks TLS for the platforms' hosts, and answers with what the upstream says: a program that calls the platforms itself then meets
// the recorded or simulated ones. It exists in this process only, and its key is known to nobody else.
type Front struct {
	// Key is the SHA-256 of its public key, in base64, by which the program trusts it.
	Key string

	client *Client
	conns  pipes
	server *http.Server
}

// pipes is a listener for connections within this process.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   *sync.Once
}

// HasUpstream reports whether requests go to recorded or simulated platforms.
func (c *Client) HasUpstream() bool { return c.upstream != "" }

// frontTime is how long a request to a Front may take.
const frontTime = 30 * time.Second

// NewFront starts a Front. It must be closed.
func (c *Client) NewFront() (*Front, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	from := time.Now().Add(-time.Hour)
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: from.AddDate(1, 0, 0), DNSNames: []string{"simulated.invalid"}}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		return nil, err
	}
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(public)
	f := &Front{Key: base64.StdEncoding.EncodeToString(sum[:]), client: c, conns: pipes{make(chan net.Conn), make(chan struct{}), &sync.Once{}}}
	pass := &httputil.ReverseProxy{Transport: c.Transport(), ErrorLog: log.New(io.Discard, "", 0), Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = "https", r.In.Host, ""
	}}
	f.server = &http.Server{Handler: pass, ReadHeaderTimeout: frontTime, WriteTimeout: frontTime, ErrorLog: log.New(io.Discard, "", 0)}
	go func() {
		var crashed error
		defer crash.Recover(&crashed)
		_ = f.server.Serve(tls.NewListener(f.conns, &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}))
	}()
	return f, nil
}

// Dial returns a connection to one of the platforms' hosts.
func (f *Front) Dial(ctx context.Context, host string) (net.Conn, error) {
	if !HostAllowed(host, f.client.hosts) {
		return nil, errForbiddenHost
	}
	ours, theirs := net.Pipe()
	select {
	case f.conns.conns <- theirs:
		return ours, nil
	case <-f.conns.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends all connections.
func (f *Front) Close() error { return f.server.Close() }

// Accept implements net.Listener.
func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Addr implements net.Listener.
func (pipes) Addr() net.Addr { return &net.UnixAddr{Name: "front", Net: "pipe"} }

// Close implements net.Listener.
func (p pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}
