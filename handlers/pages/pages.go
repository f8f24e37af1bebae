// Package pages serves the HTML pages: one file per page turns a form into one call and a view or a redirect. It may import
// handlers/session, jobs, internal, models and views; it never identifies the caller (package web does that before).
package pages

import (
	"context"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/views"
)

// Handlers are the pages with their dependencies.
type Handlers struct {
	Aging          func(sources.Route) string // "" or how old the values are by which a route reads; nil: nothing is said of it
	Sources        func() string              // what the reading of the platforms depends on: dates and versions, in a sentence
	Store          *models.Store
	Platforms      sources.Platforms
	Lookup         *lookup.Service
	Thumbnails     Thumbnails
	Imports        jobs.Deliverer
	Links          *media.Signer
	Kept           *kept.Reader
	Tables         *export.Tables
	Cookies        *session.Cookies
	Passwords      *session.Passwords
	Queues         Queues
	Origin         string // base of links that people copy
	InitialCredits int64
	Program        string             // its version
	WebhooksLocal  bool               // endpoints may be http: for tests
	Mails          *session.Mails     // nil: this installation sends no e-mails
	Operations     []string           // names in the request log, for its filter
	DemoPeople     []views.DemoPerson // as whom the sign-in lets visitors in; nil but in the demo

	once       sync.Once
	routes     []Route // the table, made once
	statusPage keptStatus
}

// table is the table of pages, for pages that ask what is in it.
func (h *Handlers) table() []Route {
	h.once.Do(func() { h.routes = h.Routes(nil) })
	return h.routes
}

// Queues looks at the queues of background work.
type Queues interface {
	Stats(ctx context.Context) jobs.QueueStats
}

// Route is one row of the table of pages.
type Route struct {
	Method, Path string
	Access       Access
	Limit        session.Limit // "" is session.LimitRead, for a stranger session.LimitOpen
	Handle       fiber.Handler
	Wait         session.Wait
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
	Editor   = Access{session.Session, session.Editor}
	Owner    = Access{session.Session, session.Owner}
	Operator = Access{session.Session, session.Operator}
	Support  = Access{session.Session, session.Support}
)

// Rule says who may see the page and what it counts against.
func (r Route) Rule() session.Rule {
	return session.Rule{Credential: r.Access.credential, Role: r.Access.role, Limit: r.Limit, Wait: r.Wait}
}

