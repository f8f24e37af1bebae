// Package account serves the signed-in person's own pages: their details, password, sessions, and the workspaces that
// they belong to or create. Like every chapter it may import page and shown, never another chapter.
package account

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
)

// Handlers are the pages of a person's account.
type Handlers struct{ *page.Base }

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post = fiber.MethodGet, fiber.MethodPost
	return []page.Route{
		{Method: get, Path: "/account", Act: "currentSession", Handle: h.account},
		{Method: get, Path: factorPath, Act: "beginSecondFactor", Handle: h.secondFactor},
		{Method: get, Path: factorPath + "/qr.png", Act: "confirmSecondFactor", Handle: h.factorQR},
		{Method: post, Path: factorPath, Act: "beginSecondFactor", Handle: h.beginFactor},
		{Method: post, Path: factorPath + "/confirm", Act: "confirmSecondFactor", Handle: h.confirmFactor},
		{Method: post, Path: factorPath + "/off", Act: "removeSecondFactor", Handle: h.removeFactor},
		{Method: post, Path: "/account/password", Act: "changePassword", Handle: h.changePassword},
		{Method: post, Path: "/account/details", Act: "changeDetails", Handle: h.changeDetails},
		{Method: post, Path: "/account/alerts", Act: "setAlertMails", Handle: h.setAlertMails},
		{Method: post, Path: "/account/digests", Act: "setDigests", Handle: h.setDigests},
		{Method: get, Path: "/digest/:token", Handle: h.askUnsubscribe},
		{Method: post, Path: "/digest/:token", Act: "unsubscribe", Handle: h.unsubscribe},
		{Method: post, Path: "/account/confirm", Act: "sendConfirmation", Handle: h.sendConfirmation},
		{Method: post, Path: "/account/sessions/:sessionId/end", Act: "endSession", Handle: h.endSession},
		{Method: post, Path: "/account/sessions/end-others", Act: "endOtherSessions", Handle: h.endOtherSessions},
		{Method: post, Path: "/account/workspaces", Act: "createWorkspace", Handle: h.makeWorkspace},
	}
}
