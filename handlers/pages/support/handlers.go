// Package support serves the desk of support: failures, imports, workspaces, routes and queues of the whole installation. It alone
// shows what is in workspaces that the caller is not in. Like every chapter it may import page and shown, never another chapter.
package support

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
)

// Handlers are the pages of support.
type Handlers struct {
	*page.Base

	Sources func() string // what the reading of the platforms depends on: dates and versions, in a sentence
	Queues  Queues
	Program string // its version
}

// Routes are the rows of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post = fiber.MethodGet, fiber.MethodPost
	return []page.Route{
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
}
