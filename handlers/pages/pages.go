// Package pages serves the HTML pages: one file per page turns a form into one call and a view or a redirect. It may import
// handlers/session, jobs, internal, models and views; it never identifies the caller (package web does that before).
package pages

import (
	"context"

	"github.com/a-h/templ"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/views"
)

// Handlers are the pages with their dependencies.
type Handlers struct {
	*operations.Service

	Aging      func(sources.Route) string // "" or how old the values are by which a route reads; nil: nothing is said of it
	Sources    func() string              // what the reading of the platforms depends on: dates and versions, in a sentence
	Thumbnails Thumbnails
	Kept       *kept.Reader
	Tables     *export.Tables
	Cookies    *session.Cookies
	Queues     Queues
	Origin     string             // base of links that people copy
	Program    string             // its version
	Operations []string           // names in the request log, for its filter
	DemoPeople []views.DemoPerson // as whom the sign-in lets visitors in; nil but in the demo

	Table      []Route
	statusPage keptStatus
}

// Queues looks at the queues of background work.
type Queues interface {
	Stats(ctx context.Context) jobs.QueueStats
}

// Route is one row of the table of pages.
type Route struct {
	Method, Path string
	Act          string       // the operation that a form performs, whose rule holds; of a page what it shows, or what its form performs: who may do that sees it
	Role         session.Role // who sees a page that no operation is behind; "" is anybody, known if signed in
	Handle       fiber.Handler
	Wait         session.Wait // of a page, or of a form that may wait for longer than its act
}

// Rule says who may see the page and what it counts against.
func (r Route) Rule() session.Rule {
	rule := session.Rule{Credential: session.OptionalSession, Role: r.Role}
	if r.Role != session.NoRole {
		rule.Credential = session.Session
	}
	if r.Act != "" {
		rule = operations.Find(r.Act).PageRule()
	}
	if !r.IsForm() {
		rule.Limit, rule.Wait = session.LimitRead, 0
	}
	rule.Wait = max(rule.Wait, r.Wait)
	return rule
}

// IsForm reports whether the row performs its act, and does not only show something.
func (r Route) IsForm() bool { return r.Method == fiber.MethodPost }

