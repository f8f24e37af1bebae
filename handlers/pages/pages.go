// Package pages are the HTML pages: a file per page, form in, one call below, a view or a redirect out. It may import
// handlers/session, jobs, internal, models and views; it never asks who is calling (the web room settles that before)
// and knows no row of the database.
package pages

import (
	"context"
	"time"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/views"
)

// Handlers are the pages with what they stand on.
type Handlers struct {
	Sources        func() string // what the reading of the platforms depends on: dates and versions, in a sentence
	Store          *models.Store
	Platforms      sources.Platforms
	Lookup         *lookup.Service
	Imports        jobs.Deliverer
	Links          *media.Signer
	Blobs          *blobs.Store
	Cookies        *session.Cookies
	Passwords      *session.Passwords
	Queues         Queues
	Docs           *views.Docs // set by the web room, which has the contract
	Origin         string      // base of links that people copy
	InitialCredits int64
}

// Queues looks at the queues of background work.
type Queues interface {
	Glance(ctx context.Context) jobs.Glance
}

// Route is one row of the table of pages.
type Route struct {
	Method, Path string
	Access       Access
	Limit        session.Limit // "" is session.LimitRead, for a stranger session.LimitOpen
	Handle       fiber.Handler
}

// Access is who may see a page: anybody, or a signed-in person with a role.
type Access struct {
	credential session.Credential
	role       session.Role
}

// The kinds of access. On an open page a signed-in person is known all the same.
var (
	Open     = Access{credential: session.OptionalSession}
	Person   = Access{session.Session, session.NoRole}
	Member   = Access{session.Session, session.Member}
	Owner    = Access{session.Session, session.Owner}
	Operator = Access{session.Session, session.Operator}
	Support  = Access{session.Session, session.Support}
)

// Rule says who may see the page and what it counts against.
func (r Route) Rule() session.Rule {
	return session.Rule{Credential: r.Access.credential, Role: r.Access.role, Limit: r.Limit}
}

// Routes is the table of all pages. The workspace of a page is in its path.
func (h *Handlers) Routes() []Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, "/w/:workspaceId"
	return []Route{
		{get, "/", Open, "", h.home},
		{get, "/status", Open, "", h.status},
		{get, "/docs", Open, "", h.docs},
		{get, "/sign-in", Open, "", h.signInForm},
		{post, "/sign-in", Open, session.LimitSignIn, h.signIn},
		{get, "/setup", Open, "", h.setupForm},
		{post, "/setup", Open, session.LimitSignIn, h.setup},
		{get, "/invite/:token", Open, "", h.inviteForm},
		{post, "/invite/:token", Open, session.LimitSignIn, h.acceptInvite},
		{post, "/theme", Open, "", h.chooseTheme},
		{post, "/sign-out", Person, "", h.signOut},
		{get, "/account", Person, "", h.account},
		{post, "/account/password", Person, session.LimitSignIn, h.changePassword},
		{post, "/account/sessions/end-others", Person, "", h.endOtherSessions},
		{post, "/account/workspaces", Operator, "", h.makeWorkspace},
		{get, ws + "/rename", Owner, "", h.renameForm},
		{post, ws + "/rename", Owner, "", h.rename},

		{get, ws, Member, "", h.overview},
		{get, ws + "/try", Member, "", h.try},
		{post, ws + "/try/lookup", Owner, session.LimitLookup, h.tryLookup},
		{post, ws + "/try/import", Owner, session.LimitImport, h.tryImport},
		{get, ws + "/imports", Member, "", h.imports},
		{get, ws + "/imports/:importId", Member, "", h.importDetail},
		{post, ws + "/imports/:importId/cancel", Owner, "", h.cancelImport},
		{post, ws + "/imports/:importId/again", Owner, session.LimitImport, h.importAgain},
		{get, ws + "/references", Member, "", h.references},
		{get, ws + "/references/:referenceId", Member, "", h.reference},
		{get, ws + "/references/:referenceId/captions.vtt", Member, "", h.captions},
		{post, ws + "/references/:referenceId/edit", Member, "", h.editReference},
		{post, ws + "/references/:referenceId/hold", Owner, "", h.extendHold},
		{get, ws + "/references/:referenceId/delete", Owner, "", h.confirmDelete},
		{post, ws + "/references/:referenceId/delete", Owner, "", h.deleteReference},
		{get, ws + "/keys", Owner, "", h.keys},
		{post, ws + "/keys", Owner, "", h.makeKey},
		{get, ws + "/keys/:keyId/revoke", Owner, "", h.confirmRevoke},
		{post, ws + "/keys/:keyId/revoke", Owner, "", h.revokeKey},
		{post, ws + "/keys/revoke-left", Owner, "", h.revokeKeysOfFormerMembers},
		{get, ws + "/credits", Owner, "", h.credits},
		{get, ws + "/members", Member, "", h.members},
		{post, ws + "/members/:userId/role", Owner, "", h.changeRole},
		{get, ws + "/members/:userId/remove", Owner, "", h.askRemoveMember},
		{post, ws + "/members/:userId/remove", Owner, "", h.removeMember},
		{post, ws + "/invites", Owner, "", h.createInvite},
		{post, ws + "/invites/:inviteId/withdraw", Owner, "", h.withdrawInvite},
		{get, ws + "/audit", Owner, "", h.workspaceAudit},

		{get, "/support", Support, "", h.failures},
		{get, "/support/imports/:importId", Support, "", h.supportImport},
		{post, "/support/imports/:importId/run-again", Support, "", h.runAgain},
		{get, "/support/workspaces", Support, "", h.supportWorkspaces},
		{get, "/support/workspaces/:id", Support, "", h.supportWorkspace},
		{post, "/support/workspaces/:id/credits", Support, "", h.grantCredits},
		{get, "/support/routes", Support, "", h.supportRoutes},
		{post, "/support/routes/check", Support, "", h.checkRoutes},
		{get, "/support/routes/:routeId", Support, "", h.supportRoute},
		{get, "/support/routes/:routeId/answers/:answerId", Support, "", h.changedAnswer},
		{post, "/support/routes/:routeId", Support, "", h.switchRoute},
		{get, "/support/queues", Support, "", h.queues},
		{get, "/support/audit", Support, "", h.audit},
	}
}

// show answers a view with a status.
func show(c *fiber.Ctx, status int, view templ.Component) error {
	c.Status(status).Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return view.Render(c.UserContext(), c)
}

// caller is who is signed in; nil on an open page for a stranger.
func caller(c *fiber.Ctx) *session.Caller { return session.From(c.UserContext()) }

// back redirects after a form, with one sentence that the next page shows.
func (h *Handlers) back(c *fiber.Ctx, path, sentence string) error {
	if sentence != "" {
		cookie, err := h.Cookies.Flash(sentence)
		if err != nil {
			return err
		}
		setCookie(c, cookie)
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// at is the address of a page of the caller's workspace.
func at(c *fiber.Ctx, page string) string {
	return "/w/" + caller(c).WorkspaceID + "/" + page
}

// now is the store's clock.
func (h *Handlers) now() time.Time { return h.Store.Now() }
