// Package webhooks sends events to the endpoints of workspaces, signed as specified by Standard Webhooks. It may import
// nothing of ours. It connects to public addresses only, follows no redirects, and limits what it reads and how long it waits.
package webhooks

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// The limits of one attempt.
const (
	Timeout     = 10 * time.Second
	mostHeaders = 32 << 10
	mostBody    = 64 << 10 // of an answer, which is read only so that the connection can be reused
)

// Options build a Sender.
type Options struct {
	Program string // name and version, sent as the User-Agent
	Local   bool   // endpoints may use http and local addresses: for tests
}

// Sender sends messages. It is safe for concurrent use.
type Sender struct {
	client  *http.Client
	program string
}

// New builds a Sender.
func New(o Options) *Sender {
	dialer := &net.Dialer{Timeout: Timeout, KeepAlive: 30 * time.Second, Control: guard(o.Local)}
	return &Sender{program: o.Program, client: &http.Client{
		Timeout:       Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{ // no proxy: behind one the guard would see only the proxy's address
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, MaxIdleConns: 256, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute,
			TLSHandshakeTimeout: Timeout, MaxResponseHeaderBytes: mostHeaders, DisableCompression: true,
		},
	}}
}

// guard refuses to connect to addresses that are not public; it runs after the name was resolved.
func guard(local bool) func(network, address string, c syscall.RawConn) error {
	safe := ssrf.New(ssrf.WithAnyPort()).Safe
	return func(network, address string, c syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		if ip := net.ParseIP(host); local && err == nil && ip != nil && ip.IsLoopback() {
			return nil
		}
		return safe(network, address, c)
	}
}

// Message is what is sent to an endpoint. It is signed with every secret.
type Message struct {
	URL     string
	ID      string // the same for every attempt
	Body    []byte
	Secrets []string

	ContentType string            // "" is JSON
	Header      map[string]string // what else stands in the head
}

// Outcome is the result of an attempt. Failure is "" if the endpoint accepted the message.
type Outcome struct {
	Status  int // HTTP status of the answer; 0 if there was none
	Failure Failure
	Took    time.Duration
}

// Failure is why an attempt failed.
type Failure string

// The failures of an attempt.
const (
	Refused     Failure = "status"             // the endpoint answered with a status other than 2xx
	TimedOut    Failure = "timeout"            // no answer within Timeout
	Forbidden   Failure = "address_forbidden"  // the address is not public
	Untrusted   Failure = "tls"                // no valid certificate for the name
	Unreachable Failure = "connection"         // no connection, or it broke
	Unresolved  Failure = "name_not_found"     // the name has no address
	Unsignable  Failure = "secret_unavailable" // our own fault: the secret cannot be decrypted
)

// Send makes one attempt. It never returns later than Timeout.
func (s *Sender) Send(ctx context.Context, m Message) Outcome {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	begun := time.Now()
	status, err := s.post(ctx, m, begun)
	o := Outcome{Status: status, Took: time.Since(begun)}
	switch {
	case err != nil:
		o.Failure = failureOf(err)
	case status < 200 || status > 299:
		o.Failure = Refused
	}
	return o
}

func (s *Sender) post(ctx context.Context, m Message, at time.Time) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.URL, bytes.NewReader(m.Body))
	if err != nil {
		return 0, err
	}
	signature, err := Sign(m.Secrets, m.ID, at, m.Body)
	if err != nil {
		return 0, err
	}
	for name, value := range map[string]string{"Content-Type": cmp.Or(m.ContentType, "application/json"), "User-Agent": s.program,
		"Webhook-Id": m.ID, "Webhook-Timestamp": strconv.FormatInt(at.Unix(), 10), "Webhook-Signature": signature} {
		req.Header.Set(name, value)
	}
	for name, value := range m.Header {
		req.Header.Set(name, value)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, mostBody) // the status has said all
	return resp.StatusCode, nil
}

// failureOf names why there was no answer.
func failureOf(err error) Failure {
	var timeout net.Error
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errSecret):
		return Unsignable
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedPort), errors.Is(err, ssrf.ErrProhibitedNetwork), errors.Is(err, ssrf.ErrInvalidHostPort):
		return Forbidden
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	case errors.As(err, &name):
		return Unresolved
	case errors.As(err, &certificate), strings.Contains(err.Error(), "tls:"):
		return Untrusted
	}
	return Unreachable
}
