package session

import (
	"net/http"
	"time"

	"socialdata/models/accounts"
)

// FlowName is the cookie of a sign-in that a browser has begun at the operator's issuer.
const FlowName = "social_flow"

// flowLife is how long such a sign-in may take.
const flowLife = 15 * time.Minute

// HalfName is the cookie of somebody whose password was right and whose code is awaited.
const HalfName = "social_half"

// halfLife is how long a person may take to type the code.
const halfLife = 10 * time.Minute

// WriteHalf returns the cookie that keeps a half sign-in.
func (c *Cookies) WriteHalf(h accounts.HalfSignIn, now time.Time) (*http.Cookie, error) {
	value, err := c.encrypt.Seal(HalfName, half{h, now})
	if err != nil {
		return nil, err
	}
	return c.plainCookie(HalfName, value, halfLife), nil
}

// ReadHalf returns the half sign-in in a cookie's value. ok is false if this service did not write the cookie, or too
// long ago.
func (c *Cookies) ReadHalf(value string, now time.Time) (h accounts.HalfSignIn, ok bool) {
	var kept half
	if c.encrypt.Open(HalfName, value, &kept) != nil || now.Sub(kept.At) > halfLife {
		return h, false
	}
	return kept.HalfSignIn, true
}

// ClearHalf returns the cookie that deletes a half sign-in.
func (c *Cookies) ClearHalf() *http.Cookie { return c.plainCookie(HalfName, "", -1) }

type half struct {
	accounts.HalfSignIn
	At time.Time
}

// Flow binds a sign-in at the issuer to the browser that began it. Only this browser can end it, once.
type Flow struct {
	State, Nonce, Verifier string
	Invite                 string // token of the invite that it accepts; "" for none
	Begun                  time.Time
}

// WriteFlow returns the cookie of a sign-in that begins. Its value is encrypted, because the verifier proves to the
// issuer that we began the sign-in.
func (c *Cookies) WriteFlow(f Flow) (*http.Cookie, error) {
	value, err := c.encrypt.Seal(FlowName, f)
	if err != nil {
		return nil, err
	}
	return c.plainCookie(FlowName, value, flowLife), nil
}

// ReadFlow returns the sign-in in a cookie's value, or one without a state if this service did not write the cookie, or
// too long ago.
func (c *Cookies) ReadFlow(value string, now time.Time) (f Flow) {
	if c.encrypt.Open(FlowName, value, &f) != nil || now.Sub(f.Begun) > flowLife {
		return Flow{}
	}
	return f
}

// ClearFlow returns the cookie that deletes a sign-in.
func (c *Cookies) ClearFlow() *http.Cookie { return c.plainCookie(FlowName, "", -1) }
