package session

import (
	"net/url"
	"time"

	"socialdata/models/accounts"
)

// Asked is what a program asks a person to allow it, by OAuth. What the program says of itself is not proved.
type Asked struct {
	ClientID    string           `json:"c"`
	ClientName  string           `json:"n"`
	RedirectURI string           `json:"r"`
	State       string           `json:"s,omitempty"`
	Challenge   string           `json:"h"` // code_challenge, made by S256 (RFC 7636)
	Scopes      []accounts.Scope `json:"o,omitempty"`
	At          int64            `json:"t"` // when it was checked, in Unix seconds
}

// askedLife is how long a person may take to decide, signing in included.
const askedLife = 30 * time.Minute

// askedName is what an Asked is sealed under.
const askedName = "oauth"

// SealAsked returns a checked request as text for the address of the consent page.
func (c *Cookies) SealAsked(a Asked) (string, error) { return c.seal.Seal(askedName, a) }

// OpenAsked returns the request in the address of the consent page. ok is false if this service did not write it, or too long ago.
func (c *Cookies) OpenAsked(text string, now time.Time) (a Asked, ok bool) {
	if c.seal.Open(askedName, text, &a) != nil || now.Sub(time.Unix(a.At, 0)) > askedLife {
		return Asked{}, false
	}
	return a, true
}

// Answer returns the address to which the person goes back with an authorization code, or with the error access_denied if code is
// "" (RFC 6749, section 4.1.2). origin is the issuer (RFC 9207).
func (a Asked) Answer(origin, code string) string {
	u, err := url.Parse(a.RedirectURI)
	if err != nil {
		return "/" // cannot happen: it was checked
	}
	q := u.Query()
	if code != "" {
		q.Set("code", code)
	} else {
		q.Set("error", "access_denied")
	}
	if a.State != "" {
		q.Set("state", a.State)
	}
	q.Set("iss", origin)
	u.RawQuery = q.Encode()
	return u.String()
}
