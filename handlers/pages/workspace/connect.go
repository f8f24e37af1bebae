package workspace

import (
	"net/url"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/views"
)

// asked reads what a program asks, from the address of the page.
func (h *Handlers) asked(c *fiber.Ctx) (session.Asked, error) {
	a, ok := h.Cookies.OpenAsked(page.ReadQuery(c).Text("request"), h.Store.Now())
	if !ok {
		return a, apierror.New(apierror.CodeNotFound, "resource", "oauthRequest")
	}
	return a, nil
}

// connect asks whether a program may act in the person's name. All that it asks for is chosen.
func (h *Handlers) connect(c *fiber.Ctx) error {
	a, err := h.asked(c)
	if err != nil {
		return err
	}
	f := page.NewForm(url.Values{"daily": {"100"}})
	for _, scope := range operations.AllowedScopes(a.Scopes, page.Caller(c).Role) {
		f.Values.Add("scopes", string(scope))
	}
	return h.showConnect(c, fiber.StatusOK, a, f)
}

// allowProgram lets the program act, and sends the person back to it. A redirect would be blocked, because a form may not lead to
// another site (Content-Security-Policy); so a page leads on.
func (h *Handlers) allowProgram(c *fiber.Ctx) error {
	a, err := h.asked(c)
	if err != nil {
		return err
	}
	f := page.ReadForm(c)
	in := page.Bind[operations.AllowProgram](h.Service, f, page.Bound{Property: "scopes", Label: "What it may do"},
		page.Bound{Property: "dailyCredits", Field: "daily", Label: "The budget"})
	if !f.OK() {
		return h.showConnect(c, fiber.StatusBadRequest, a, f)
	}
	code, err := h.AllowProgram(c.UserContext(), page.Caller(c), a, in)
	if err != nil {
		return err
	}
	back := a.Answer(h.Origin, code)
	c.Set("Refresh", "0;url="+back)
	return page.Show(c, fiber.StatusOK, views.ConnectedPage(h.Frame(c, "Connected", "keys"), views.Connected{Program: a.ClientName, Back: back, Keys: page.WorkspacePath(c, "keys")}))
}

func (h *Handlers) showConnect(c *fiber.Ctx, status int, a session.Asked, f *page.Form) error {
	v := views.Connect{Program: a.ClientName, Refuse: a.Answer(h.Origin, ""), Refusal: f.Problems[""], Daily: limitFields(f).Daily}
	v.Daily.Hint = "What it may spend. Empty: no limit. With 0, only calls that cost nothing are answered."
	if u, err := url.Parse(a.RedirectURI); err == nil {
		v.Address, v.Local = u.Host, u.Scheme != "https"
	}
	if u, err := url.Parse(a.ClientID); err == nil && u.Scheme == "https" {
		v.Described = u.Host
	}
	scopes := []views.Scope{}
	for _, scope := range operations.AllowedScopes(a.Scopes, page.Caller(c).Role) {
		scopes = append(scopes, shown.Scope(scope, slices.Contains(f.Values["scopes"], string(scope))))
	}
	v.Scopes = shown.ScopeGroups(scopes)
	for _, w := range page.Caller(c).Person.Workspaces {
		if w.WorkspaceID != page.Caller(c).WorkspaceID && w.Role.Includes(accounts.GrantRole) {
			v.Others = append(v.Others, views.TagLink{Tag: w.Name, Href: "/w/" + w.WorkspaceID + "/connect?request=" + url.QueryEscape(page.ReadQuery(c).Text("request"))})
		}
	}
	return page.Show(c, status, views.ConnectPage(h.Frame(c, "Connect a program", "keys"), v))
}
