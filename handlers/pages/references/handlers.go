// Package references serves what a workspace has saved: the list of its references, each with its media, transcript
// and evidence, boards, and the pages that are shared with people without an account. Like every chapter it may
// import page and shown, never another chapter.
package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/kept"
)

// Handlers are the pages of references.
type Handlers struct {
	*page.Base

	Kept   *kept.Reader
	Origin string // base URL of this service, for links that are sent to others
}

// Routes returns the routes of this chapter.
func (h *Handlers) Routes() []page.Route {
	const get, post, ws = fiber.MethodGet, fiber.MethodPost, page.Workspace
	return []page.Route{
		{Method: get, Path: ws + "/references", Act: "listReferences", Handle: h.references},
		{Method: get, Path: ws + "/references/compare", Act: "listReferences", Handle: h.compare},
		{Method: get, Path: ws + "/references/export.csv", Act: "exportReferences", Handle: h.exportReferences},
		{Method: post, Path: ws + "/references/bulk/tags", Act: "changeReferences", Handle: h.tagReferences},
		{Method: post, Path: ws + "/references/bulk/hold", Act: "changeReferences", Handle: h.holdReferences},
		{Method: post, Path: ws + "/references/bulk/delete", Act: "changeReferences", Handle: h.deleteReferences},
		{Method: post, Path: ws + "/references/bulk/board", Act: "arrangeBoard", Handle: h.putOnBoard},
		{Method: post, Path: ws + "/references/bulk/new-board", Act: "createBoard", Handle: h.putOnNewBoard},
		{Method: get, Path: ws + "/boards", Act: "listBoards", Handle: h.boards},
		{Method: post, Path: ws + "/boards", Act: "createBoard", Handle: h.createBoard},
		{Method: get, Path: ws + "/boards/:boardId", Act: "getBoard", Handle: h.board},
		{Method: post, Path: ws + "/boards/:boardId/edit", Act: "changeBoard", Handle: h.editBoard},
		{Method: post, Path: ws + "/boards/:boardId/arrange", Act: "arrangeBoard", Handle: h.arrangeBoard},
		{Method: get, Path: ws + "/boards/:boardId/delete", Act: "deleteBoard", Handle: h.confirmDeleteBoard},
		{Method: post, Path: ws + "/boards/:boardId/delete", Act: "deleteBoard", Handle: h.deleteBoard},
		{Method: get, Path: ws + "/accounts/:accountId", Act: "listReferences", Handle: h.account},
		{Method: get, Path: ws + "/accounts/:accountId/erase", Act: "eraseAccount", Handle: h.confirmErase},
		{Method: post, Path: ws + "/accounts/:accountId/erase", Act: "eraseAccount", Handle: h.eraseAccount},
		{Method: get, Path: ws + "/boards/:boardId/share", Act: "listShares", Handle: h.sharesOfBoard},
		{Method: post, Path: ws + "/boards/:boardId/share", Act: "createShare", Handle: h.shareBoard},
		{Method: get, Path: ws + "/references/:referenceId/share", Act: "listShares", Handle: h.sharesOfReference},
		{Method: post, Path: ws + "/references/:referenceId/share", Act: "createShare", Handle: h.shareReference},
		{Method: get, Path: ws + "/shares", Act: "listShares", Handle: h.allShares},
		{Method: get, Path: ws + "/shares/:shareId/revoke", Act: "revokeShare", Handle: h.confirmRevokeShare},
		{Method: post, Path: ws + "/shares/:shareId/revoke", Act: "revokeShare", Handle: h.revokeShare},
		{Method: get, Path: "/s/:token", Handle: h.forStrangers(h.shared)},
		{Method: post, Path: "/s/:token", Act: "openShare", Handle: h.forStrangers(h.openShared)},
		{Method: get, Path: "/s/:token/feed.xml", Handle: h.forStrangers(h.sharedFeed)},
		{Method: get, Path: "/s/:token/references/:referenceId", Handle: h.forStrangers(h.sharedReference)},
		{Method: get, Path: "/s/:token/references/:referenceId/captions.vtt", Handle: h.forStrangers(h.sharedCaptions)},
		{Method: get, Path: ws + "/references/:referenceId", Act: "getReference", Handle: h.reference},
		{Method: get, Path: ws + "/references/:referenceId/captions.vtt", Act: "getTranscript", Handle: h.captions},
		{Method: get, Path: ws + "/references/:referenceId/bundle", Act: "getBundle", Handle: h.downloadBundle},
		{Method: get, Path: ws + "/references/:referenceId/answers", Act: "getBundle", Handle: h.downloadAnswers},
		{Method: get, Path: ws + "/references/:referenceId/transcript", Act: "getTranscript", Handle: h.downloadTranscript},
		{Method: post, Path: ws + "/references/:referenceId/edit", Act: "annotateReference", Handle: h.editReference},
		{Method: post, Path: ws + "/references/:referenceId/hold", Act: "holdMedia", Handle: h.extendHold},
		{Method: post, Path: ws + "/references/:referenceId/delete", Act: "createChange", Handle: h.deleteReference},
		{Method: post, Path: ws + "/changes/:changeId/stop", Act: "stopChange", Handle: h.stopChange},
		{Method: get, Path: ws + "/tags", Act: "listTags", Handle: h.tags},
		{Method: post, Path: ws + "/tags", Act: "createChange", Handle: h.changeTag},
	}
}
