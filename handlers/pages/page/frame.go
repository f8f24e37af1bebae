package page

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/models/accounts"
	"socialdata/views"
)

// Frame returns the frame of a page: the signed-in person, the current place in the navigation, and a message about
// the previous action, which is shown once.
func (b *Base) Frame(c *fiber.Ctx, title, place string) views.Frame {
	f := views.Frame{Title: title, Place: place, Theme: theme(c), Here: b.here(c), Now: b.Store.Now().UTC().Format(time.RFC3339)}
	b.addFlash(c, &f)
	who := Caller(c)
	if who == nil {
		return f
	}
	last := b.lastWorkspace(c, who)
	f.Person = &views.Person{Name: who.Person.User.Name, Email: who.Person.User.Email, Support: who.Person.User.Support}
	for _, m := range who.Person.Workspaces {
		w := views.Workspace{ID: m.WorkspaceID, Name: m.Name, Editor: m.Role.Includes(accounts.Editor), Owner: m.Role.Includes(accounts.Owner)}
		f.Workspaces = append(f.Workspaces, w)
		if m.WorkspaceID == last {
			f.Workspace, f.Closed = &w, b.ClosedPlaces(m.Role)
		}
	}
	return f
}

// lastWorkspace returns the workspace whose navigation a page has: its own, which the browser remembers if there are several, or the one
// seen last. The pages of support, who see none of their own there, have none.
func (b *Base) lastWorkspace(c *fiber.Ctx, who *session.Caller) string {
	all, seen := who.Person.Workspaces, c.Cookies(session.WorkspaceName)
	switch {
	case who.WorkspaceID != "":
		if len(all) > 1 && seen != who.WorkspaceID {
			SetCookie(c, b.Cookies.Workspace(who.WorkspaceID))
		}
		return who.WorkspaceID
	case who.Person.User.Support:
		return ""
	case len(all) == 1:
		return all[0].WorkspaceID
	}
	return seen
}

// addFlash adds the message about the previous act: once, or until its time. Requests by scripts do not consume it.
func (b *Base) addFlash(c *fiber.Ctx, f *views.Frame) {
	sealed := c.Cookies(session.FlashName)
	if sealed == "" {
		return
	}
	m, now := b.Cookies.ReadFlash(sealed), b.Store.Now()
	if m.Until.After(now) {
		f.Pending = []views.ChangeNote{{Text: m.Text, At: b.WhenAt(m.Until), Stop: m.Undo.Path, Verb: "Undo", Moving: true}}
		return
	}
	if c.Get("Sec-Fetch-Dest") == "empty" {
		return
	}
	if m.Until.IsZero() {
		f.Flash, f.FlashNot = m.Text, m.Not
		f.Onward = views.Choice{Word: m.Onward.Word, Href: m.Onward.Path}
		if m.Undo != nil {
			f.Undo = &views.Undo{Path: m.Undo.Path, Fields: m.Undo.Fields}
		}
	}
	SetCookie(c, b.Cookies.ClearFlash())
}

// LiveFrame returns the frame of a page that reloads every few seconds while something on it is in progress.
func (b *Base) LiveFrame(c *fiber.Ctx, title, place string, moving bool, seconds int) views.Frame {
	f := b.Frame(c, title, place)
	if moving {
		f.Refresh = seconds
	}
	return f
}

// ClosedPlaces returns the navigation entries that a role may not open, according to the routes of all pages.
func (b *Base) ClosedPlaces(role accounts.Role) []string {
	closed := []string{}
	for name, path := range views.WorkspacePlaces(Workspace) {
		if !b.Allows(role, fiber.MethodGet, path) {
			closed = append(closed, name)
		}
	}
	return closed
}

// Allows reports whether a role may use a page or form, according to its route.
func (b *Base) Allows(role accounts.Role, method, path string) bool {
	i := slices.IndexFunc(b.Table, func(r Route) bool { return r.Method == method && r.Path == path })
	return i < 0 || role.Includes(accounts.Role(b.Table[i].Rule().Role))
}

// here returns the address for loading this page again. The address of a form may not be loadable; it then returns
// the closest page above.
func (b *Base) here(c *fiber.Ctx) string {
	if at := LocalPath(c.OriginalURL()); c.Method() == fiber.MethodGet && at != "/" {
		return at
	}
	path, pattern := c.Path(), c.Route().Path
	for pattern != "" && !slices.ContainsFunc(b.Table, func(r Route) bool { return r.Method == fiber.MethodGet && r.Path == pattern }) {
		path, pattern = parentPath(path), parentPath(pattern)
	}
	return cmp.Or(path, "/")
}

func parentPath(path string) string { return path[:max(0, strings.LastIndexByte(path, '/'))] }

// theme returns the chosen theme, or "" for the system's.
func theme(c *fiber.Ctx) string {
	if name := c.Cookies(session.ThemeName); slices.Contains(Themes, name) {
		return name
	}
	return ""
}

// Themes lists the themes that a person can choose besides the system's.
var Themes = []string{"light", "dark"}

// SetCookie adds a cookie to the response.
func SetCookie(c *fiber.Ctx, cookie *http.Cookie) {
	c.Response().Header.Add(fiber.HeaderSetCookie, cookie.String()) // fiber's Append would merge two cookies into one header
}
