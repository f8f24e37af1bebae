package session

import (
	"net/http"
	"time"
)

// FlashName is the cookie of a flash message: a sentence that the next page shows once.
const FlashName = "social_flash"

// flashLife is how long a message is kept for the page that shows it.
const flashLife = 2 * time.Minute

// FlashMessage is a sentence about the previous act. Undo, which may be nil, is a form that takes the act back; Onward, which may be zero,
// leads to what the act was done to. A message with a time says
// what happens then, without a stop, and stands on every page until then; any other stands on the next page alone.
type FlashMessage struct {
	Text   string
	Not    bool // whether it says why nothing was done
	Undo   *Undo
	Onward Onward
	Until  time.Time
}

// Undo is a form that takes an act back: the path that it is sent to, and its fields.
type Undo struct {
	Path   string
	Fields map[string]string
}

// Onward is a link: its words, and the path that it leads to.
type Onward struct{ Word, Path string }

// Flash returns the cookie of a message. It is sealed, so that no other site can put text on our pages. It must not
// contain a secret.
func (c *Cookies) Flash(m FlashMessage) (*http.Cookie, error) {
	value, err := c.seal.Seal(FlashName, m)
	if err != nil {
		return nil, err
	}
	return c.plainCookie(FlashName, value, flashLife), nil
}

// ReadFlash returns the message in a cookie's value. It is the zero value if this service did not write the cookie.
func (c *Cookies) ReadFlash(value string) (m FlashMessage) {
	if c.seal.Open(FlashName, value, &m) != nil {
		return FlashMessage{}
	}
	return m
}

// ClearFlash returns the cookie that deletes a message.
func (c *Cookies) ClearFlash() *http.Cookie { return c.plainCookie(FlashName, "", -1) }

// NextName is the cookie that holds the page to open after signing in. A cookie keeps that address out of the sign-in
// page.
const NextName = "social_next"

// MaxNext is the maximum length of an address to return to, so that it fits into a cookie.
const MaxNext = 2048

// nextLife is how long a sign-in may take.
const nextLife = 30 * time.Minute

// Next returns the cookie of a path to continue to. An empty path deletes the cookie.
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

// ReadNext returns the path in a cookie's value, or "" if this service did not write the cookie.
func (c *Cookies) ReadNext(value string) string {
	var path string
	if c.seal.Open(NextName, value, &path) != nil {
		return ""
	}
	return path
}

// ThemeName is the cookie of the chosen theme: light or dark.
const ThemeName = "social_theme"

// choiceLife is how long a browser keeps a choice of theme or workspace.
const choiceLife = 365 * 24 * time.Hour

// Theme returns the cookie of a theme. An empty name returns to the system's theme.
func (c *Cookies) Theme(name string) *http.Cookie {
	if name == "" {
		return c.plainCookie(ThemeName, "", -1)
	}
	return c.plainCookie(ThemeName, name, choiceLife)
}

// WorkspaceName is the cookie of the workspace that a person of several saw last, by its id. It decides what the navigation of pages
// outside of workspaces leads to, and gives no right.
const WorkspaceName = "social_workspace"

// Workspace returns the cookie of the workspace seen last. An empty id deletes it.
func (c *Cookies) Workspace(id string) *http.Cookie {
	if id == "" {
		return c.plainCookie(WorkspaceName, "", -1)
	}
	return c.plainCookie(WorkspaceName, id, choiceLife)
}

// plainCookie returns a cookie that holds no credential. A negative life deletes the cookie.
func (c *Cookies) plainCookie(name, value string, life time.Duration) *http.Cookie {
	age := -1
	if life > 0 {
		age = int(life.Seconds())
	}
	return &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: c.secure, MaxAge: age}
}
