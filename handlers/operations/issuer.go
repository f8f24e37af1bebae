package operations

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"strings"
	"unicode/utf8"

	"socialdata/handlers/session"
	"socialdata/internal/input"
	"socialdata/internal/issuer"
	"socialdata/models/accounts"
	"socialdata/models/db"
)

// IssuerPath is the page that sends a browser to the operator's issuer, and IssuerBack the one to which it comes back.
const (
	IssuerPath = "/sign-in/oidc"
	IssuerBack = IssuerPath + "/callback"
)

// BeginIssued begins a sign-in at the operator's issuer, which accepts an invite if its token is not "". It returns the
// issuer's page, and what the browser has to keep until it comes back.
func (s *Service) BeginIssued(ctx context.Context, invite string) (address string, f session.Flow, err error) {
	f = session.Flow{Verifier: issuer.NewVerifier(), Invite: invite, Begun: s.now()}
	f.State, _ = db.NewToken()
	f.Nonce, _ = db.NewToken()
	address, err = s.Issuer.Address(ctx, f.State, f.Nonce, f.Verifier)
	return address, f, err
}

// IssuerReply is what the issuer sends a browser back with.
type IssuerReply struct{ State, Code, Problem, Issuer string }

// FinishIssued opens a session for who signed in at the issuer. begun is the sign-in that the browser has kept.
func (s *Service) FinishIssued(ctx context.Context, begun session.Flow, r IssuerReply) (*accounts.SignedIn, error) {
	if begun.State == "" || subtle.ConstantTimeCompare([]byte(r.State), []byte(begun.State)) != 1 {
		return nil, issuer.Refuse(issuer.ReasonBrowser, errors.New("the state is not of this browser"))
	}
	if r.Problem != "" || r.Code == "" {
		return nil, issuer.Refuse(issuer.ReasonRefused, errors.New(cmp.Or(r.Problem, "no code")))
	}
	if r.Issuer != "" && r.Issuer != s.Issuer.URL() { // RFC 9207
		return nil, issuer.Refuse(issuer.ReasonToken, errors.New("the answer is of another issuer"))
	}
	p, err := s.Issuer.Redeem(ctx, r.Code, begun.Nonce, begun.Verifier)
	if err != nil {
		return nil, err
	}
	if !input.IsEmail(p.Email) || utf8.RuneCountInString(p.Email) > input.MaxEmail || len(p.Subject) > input.MaxNaturalID {
		return nil, issuer.Refuse(issuer.ReasonToken, errors.New("the e-mail or the subject is not valid"))
	}
	return s.Store.Accounts.SignInIssued(ctx, accounts.Issued{Issuer: p.Issuer, Subject: p.Subject, Email: p.Email, Name: personName(p), Invite: begun.Invite}, s.AutoJoin)
}

// personName returns the name that a new account gets: as the issuer says it, or else the part of the e-mail before the @.
func personName(p *issuer.Person) string {
	name := strings.Join(strings.Fields(strings.ToValidUTF8(p.Name, "")), " ")
	if name == "" {
		name, _, _ = strings.Cut(p.Email, "@")
	}
	return db.TruncateText(strings.ReplaceAll(name, "\x00", ""), input.MaxName)
}
