package session

import (
	"net/http"
	"time"

	"socialdata/models/db"
)

// CookieName is the session cookie of the wire.
const CookieName = "social_session"

// Cookies writes and reads the session cookie: its value is the session's token, sealed, so that a forged one is
// refused without asking the database.
type Cookies struct {
	seal   *db.Sealer
	secure bool
}

// NewCookies builds the codec; secure is true when the web origin is https.
func NewCookies(secrets [][]byte, secure bool) (*Cookies, error) {
	seal, err := db.NewSealer(secrets, "cookie")
	if err != nil {
		return nil, err
	}
	return &Cookies{seal: seal, secure: secure}, nil
}

// Write makes the cookie of a new session.
func (c *Cookies) Write(token string, expires time.Time) (*http.Cookie, error) {
	value, err := c.seal.Seal(CookieName, token)
	if err != nil {
		return nil, err
	}
	return &http.Cookie{Name: CookieName, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, Expires: expires}, nil
}

// Clear makes the cookie that ends a session in the browser.
func (c *Cookies) Clear() *http.Cookie {
	return &http.Cookie{Name: CookieName, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, MaxAge: -1}
}

// Read finds the token in a cookie's value; ok is false for anything this service did not write.
func (c *Cookies) Read(value string) (token string, ok bool) {
	err := c.seal.Open(CookieName, value, &token)
	return token, err == nil && token != ""
}
