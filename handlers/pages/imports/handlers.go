// Package imports serves what starts with a link: the page that identifies, looks up and imports it, and the imports
// of a workspace. Like every chapter it may import page and shown, never another chapter.
package imports

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
)

// Handlers are the pages of lookups and imports.
type Handlers struct {
	*page.Base

	Origin string // base URL of the bookmarklet
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, page.Workspace
	return []page.Route{
		{Method: get, Path: "/import", Act: "currentSession", Handle: h.share},
		{Method: get, Path: ws + "/try", Act: "lookupItem", Handle: h.try},
		{Method: post, Path: ws + "/try/lookup", Act: "lookupItem", Handle: h.tryLookup, Wait: session.TwoFetches}, // if captions fail, a second fetch without them follows
		{Method: get, Path: ws + "/try/picture", Act: "lookupItem", Handle: h.tryPicture},
		{Method: post, Path: ws + "/try/import", Act: "createIngestion", Handle: h.tryImport},
		{Method: get, Path: ws + "/imports", Act: "listIngestions", Handle: h.imports},
		{Method: get, Path: ws + "/imports/many", Act: "createIngestions", Handle: h.manyLinks},
		{Method: post, Path: ws + "/imports/many", Act: "createIngestions", Handle: h.importMany},
		{Method: get, Path: ws + "/imports/many/:batchId", Act: "listIngestions", Handle: h.startedMany},
		{Method: post, Path: ws + "/imports/bulk/cancel", Act: "cancelImport", Handle: h.cancelImports},
		{Method: post, Path: ws + "/imports/bulk/again", Act: "createIngestions", Handle: h.importSeveralAgain},
		{Method: get, Path: ws + "/imports/export.csv", Act: "listIngestions", Handle: h.exportImports},
		{Method: get, Path: ws + "/imports/retries/new", Act: "createRetry", Handle: h.runAllForm},
		{Method: post, Path: ws + "/imports/retries/new", Act: "createRetry", Handle: h.runAll},
		{Method: get, Path: ws + "/imports/retries/:retryId", Act: "getRetry", Handle: h.showRetry},
		{Method: post, Path: ws + "/imports/retries/:retryId", Act: "changeRetry", Handle: h.changeRetry},
		{Method: get, Path: ws + "/imports/:importId", Act: "getImport", Handle: h.importDetail},
		{Method: post, Path: ws + "/imports/:importId/cancel", Act: "cancelImport", Handle: h.cancelImport},
		{Method: post, Path: ws + "/imports/:importId/again", Act: "createIngestion", Handle: h.importAgain},
	}
}
