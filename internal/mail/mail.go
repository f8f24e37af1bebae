// Package mail sends messages of text and HTML through the operator's mail server. It may import nothing of ours. Every
// message has a deadline and a single recipient, and its texts cannot add headers.
package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// Timeout is the time limit for sending one message.
const Timeout = 30 * time.Second

// Message is a message to one person.
type Message struct {
	To, Subject, Text string
	HTML              string // the same as HTML; "" for text alone
	ID                string // the same if a message is sent again
	Unsubscribe       string // address of the page that turns such messages off
	OneClick          bool   // a POST to Unsubscribe without a session turns them off (RFC 8058)
}

// Sender sends messages. It is safe for concurrent use.
type Sender struct {
	host string
	from *netmail.Address
	// Operator is the address that mails about incidents go to; "" for none.
	Operator string
	options  []gomail.Option
}

// errAddress does not quote the address, which may contain a password.
var errAddress = errors.New("want smtp://[user:password@]host[:port]?from=address[&operator=address], or smtps://…")

// New parses the address of a mail server. With smtps the connection uses TLS from the start; with smtp it requires
// STARTTLS, unless the server is on this machine. roots are the trusted certificates; nil means the system's.
func New(address string, roots *x509.CertPool) (*Sender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		return nil, errAddress
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(query["from"]) != 1 || len(query["operator"]) > 1 || len(query)-len(query["operator"]) != 1 {
		return nil, errAddress
	}
	from, err := netmail.ParseAddress(query.Get("from"))
	if err != nil {
		return nil, errAddress
	}
	operator := query.Get("operator")
	if _, err := netmail.ParseAddress(operator); operator != "" && err != nil {
		return nil, errAddress
	}
	s := &Sender{Operator: operator, host: u.Hostname(), from: from, options: []gomail.Option{
		gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), RootCAs: roots, MinVersion: tls.VersionTLS12})}}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port = 465
		s.options = append(s.options, gomail.WithSSL())
	case isLocal(u.Hostname()):
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if text := u.Port(); text != "" {
		if port, err = strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
			return nil, errAddress
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if password, ok := u.User.Password(); u.User != nil {
		if !ok || u.User.Username() == "" {
			return nil, errAddress
		}
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(u.User.Username()), gomail.WithPassword(password))
	}
	return s, nil
}

// isLocal reports whether a host is this machine.
func isLocal(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Send sends one message.
func (s *Sender) Send(ctx context.Context, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	msg := gomail.NewMsg()
	if err := msg.FromFormat(s.from.Name, s.from.Address); err != nil {
		return fmt.Errorf("the address of the sender: %w", err)
	}
	to, err := netmail.ParseAddress(m.To)
	if err != nil {
		return errors.New("the address of the recipient cannot be read")
	}
	if err := msg.To(to.Address); err != nil {
		return errors.New("the address of the recipient cannot be used")
	}
	msg.Subject(oneLine(m.Subject))
	msg.SetDate()
	_, domain, _ := strings.Cut(s.from.Address, "@")
	msg.SetMessageIDWithValue(oneLine(m.ID) + "@" + domain)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		msg.SetGenHeader(gomail.HeaderListUnsubscribe, "<"+oneLine(m.Unsubscribe)+">")
		if m.OneClick {
			msg.SetGenHeader(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click")
		}
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	if m.HTML != "" {
		msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	}
	end, _ := ctx.Deadline() // the library only observes it while connecting
	client, err := gomail.NewClient(s.host, append(s.options[:len(s.options):len(s.options)], gomail.WithTimeout(max(time.Until(end), time.Millisecond)))...)
	if err != nil {
		return err
	}
	return client.DialAndSendWithContext(ctx, msg)
}

// oneLine replaces line breaks, which could begin another header.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, text)
}
