package issuer

import (
	"context"
	"crypto/subtle"
	"errors"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Person is what the issuer says about who signed in. The e-mail is verified and of an allowed domain.
type Person struct{ Issuer, Subject, Email, Name string }

// claims are the claims that are read, from the ID token or from userinfo.
type claims struct {
	Email    string `json:"email"`
	Verified truth  `json:"email_verified"`
	Name     string `json:"name"`
	Party    string `json:"azp"`
}

// truth is a boolean that some issuers send as a text.
type truth bool

// UnmarshalJSON implements json.Unmarshaler. Anything but true and "true" is false.
func (t *truth) UnmarshalJSON(raw []byte) error {
	*t = string(raw) == "true" || string(raw) == `"true"`
	return nil
}

// Redeem exchanges the code with which a browser came back, and verifies the token that the issuer returns for it.
func (i *Issuer) Redeem(ctx context.Context, code, nonce, verifier string) (*Person, error) {
	p, err := i.discover(ctx)
	if err != nil {
		return nil, err
	}
	ctx = oidc.ClientContext(ctx, i.client)
	token, err := i.config(p).Exchange(ctx, code, oauth2.VerifierOption(verifier))
	var answered *oauth2.RetrieveError
	switch {
	case errors.As(err, &answered) && answered.Response != nil && answered.Response.StatusCode < 500:
		return nil, Refuse(ReasonToken, err)
	case err != nil:
		return nil, unreachable(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := p.Verifier(&oidc.Config{ClientID: i.options.ClientID, Now: i.late}).Verify(ctx, raw)
	if err != nil {
		return nil, Refuse(ReasonToken, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1 {
		return nil, Refuse(ReasonToken, errors.New("the token has the nonce of another sign-in"))
	}
	said, err := i.read(ctx, p, id, token)
	if err != nil {
		return nil, Refuse(ReasonToken, err)
	}
	return i.admit(id, said)
}

// read returns the claims of a token. Issuers that keep the e-mail out of the token are asked for all of them.
func (i *Issuer) read(ctx context.Context, p *oidc.Provider, id *oidc.IDToken, token *oauth2.Token) (said claims, err error) {
	if err := id.Claims(&said); err != nil {
		return said, err
	}
	if said.Party != "" && said.Party != i.options.ClientID {
		return said, errors.New("the token was issued to another client")
	}
	if id.Subject == "" {
		return said, errors.New("the token names no subject")
	}
	if said.Email != "" && said.Verified || p.UserInfoEndpoint() == "" {
		return said, nil
	}
	info, err := p.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return said, err
	}
	if info.Subject != id.Subject {
		return said, errors.New("userinfo is about another subject")
	}
	said = claims{} // an e-mail of one and its verification by the other would say nothing
	return said, info.Claims(&said)
}

// admit checks the e-mail.
func (i *Issuer) admit(id *oidc.IDToken, said claims) (*Person, error) {
	if said.Email == "" || !said.Verified {
		return nil, Refuse(ReasonUnverified, nil)
	}
	_, domain, _ := strings.Cut(strings.ToLower(strings.TrimSpace(said.Email)), "@")
	if len(i.options.Domains) > 0 && !slices.Contains(i.options.Domains, domain) {
		return nil, Refuse(ReasonDomain, nil)
	}
	return &Person{Issuer: i.options.URL, Subject: id.Subject, Email: said.Email, Name: said.Name}, nil
}
