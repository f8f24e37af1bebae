package mail_test

import (
	"context"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/mail"
	"socialdata/internal/mail/mailtest"
	"socialdata/internal/testkit"
)

func send(t *testing.T, address string, server *mailtest.Server, m mail.Message) error {
	t.Helper()
	s, err := mail.New(address, server.Roots)
	testkit.Must(t, err)
	return s.Send(t.Context(), m)
}

// TestSendKeepsHeaders sends texts that try to add headers and recipients: the server gets the one message that was meant.
func TestSendKeepsHeaders(t *testing.T) {
	server := mailtest.New(t, false)
	m := mail.Message{To: "owner@example.com", Subject: "Low: Böses\r\nBcc: thief@example.com\u2028X: y", Text: "12 credits ✓\r\n.\r\nMAIL FROM:<a@b>\n", ID: "one\r\nX-Evil: 1", Unsubscribe: "https://social.example/account\r\nX-Evil: 2"}
	testkit.Must(t, send(t, "smtp://"+server.Addr+"?from=Social+Data+%3Calerts@social.example%3E", server, m))
	got := server.Inbox()
	if len(got) != 1 || got[0].From != "alerts@social.example" || got[0].To != "owner@example.com" {
		t.Fatalf("%+v", got)
	}
	msg, err := netmail.ReadMessage(strings.NewReader(got[0].Data))
	testkit.Must(t, err)
	for _, name := range []string{"Bcc", "X-Evil", "X", "Cc"} {
		if v := msg.Header.Get(name); v != "" {
			t.Errorf("a header was added: %s: %s", name, v)
		}
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
	if err != nil || subject != "Low: Böses  Bcc: thief@example.com X: y" {
		t.Errorf("the subject is %q, %v", subject, err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
	if err != nil || !strings.Contains(string(text), "12 credits ✓") || !strings.Contains(string(text), "MAIL FROM:<a@b>") || msg.Header.Get("Content-Type") != "text/plain; charset=UTF-8" {
		t.Errorf("%q as %q, %v", text, msg.Header.Get("Content-Type"), err)
	}
	for _, to := range []string{"owner@example.com\r\nRCPT TO:<x@y>", "a@example.com, b@example.com", "", "nobody"} {
		if err := send(t, "smtp://"+server.Addr+"?from=a@example.com", server, mail.Message{To: to, Subject: "s", Text: "t"}); err == nil {
			t.Errorf("a message to %q was sent", to)
		}
	}
	if n := len(server.Inbox()); n != 1 {
		t.Errorf("%d messages came", n)
	}
}

// TestSendAsHTML sends text and HTML as alternatives, with the headers of one-click unsubscribing (RFC 8058).
func TestSendAsHTML(t *testing.T) {
	server := mailtest.New(t, false)
	m := mail.Message{To: "owner@example.com", Subject: "s", Text: "plain words", HTML: "<p>rich words</p>", ID: "1", Unsubscribe: "https://social.example/digest/t", OneClick: true}
	testkit.Must(t, send(t, "smtp://"+server.Addr+"?from=a@example.com", server, m))
	msg, err := netmail.ReadMessage(strings.NewReader(server.Inbox()[0].Data))
	testkit.Must(t, err)
	if msg.Header.Get("List-Unsubscribe") != "<https://social.example/digest/t>" || msg.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("%v", msg.Header)
	}
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s %v", kind, err)
	}
	var parts []string
	for r := multipart.NewReader(msg.Body, params["boundary"]); ; {
		p, err := r.NextPart()
		if err != nil {
			break
		}
		body, err := io.ReadAll(p)
		testkit.Must(t, err)
		parts = append(parts, p.Header.Get("Content-Type")+" "+strings.TrimSpace(string(body)))
	}
	if want := []string{"text/plain; charset=UTF-8 plain words", "text/html; charset=UTF-8 <p>rich words</p>"}; !slices.Equal(parts, want) {
		t.Errorf("%q", parts)
	}
}

// TestSendOverTLS begins with TLS, signs in, and trusts no unknown certificate.
func TestSendOverTLS(t *testing.T) {
	server := mailtest.New(t, true)
	server.User, server.Password = "relay", "p@ss/word"
	m := mail.Message{To: "owner@example.com", Subject: "s", Text: "t", ID: "1"}
	testkit.Must(t, send(t, "smtps://relay:p%40ss%2Fword@"+server.Addr+"?from=a@example.com", server, m))
	if got := server.Inbox(); len(got) != 1 || !got[0].TLS || got[0].User != "relay" {
		t.Errorf("%+v", got)
	}
	err := send(t, "smtps://relay:hush-hush@"+server.Addr+"?from=a@example.com", server, m)
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("a wrong password: %v", err)
	}
	server.Roots = nil
	if err := send(t, "smtps://relay:p%40ss%2Fword@"+server.Addr+"?from=a@example.com", server, m); err == nil {
		t.Error("an unknown certificate was trusted")
	}
}

// TestSendEnds holds that a server that does not answer ends with the caller's patience.
func TestSendEnds(t *testing.T) {
	server := mailtest.New(t, false)
	defer server.Hang()()
	s, err := mail.New("smtp://"+server.Addr+"?from=a@example.com", nil)
	testkit.Must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if err := s.Send(ctx, mail.Message{To: "owner@example.com", Subject: "s", Text: "t"}); err == nil {
		t.Error("a message that nobody took was sent")
	}
}

// TestAddresses refuses what names no server or no sender, and never repeats it.
func TestAddresses(t *testing.T) {
	for _, address := range []string{"", "smtp://", "http://host?from=a@b.example", "smtp://host", "smtp://host?from=nobody", "smtp://user@host?from=a@b.example", "smtp://host/path?from=a@b.example",
		"smtp://u:hush@host?from=a@b.example&tls=none", "smtp://host:99999?from=a@b.example", "smtp://u:hush%zz@host?from=a@b.example", "smtp://host?from=a@b.example&from=c@d.example", "smtp://host?from=a@b.example&operator=nobody", "smtp://host?operator=a@b.example", "smtp://host?from=a@b.example&operator=a@b.example&x=1"} {
		if _, err := mail.New(address, nil); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"smtp://host?from=a@b.example", "smtps://u:p@host:465?from=Social%20Data%20%3Ca@b.example%3E", "smtp://[::1]:2525/?from=a@b.example"} {
		if _, err := mail.New(address, nil); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	if s, err := mail.New("smtp://host?from=a@b.example&operator=ops@b.example", nil); err != nil || s.Operator != "ops@b.example" {
		t.Errorf("the operator: %+v %v", s, err)
	}
}

// TestSendNeedsTLSElsewhere takes a name of this machine that is not known for one: a message goes over STARTTLS, and where
// that is not offered nothing is sent.
func TestSendNeedsTLSElsewhere(t *testing.T) {
	m := mail.Message{To: "owner@example.com", Subject: "s", Text: "t", ID: "1"}
	address := func(s *mailtest.Server) string {
		_, port, err := net.SplitHostPort(s.Addr)
		testkit.Must(t, err)
		return "smtp://LOCALHOST:" + port + "?from=a@example.com"
	}
	secure, clear := mailtest.New(t, false), mailtest.NewWithoutTLS(t)
	testkit.Must(t, send(t, address(secure), secure, m))
	if got := secure.Inbox(); len(got) != 1 || !got[0].TLS {
		t.Errorf("%+v", got)
	}
	if err := send(t, address(clear), clear, m); err == nil || len(clear.Inbox()) != 0 {
		t.Errorf("%v, %+v", err, clear.Inbox())
	}
}
