// Package workspace serves a workspace's overview, its search, its credits and request log, and its settings: keys,
// webhooks, members and its name. What the workspace reads from platforms has chapters of its own. Like every chapter
// it may import page and shown, never another chapter.
package workspace

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/kept"
	"socialdata/views"
)

// Handlers are the pages of a workspace.
type Handlers struct {
	*page.Base
	Kept *kept.Reader
	Docs func() *views.Docs // the API reference

	Origin     string   // base URL of links that people copy
	Operations []string // names of operations in the request log, for its filter
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, page.Workspace
	return []page.Route{
		{Method: get, Path: ws + "/rename", Act: "renameWorkspace", Handle: h.renameForm},
		{Method: post, Path: ws + "/rename", Act: "renameWorkspace", Handle: h.rename},
		{Method: get, Path: ws + "/close", Act: "closeWorkspace", Handle: h.closeForm},
		{Method: post, Path: ws + "/close", Act: "closeWorkspace", Handle: h.close},
		{Method: post, Path: ws + "/zone", Act: "setZone", Handle: h.setZone},
		{Method: get, Path: ws, Act: "getUsage", Handle: h.overview},
		{Method: post, Path: ws + "/news/seen", Act: "seeNews", Handle: h.seeNews},
		{Method: get, Path: ws + "/search", Role: session.Member, Handle: h.search},
		{Method: get, Path: ws + "/keys", Act: "listKeys", Handle: h.keys},
		{Method: post, Path: ws + "/keys", Act: "createKey", Handle: h.makeKey},
		{Method: get, Path: ws + "/keys/export.csv", Act: "listKeys", Handle: h.exportKeys},
		{Method: get, Path: ws + "/keys/:keyId/revoke", Act: "revokeKey", Handle: h.confirmRevoke},
		{Method: post, Path: ws + "/keys/:keyId/revoke", Act: "revokeKey", Handle: h.revokeKey},
		{Method: get, Path: ws + "/keys/:keyId/budget", Act: "changeKey", Handle: h.keyBudget},
		{Method: post, Path: ws + "/keys/:keyId/budget", Act: "changeKey", Handle: h.setKeyBudget},
		{Method: post, Path: ws + "/keys/revoke-left", Act: "revokeKeysOfFormerMembers", Handle: h.revokeKeysOfFormerMembers},
		{Method: get, Path: ws + "/connect", Act: "allowProgram", Handle: h.connect},
		{Method: post, Path: ws + "/connect", Act: "allowProgram", Handle: h.allowProgram},
		{Method: get, Path: ws + "/extension", Act: "createKey", Handle: h.extension},
		{Method: post, Path: ws + "/extension", Act: "createKey", Handle: h.connectExtension},
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
		{Method: get, Path: ws + "/exports", Act: "listExports", Handle: h.exports},
		{Method: post, Path: ws + "/exports", Act: "createExport", Handle: h.makeExport},
		{Method: get, Path: ws + "/exports/:exportId", Act: "getExport", Handle: h.export},
		{Method: post, Path: ws + "/exports/:exportId", Act: "changeExport", Handle: h.changeExport},
		{Method: get, Path: ws + "/exports/:exportId/runs/:runId/:file", Act: "getExport", Handle: h.exportFile},
		{Method: post, Path: ws + "/exports/:exportId/run", Act: "runExport", Handle: h.runExport},
		{Method: get, Path: ws + "/exports/:exportId/delete", Act: "deleteExport", Handle: h.confirmDeleteExport},
		{Method: post, Path: ws + "/exports/:exportId/delete", Act: "deleteExport", Handle: h.deleteExport},
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
		{Method: get, Path: ws + "/audit", Act: "listActs", Handle: h.acts},
		{Method: get, Path: ws + "/audit/export.csv", Act: "listActs", Handle: h.exportActs},
		{Method: get, Path: ws + "/audit/support", Role: session.Owner, Handle: h.supportActs},
		{Method: get, Path: ws + "/audit/support/export.csv", Act: "listActs", Handle: h.exportSupportActs},
	}
}
