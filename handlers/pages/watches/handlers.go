// Package watches serves the watches of a workspace: what is checked regularly, and what each run found. Like every
// chapter it may import page and shown, never another chapter.
package watches

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
)

// Handlers are the pages of watches.
type Handlers struct {
	*page.Base
	Origin string // base URL of this service, for feeds
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, page.Workspace
	return []page.Route{
		{Method: get, Path: ws + "/watches", Act: "listWatches", Handle: h.watches},
		{Method: get, Path: ws + "/watches/new", Act: "createWatch", Handle: h.newWatch, Wait: session.OneFetch},
		{Method: post, Path: ws + "/watches/new", Act: "createWatch", Handle: h.makeWatch},
		{Method: get, Path: ws + "/watches/:watchId", Act: "getWatch", Handle: h.watch},
		{Method: post, Path: ws + "/watches/:watchId", Act: "changeWatch", Handle: h.editWatch},
		{Method: get, Path: ws + "/watches/:watchId/picture", Act: "getWatch", Handle: h.picture},
		{Method: get, Path: ws + "/watches/:watchId/report", Act: "getWatchReport", Handle: h.report},
		{Method: get, Path: ws + "/watches/:watchId/report.csv", Act: "getWatchReport", Handle: h.exportReport},
		{Method: get, Path: ws + "/watches/:watchId/feeds", Act: "listWatchFeeds", Handle: h.feeds},
		{Method: post, Path: ws + "/watches/:watchId/feeds", Act: "createWatchFeed", Handle: h.makeFeed},
		{Method: get, Path: ws + "/watches/:watchId/feeds/:feedId/revoke", Act: "revokeWatchFeed", Handle: h.confirmRevokeFeed},
		{Method: post, Path: ws + "/watches/:watchId/feeds/:feedId/revoke", Act: "revokeWatchFeed", Handle: h.revokeFeed},
		{Method: get, Path: "/f/:token", Handle: h.feed},
		{Method: post, Path: ws + "/watches/:watchId/run", Act: "runWatch", Handle: h.runWatch},
		{Method: post, Path: ws + "/watches/:watchId/pause", Act: "changeWatch", Handle: h.pauseWatch(true)},
		{Method: post, Path: ws + "/watches/:watchId/resume", Act: "changeWatch", Handle: h.pauseWatch(false)},
		{Method: get, Path: ws + "/watches/:watchId/delete", Act: "deleteWatch", Handle: h.confirmDeleteWatch},
		{Method: post, Path: ws + "/watches/:watchId/delete", Act: "deleteWatch", Handle: h.deleteWatch},
	}
}
