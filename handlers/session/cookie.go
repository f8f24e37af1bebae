package session

import (
	"net/http"
	"time"

	"socialdata/models/db"
)

// CookieName is the name of the session cookie.
const CookieName = "social_session"

// Cookies writes and reads the session cookie. Its value is the sealed token of the session, so that a forged cookie
// is rejected without a database query.
type Cookies struct {
	seal    *db.Sealer
	encrypt *db.Sealer // of what the browser itself must not read
	secure  bool
}

// NewCookies returns a codec. secure is true if the web origin uses https.
func NewCookies(secrets [][]byte, secure bool) (*Cookies, error) {
	seal, err := db.NewSealer(secrets, "cookie")
	if err != nil {
		return nil, err
	}
	encrypt, err := db.NewEncrypter(secrets, "cookie")
	if err != nil {
		return nil, err
	}
	return &Cookies{seal: seal, encrypt: encrypt, secure: secure}, nil
}

// Write returns the cookie of a new session.
func (c *Cookies) Write(token string, expires time.Time) (*http.Cookie, error) {
	value, err := c.seal.Seal(CookieName, token)
	if err != nil {
		return nil, err
	}
	return &http.Cookie{Name: CookieName, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, Expires: expires}, nil
}

// Clear returns the cookie that deletes the session cookie.
func (c *Cookies) Clear() *http.Cookie {
	return &http.Cookie{Name: CookieName, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, MaxAge: -1}
}

// Read returns the token in a cookie's value. ok is false if this service did not write the cookie.
func (c *Cookies) Read(value string) (token string, ok bool) {
	err := c.seal.Open(CookieName, value, &token)
	return token, err == nil && token != ""
}
