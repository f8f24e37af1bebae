// Package mailtest provides a real mail server for tests. Only tests import it.
package mailtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Received is a message that the server accepted.
type Received struct {
	From, To string
	Data     string
	TLS      bool
	User     string
}

// Server is a mail server on this machine. If User is set, it requires a password over TLS.
type Server struct {
	Addr           string
	Roots          *x509.CertPool // trust its certificate
	User, Password string

	mu    sync.Mutex
	inbox []Received
	fail  int           // number of messages still to be refused
	hang  chan struct{} // if not nil, messages are not answered until it is closed
}

// New starts a server that uses TLS from the start if implicit is set, and otherwise offers STARTTLS.
func New(t testing.TB, implicit bool) *Server { return start(t, implicit, true) }

// NewWithoutTLS starts a server without TLS.
func NewWithoutTLS(t testing.TB) *Server { return start(t, false, false) }

func start(t testing.TB, implicit, offered bool) *Server {
	t.Helper()
	s := &Server{}
	certificate, roots := certify(t)
	s.Roots = roots
	srv := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &session{server: s, conn: c}, nil }))
	srv.Domain, srv.ReadTimeout, srv.WriteTimeout = "localhost", time.Minute, time.Minute
	config := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	if offered {
		srv.TLSConfig = config
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = l.Addr().String()
	if implicit {
		l = tls.NewListener(l, config)
	}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return s
}

// certify creates a certificate for this machine that only roots trusts.
func certify(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	own, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(own)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, roots
}

// Refuse makes the server temporarily refuse the next messages.
func (s *Server) Refuse(messages int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = messages
}

// Hang makes messages wait until release is called.
func (s *Server) Hang() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hang := make(chan struct{})
	s.hang = hang
	return sync.OnceFunc(func() { close(hang) })
}

// Inbox lists the received messages.
func (s *Server) Inbox() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received{}, s.inbox...)
}

// session is one connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	got    Received
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.User || password != s.server.Password {
			return errors.New("wrong password")
		}
		s.got.User = user
		return nil
	}), nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.User != "" && s.got.User == "" {
		return smtp.ErrAuthRequired
	}
	s.got.From = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.got.To = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	hang := s.server.hang
	s.server.mu.Unlock()
	if hang != nil {
		<-hang
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	if s.server.fail > 0 {
		s.server.fail--
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "not now"}
	}
	_, s.got.TLS = s.conn.TLSConnectionState()
	s.got.Data = string(data)
	s.server.inbox = append(s.server.inbox, s.got)
	return nil
}