// Routes is the table of all pages. The workspace of a page is in its path. docs is the API reference, which is made from
// the contract; only its own page needs it.
func (h *Handlers) Routes(docs *views.Docs) []Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, "/w/:workspaceId"
	const noFetch, oneFetch, twoFetches = session.NoFetch, session.OneFetch, session.TwoFetches
	return []Route{
		{get, "/", Open, "", h.home, noFetch},
		{get, "/status", Open, "", h.status, noFetch},
		{get, "/docs", Open, "", h.docs(docs), noFetch},
		{get, "/docs/:chapter", Open, "", h.docs(docs), noFetch},
		{get, views.GuidePath(":guide"), Open, "", h.guide(docs), noFetch},
		{get, "/llms.txt", Open, "", h.llms(docs), noFetch},
		{get, "/sign-in", Open, "", h.signInForm, noFetch},
		{post, "/sign-in", Open, session.LimitSignIn, h.signIn, noFetch},
		{get, "/setup", Open, "", h.setupForm, noFetch},
		{post, "/setup", Open, session.LimitSignIn, h.setup, noFetch},
		{get, "/invite/:token", Open, "", h.inviteForm, noFetch},
		{post, "/invite/:token", Open, session.LimitSignIn, h.acceptInvite, noFetch},
		{get, "/reset/:token", Open, "", h.resetForm, noFetch},
		{post, "/reset/:token", Open, session.LimitSignIn, h.resetPassword, noFetch},
		{get, "/confirm/:token", Open, "", h.confirmForm, noFetch},
		{post, "/confirm/:token", Open, session.LimitSignIn, h.confirmEmail, noFetch},
		{post, "/theme", Open, "", h.chooseTheme, noFetch},
		{post, "/sign-out", Person, "", h.signOut, noFetch},
		{get, "/account", Person, "", h.account, noFetch},
		{post, "/account/password", Person, session.LimitSignIn, h.changePassword, noFetch},
		{post, "/account/details", Person, session.LimitSignIn, h.changeDetails, noFetch},
		{post, "/account/alerts", Person, "", h.setAlertMails, noFetch},
		{post, "/account/confirm", Person, session.LimitSignIn, h.sendConfirmation, noFetch},
		{post, "/account/sessions/:sessionId/end", Person, "", h.endSession, noFetch},
		{post, "/account/sessions/end-others", Person, "", h.endOtherSessions, noFetch},
		{post, "/account/workspaces", Operator, "", h.makeWorkspace, noFetch},
		{get, ws + "/rename", Owner, "", h.renameForm, noFetch},
		{post, ws + "/rename", Owner, "", h.rename, noFetch},
		{post, ws + "/zone", Owner, "", h.setZone, noFetch},

		{get, ws, Member, "", h.overview, noFetch},
		{get, ws + "/search", Member, "", h.search, noFetch},
		{get, ws + "/try", Editor, "", h.try, noFetch},
		{post, ws + "/try/lookup", Editor, session.LimitLookup, h.tryLookup, twoFetches},
		{get, ws + "/try/picture", Editor, "", h.tryPicture, noFetch},
		{post, ws + "/try/import", Editor, session.LimitImport, h.tryImport, noFetch},
		{get, ws + "/imports", Member, "", h.imports, noFetch},
		{get, ws + "/imports/many", Editor, "", h.manyLinks, noFetch},
		{post, ws + "/imports/many", Editor, session.LimitImportEach, h.importMany, noFetch},
		{post, ws + "/imports/bulk/cancel", Editor, "", h.cancelImports, noFetch},
		{post, ws + "/imports/bulk/again", Editor, session.LimitImportEach, h.importSeveralAgain, noFetch},
		{get, ws + "/imports/export.csv", Member, "", h.exportImports, noFetch},
		{get, ws + "/imports/:importId", Member, "", h.importDetail, noFetch},
		{post, ws + "/imports/:importId/cancel", Editor, "", h.cancelImport, noFetch},
		{post, ws + "/imports/:importId/again", Editor, session.LimitImport, h.importAgain, noFetch},
		{get, ws + "/references", Member, "", h.references, noFetch},
		{get, ws + "/references/export.csv", Member, "", h.exportReferences, noFetch},
		{post, ws + "/references/bulk/tags", Member, "", h.tagReferences, noFetch},
		{post, ws + "/references/bulk/hold", Owner, "", h.holdReferences, noFetch},
		{post, ws + "/references/bulk/delete", Owner, "", h.deleteReferences, noFetch},
		{get, ws + "/references/:referenceId", Member, "", h.reference, noFetch},
		{get, ws + "/references/:referenceId/captions.vtt", Member, "", h.captions, noFetch},
		{get, ws + "/references/:referenceId/bundle", Member, "", h.downloadBundle, noFetch},
		{get, ws + "/references/:referenceId/transcript", Member, "", h.downloadTranscript, noFetch},
		{post, ws + "/references/:referenceId/edit", Member, "", h.editReference, noFetch},
		{post, ws + "/references/:referenceId/hold", Owner, "", h.extendHold, noFetch},
		{get, ws + "/references/:referenceId/delete", Owner, "", h.confirmDelete, noFetch},
		{post, ws + "/references/:referenceId/delete", Owner, "", h.deleteReference, noFetch},
		{get, ws + "/watches", Owner, "", h.watches, noFetch},
		{get, ws + "/watches/new", Owner, "", h.newWatch, oneFetch},
		{post, ws + "/watches/new", Owner, "", h.makeWatch, oneFetch},
		{get, ws + "/watches/:watchId", Owner, "", h.watch, noFetch},
		{post, ws + "/watches/:watchId", Owner, "", h.editWatch, noFetch},
		{post, ws + "/watches/:watchId/run", Owner, "", h.runWatch, noFetch},
		{post, ws + "/watches/:watchId/pause", Owner, "", h.pauseWatch(true), noFetch},
		{post, ws + "/watches/:watchId/resume", Owner, "", h.pauseWatch(false), noFetch},
		{get, ws + "/watches/:watchId/delete", Owner, "", h.confirmDeleteWatch, noFetch},
		{post, ws + "/watches/:watchId/delete", Owner, "", h.deleteWatch, noFetch},
		{get, ws + "/keys", Owner, "", h.keys, noFetch},
		{post, ws + "/keys", Owner, "", h.makeKey, noFetch},
		{get, ws + "/keys/export.csv", Owner, "", h.exportKeys, noFetch},
		{get, ws + "/keys/:keyId/revoke", Owner, "", h.confirmRevoke, noFetch},
		{post, ws + "/keys/:keyId/revoke", Owner, "", h.revokeKey, noFetch},
		{get, ws + "/keys/:keyId/budget", Owner, "", h.keyBudget, noFetch},
		{post, ws + "/keys/:keyId/budget", Owner, "", h.setKeyBudget, noFetch},
		{post, ws + "/keys/revoke-left", Owner, "", h.revokeKeysOfFormerMembers, noFetch},
		{get, ws + "/webhooks", Owner, "", h.webhooks, noFetch},
		{post, ws + "/webhooks", Owner, "", h.makeWebhook, noFetch},
		{get, ws + "/webhooks/:webhookId", Owner, "", h.webhook, noFetch},
		{post, ws + "/webhooks/:webhookId", Owner, "", h.editWebhook, noFetch},
		{post, ws + "/webhooks/:webhookId/test", Owner, "", h.testWebhook, noFetch},
		{post, ws + "/webhooks/:webhookId/rotate", Owner, "", h.rotateSecret, noFetch},
		{post, ws + "/webhooks/:webhookId/enable", Owner, "", h.switchWebhook(true), noFetch},
		{post, ws + "/webhooks/:webhookId/disable", Owner, "", h.switchWebhook(false), noFetch},
		{get, ws + "/webhooks/:webhookId/delete", Owner, "", h.confirmDeleteWebhook, noFetch},
		{post, ws + "/webhooks/:webhookId/delete", Owner, "", h.deleteWebhook, noFetch},
		{post, ws + "/webhooks/:webhookId/deliveries/:deliveryId/resend", Owner, "", h.resendDelivery, noFetch},
		{get, ws + "/requests", Owner, "", h.requests, noFetch},
		{get, ws + "/requests.csv", Owner, "", h.requestsCSV, noFetch},
		{get, ws + "/credits", Owner, "", h.credits, noFetch},
		{post, ws + "/credits/low-balance", Owner, "", h.setLowBalance, noFetch},
		{get, ws + "/credits/export.csv", Owner, "", h.exportCredits, noFetch},
		{get, ws + "/members", Member, "", h.members, noFetch},
		{get, ws + "/members/export.csv", Member, "", h.exportMembers, noFetch},
		{post, ws + "/members/:userId/role", Owner, "", h.changeRole, noFetch},
		{get, ws + "/members/:userId/remove", Owner, "", h.askRemoveMember, noFetch},
		{post, ws + "/members/:userId/remove", Owner, "", h.removeMember, noFetch},
		{post, ws + "/members/:userId/password-link", Owner, "", h.makePasswordReset, noFetch},
		{post, ws + "/invites", Owner, "", h.createInvite, noFetch},
		{post, ws + "/invites/:inviteId/withdraw", Owner, "", h.withdrawInvite, noFetch},
		{get, ws + "/audit", Owner, "", h.workspaceAudit, noFetch},
		{get, ws + "/audit/export.csv", Owner, "", h.exportAudit, noFetch},

		{get, "/support", Support, "", h.failures, noFetch},
		{get, "/support/known", Support, "", h.knownForm, noFetch},
		{post, "/support/known", Support, "", h.markKnown, noFetch},
		{get, "/support/imports", Support, "", h.supportImports, noFetch},
		{get, "/support/imports/:importId", Support, "", h.supportImport, noFetch},
		{post, "/support/imports/:importId/run-again", Support, "", h.runAgain, noFetch},
		{get, "/support/workspaces", Support, "", h.supportWorkspaces, noFetch},
		{get, "/support/workspaces/:id", Support, "", h.supportWorkspace, noFetch},
		{post, "/support/workspaces/:id/credits", Support, "", h.grantCredits, noFetch},
		{get, "/support/routes", Support, "", h.supportRoutes, noFetch},
		{post, "/support/routes/check", Support, "", h.checkRoutes, twoFetches},
		{get, "/support/routes/:routeId", Support, "", h.supportRoute, noFetch},
		{get, "/support/routes/:routeId/answers/:answerId", Support, "", h.changedAnswer, noFetch},
		{post, "/support/routes/:routeId", Support, "", h.switchRoute, noFetch},
		{get, "/support/queues", Support, "", h.queues, noFetch},
		{get, "/support/audit", Support, "", h.audit, noFetch},
	}
}

// show answers a view with a status.
func show(c *fiber.Ctx, status int, view templ.Component) error {
	c.Status(status).Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	return view.Render(c.UserContext(), c)
}

// caller returns the signed-in person, or nil for a stranger on an open page.
func caller(c *fiber.Ctx) *session.Caller { return session.From(c.UserContext()) }

// redirect answers a form with a redirect, and a sentence that the next page shows.
func (h *Handlers) redirect(c *fiber.Ctx, path, sentence string) error {
	if sentence != "" {
		cookie, err := h.Cookies.Flash(sentence)
		if err != nil {
			return err
		}
		setCookie(c, cookie)
	}
	return c.Redirect(path, fiber.StatusSeeOther)
}

// workspacePath returns the path of a page of the caller's workspace.
func workspacePath(c *fiber.Ctx, page string) string {
	return "/w/" + caller(c).WorkspaceID + "/" + page
}

// now returns the time by the store's clock.
func (h *Handlers) now() time.Time { return h.Store.Now() }
