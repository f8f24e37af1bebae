package session

import (
	"net/http"
	"time"
)

// FlashName is the cookie of a flash message: one sentence that the next page shows once.
const FlashName = "social_flash"

// flashLife bounds how long a message waits for the page that shows it.
const flashLife = 2 * time.Minute

// Flash makes the cookie of a message. It is sealed, so that no other site can put text into our pages; it must not hold
// a secret.
func (c *Cookies) Flash(text string) (*http.Cookie, error) {
	value, err := c.seal.Seal(FlashName, text)
	if err != nil {
		return nil, err
	}
	return c.plainCookie(FlashName, value, flashLife), nil
}

// ReadFlash is the message of a cookie's value; "" for anything this service did not write.
func (c *Cookies) ReadFlash(value string) string {
	return c.read(FlashName, value)
}

// ClearFlash makes the cookie that deletes a message.
func (c *Cookies) ClearFlash() *http.Cookie { return c.plainCookie(FlashName, "", -1) }

// NextName is the cookie that keeps where somebody wanted to go through the sign-in, so that no page says it to a
// stranger.
const NextName = "social_next"

// nextLife bounds how long a sign-in may take.
const nextLife = 30 * time.Minute

// Next makes the cookie of a path to continue to; "" deletes it.
func (c *Cookies) Next(path string) (*http.Cookie, error) {
	if path == "" {
		return c.plainCookie(NextName, "", -1), nil
	}
	value, err := c.seal.Seal(NextName, path)
	if err != nil {
		return nil, err
	}
	return c.plainCookie(NextName, value, nextLife), nil
}

// ReadNext is the path of a cookie's value; "" for anything this service did not write.
func (c *Cookies) ReadNext(value string) string {
	return c.read(NextName, value)
}

func (c *Cookies) read(name, value string) string {
	var text string
	if c.seal.Open(name, value, &text) != nil {
		return ""
	}
	return text
}

// ThemeName is the cookie that holds the choice of colours: light or dark.
const ThemeName = "social_theme"

// themeLife is how long a browser keeps the choice.
const themeLife = 365 * 24 * time.Hour

// Theme makes the cookie of a choice of colours; "" goes back to the system's.
func (c *Cookies) Theme(name string) *http.Cookie {
	if name == "" {
		return c.plainCookie(ThemeName, "", -1)
	}
	return c.plainCookie(ThemeName, name, themeLife)
}

// plainCookie makes a cookie that is no credential; a life below 0 deletes it.
func (c *Cookies) plainCookie(name, value string, life time.Duration) *http.Cookie {
	age := -1
	if life > 0 {
		age = int(life.Seconds())
	}
	return &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, MaxAge: age}
}