// Routes is the table of all pages. The workspace of a page is in its path. docs is the API reference, which is made from
// the contract; only its own page needs it.
func (h *Handlers) Routes(docs *views.Docs) []Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, "/w/:workspaceId"
	h.Table = []Route{
		{Method: get, Path: "/", Handle: h.home},
		{Method: get, Path: "/status", Handle: h.status},
		{Method: get, Path: "/docs", Handle: h.docs(docs)},
		{Method: get, Path: "/docs/:chapter", Handle: h.docs(docs)},
		{Method: get, Path: views.GuidePath(":guide"), Handle: h.guide(docs)},
		{Method: get, Path: "/llms.txt", Handle: h.llms(docs)},
		{Method: get, Path: "/sign-in", Handle: h.signInForm},
		{Method: post, Path: "/sign-in", Act: "signIn", Handle: h.signIn},
		{Method: get, Path: "/setup", Handle: h.setupForm},
		{Method: post, Path: "/setup", Act: "bootstrap", Handle: h.setup},
		{Method: get, Path: "/invite/:token", Handle: h.inviteForm},
		{Method: post, Path: "/invite/:token", Act: "acceptInvite", Handle: h.acceptInvite},
		{Method: get, Path: "/reset/:token", Handle: h.resetForm},
		{Method: post, Path: "/reset/:token", Act: "resetPassword", Handle: h.resetPassword},
		{Method: get, Path: "/confirm/:token", Handle: h.confirmForm},
		{Method: post, Path: "/confirm/:token", Act: "confirmEmail", Handle: h.confirmEmail},
		{Method: post, Path: "/theme", Act: "chooseTheme", Handle: h.chooseTheme},
		{Method: post, Path: "/sign-out", Act: "signOut", Handle: h.signOut},
		{Method: get, Path: "/account", Act: "currentSession", Handle: h.account},
		{Method: post, Path: "/account/password", Act: "changePassword", Handle: h.changePassword},
		{Method: post, Path: "/account/details", Act: "changeDetails", Handle: h.changeDetails},
		{Method: post, Path: "/account/alerts", Act: "setAlertMails", Handle: h.setAlertMails},
		{Method: post, Path: "/account/confirm", Act: "sendConfirmation", Handle: h.sendConfirmation},
		{Method: post, Path: "/account/sessions/:sessionId/end", Act: "endSession", Handle: h.endSession},
		{Method: post, Path: "/account/sessions/end-others", Act: "endOtherSessions", Handle: h.endOtherSessions},
		{Method: post, Path: "/account/workspaces", Act: "createWorkspace", Handle: h.makeWorkspace},
		{Method: get, Path: ws + "/rename", Act: "renameWorkspace", Handle: h.renameForm},
		{Method: post, Path: ws + "/rename", Act: "renameWorkspace", Handle: h.rename},
		{Method: post, Path: ws + "/zone", Act: "setZone", Handle: h.setZone},

		{Method: get, Path: ws, Act: "getUsage", Handle: h.overview},
		{Method: get, Path: ws + "/search", Role: session.Member, Handle: h.search},
		{Method: get, Path: ws + "/try", Act: "lookupItem", Handle: h.try},
		{Method: post, Path: ws + "/try/lookup", Act: "lookupItem", Handle: h.tryLookup, Wait: session.TwoFetches}, // without captions where there are none
		{Method: get, Path: ws + "/try/picture", Act: "lookupItem", Handle: h.tryPicture},
		{Method: post, Path: ws + "/try/import", Act: "createIngestion", Handle: h.tryImport},
		{Method: get, Path: ws + "/imports", Act: "listIngestions", Handle: h.imports},
		{Method: get, Path: ws + "/imports/many", Act: "createIngestions", Handle: h.manyLinks},
		{Method: post, Path: ws + "/imports/many", Act: "createIngestions", Handle: h.importMany},
		{Method: post, Path: ws + "/imports/bulk/cancel", Act: "cancelImport", Handle: h.cancelImports},
		{Method: post, Path: ws + "/imports/bulk/again", Act: "createIngestions", Handle: h.importSeveralAgain},
		{Method: get, Path: ws + "/imports/export.csv", Act: "listIngestions", Handle: h.exportImports},
		{Method: get, Path: ws + "/imports/:importId", Act: "getImport", Handle: h.importDetail},
		{Method: post, Path: ws + "/imports/:importId/cancel", Act: "cancelImport", Handle: h.cancelImport},
		{Method: post, Path: ws + "/imports/:importId/again", Act: "createIngestion", Handle: h.importAgain},
		{Method: get, Path: ws + "/references", Act: "listReferences", Handle: h.references},
		{Method: get, Path: ws + "/references/export.csv", Act: "exportReferences", Handle: h.exportReferences},
		{Method: post, Path: ws + "/references/bulk/tags", Act: "changeReferences", Handle: h.tagReferences},
		{Method: post, Path: ws + "/references/bulk/hold", Act: "changeReferences", Handle: h.holdReferences},
		{Method: post, Path: ws + "/references/bulk/delete", Act: "changeReferences", Handle: h.deleteReferences},
		{Method: get, Path: ws + "/references/:referenceId", Act: "getReference", Handle: h.reference},
		{Method: get, Path: ws + "/references/:referenceId/captions.vtt", Act: "getTranscript", Handle: h.captions},
		{Method: get, Path: ws + "/references/:referenceId/bundle", Act: "getBundle", Handle: h.downloadBundle},
		{Method: get, Path: ws + "/references/:referenceId/transcript", Act: "getTranscript", Handle: h.downloadTranscript},
		{Method: post, Path: ws + "/references/:referenceId/edit", Act: "annotateReference", Handle: h.editReference},
		{Method: post, Path: ws + "/references/:referenceId/hold", Act: "holdMedia", Handle: h.extendHold},
		{Method: get, Path: ws + "/references/:referenceId/delete", Act: "deleteReference", Handle: h.confirmDelete},
		{Method: post, Path: ws + "/references/:referenceId/delete", Act: "deleteReference", Handle: h.deleteReference},
		{Method: get, Path: ws + "/watches", Role: session.Owner, Handle: h.watches},
		{Method: get, Path: ws + "/watches/new", Act: "createWatch", Handle: h.newWatch, Wait: session.OneFetch},
		{Method: post, Path: ws + "/watches/new", Act: "createWatch", Handle: h.makeWatch},
		{Method: get, Path: ws + "/watches/:watchId", Act: "changeWatch", Handle: h.watch},
		{Method: post, Path: ws + "/watches/:watchId", Act: "changeWatch", Handle: h.editWatch},
		{Method: post, Path: ws + "/watches/:watchId/run", Act: "runWatch", Handle: h.runWatch},
		{Method: post, Path: ws + "/watches/:watchId/pause", Act: "changeWatch", Handle: h.pauseWatch(true)},
		{Method: post, Path: ws + "/watches/:watchId/resume", Act: "changeWatch", Handle: h.pauseWatch(false)},
		{Method: get, Path: ws + "/watches/:watchId/delete", Act: "deleteWatch", Handle: h.confirmDeleteWatch},
		{Method: post, Path: ws + "/watches/:watchId/delete", Act: "deleteWatch", Handle: h.deleteWatch},
		{Method: get, Path: ws + "/keys", Act: "listKeys", Handle: h.keys},
		{Method: post, Path: ws + "/keys", Act: "createKey", Handle: h.makeKey},
		{Method: get, Path: ws + "/keys/export.csv", Act: "listKeys", Handle: h.exportKeys},
		{Method: get, Path: ws + "/keys/:keyId/revoke", Act: "revokeKey", Handle: h.confirmRevoke},
		{Method: post, Path: ws + "/keys/:keyId/revoke", Act: "revokeKey", Handle: h.revokeKey},
		{Method: get, Path: ws + "/keys/:keyId/budget", Act: "changeKey", Handle: h.keyBudget},
		{Method: post, Path: ws + "/keys/:keyId/budget", Act: "changeKey", Handle: h.setKeyBudget},
		{Method: post, Path: ws + "/keys/revoke-left", Act: "revokeKeysOfFormerMembers", Handle: h.revokeKeysOfFormerMembers},
		{Method: get, Path: ws + "/webhooks", Act: "listWebhooks", Handle: h.webhooks},
		{Method: post, Path: ws + "/webhooks", Act: "createWebhook", Handle: h.makeWebhook},
		{Method: get, Path: ws + "/webhooks/:webhookId", Act: "changeWebhook", Handle: h.webhook},
		{Method: post, Path: ws + "/webhooks/:webhookId", Act: "changeWebhook", Handle: h.editWebhook},
		{Method: post, Path: ws + "/webhooks/:webhookId/test", Act: "testWebhook", Handle: h.testWebhook},
		{Method: post, Path: ws + "/webhooks/:webhookId/rotate", Act: "rotateWebhookSecret", Handle: h.rotateSecret},
		{Method: post, Path: ws + "/webhooks/:webhookId/enable", Act: "changeWebhook", Handle: h.switchWebhook(true)},
		{Method: post, Path: ws + "/webhooks/:webhookId/disable", Act: "changeWebhook", Handle: h.switchWebhook(false)},
		{Method: get, Path: ws + "/webhooks/:webhookId/delete", Act: "deleteWebhook", Handle: h.confirmDeleteWebhook},
		{Method: post, Path: ws + "/webhooks/:webhookId/delete", Act: "deleteWebhook", Handle: h.deleteWebhook},
		{Method: post, Path: ws + "/webhooks/:webhookId/deliveries/:deliveryId/resend", Act: "resendDelivery", Handle: h.resendDelivery},
		{Method: get, Path: ws + "/requests", Act: "listRequests", Handle: h.requests},
		{Method: get, Path: ws + "/requests.csv", Act: "listRequests", Handle: h.requestsCSV},
		{Method: get, Path: ws + "/credits", Act: "listCredits", Handle: h.credits},
		{Method: post, Path: ws + "/credits/low-balance", Act: "renameWorkspace", Handle: h.setLowBalance},
		{Method: get, Path: ws + "/credits/export.csv", Act: "listCredits", Handle: h.exportCredits},
		{Method: get, Path: ws + "/members", Act: "listMembers", Handle: h.members},
		{Method: get, Path: ws + "/members/export.csv", Act: "listMembers", Handle: h.exportMembers},
		{Method: post, Path: ws + "/members/:userId/role", Act: "setMemberRole", Handle: h.changeRole},
		{Method: get, Path: ws + "/members/:userId/remove", Act: "removeMember", Handle: h.askRemoveMember},
		{Method: post, Path: ws + "/members/:userId/remove", Act: "removeMember", Handle: h.removeMember},
		{Method: post, Path: ws + "/members/:userId/password-link", Act: "createPasswordReset", Handle: h.makePasswordReset},
		{Method: post, Path: ws + "/invites", Act: "createInvite", Handle: h.createInvite},
		{Method: post, Path: ws + "/invites/:inviteId/withdraw", Act: "deleteInvite", Handle: h.withdrawInvite},
		{Method: get, Path: ws + "/audit", Role: session.Owner, Handle: h.workspaceAudit},
		{Method: get, Path: ws + "/audit/export.csv", Role: session.Owner, Handle: h.exportAudit},

		{Method: get, Path: "/support", Role: session.Support, Handle: h.failures},
		{Method: get, Path: "/support/known", Act: "markKnownFailure", Handle: h.knownForm},
		{Method: post, Path: "/support/known", Act: "markKnownFailure", Handle: h.markKnown},
		{Method: get, Path: "/support/imports", Role: session.Support, Handle: h.supportImports},
		{Method: get, Path: "/support/imports/:importId", Role: session.Support, Handle: h.supportImport},
		{Method: post, Path: "/support/imports/:importId/run-again", Act: "runImportAgain", Handle: h.runAgain},
		{Method: get, Path: "/support/workspaces", Role: session.Support, Handle: h.supportWorkspaces},
		{Method: get, Path: "/support/workspaces/:id", Role: session.Support, Handle: h.supportWorkspace},
		{Method: post, Path: "/support/workspaces/:id/credits", Act: "grantCredits", Handle: h.grantCredits},
		{Method: get, Path: "/support/routes", Role: session.Support, Handle: h.supportRoutes},
		{Method: post, Path: "/support/routes/check", Act: "checkRoutes", Handle: h.checkRoutes},
		{Method: get, Path: "/support/routes/:routeId", Role: session.Support, Handle: h.supportRoute},
		{Method: get, Path: "/support/routes/:routeId/answers/:answerId", Role: session.Support, Handle: h.changedAnswer},
		{Method: post, Path: "/support/routes/:routeId", Act: "switchRoute", Handle: h.switchRoute},
		{Method: get, Path: "/support/queues", Role: session.Support, Handle: h.queues},
		{Method: get, Path: "/support/audit", Role: session.Support, Handle: h.audit},
	}
	return h.Table
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
