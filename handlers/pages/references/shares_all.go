package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/shares"
	"socialdata/views"
)

// allShares lists the shares of the whole workspace, with what each shows and who made it.
func (h *Handlers) allShares(c *fiber.Ctx) error {
	rows, err := h.Store.Shares.List(c.UserContext(), page.Caller(c).WorkspaceID, shares.Of{}, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.AllShares{Boards: page.WorkspacePath(c, "boards")}
	if v.Rows, err = h.namedShares(c, rows.Items); err != nil {
		return err
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	return page.Show(c, fiber.StatusOK, views.AllSharesPage(h.Frame(c, "Shared links", "boards"), v))
}

// namedShares returns shares for a list with the names of what they show.
func (h *Handlers) namedShares(c *fiber.Ctx, list []shares.Share) (rows []views.ShareRow, err error) {
	var boards, refs []string
	for _, s := range list {
		boards, refs = append(boards, listed(s.BoardID)...), append(refs, listed(s.ReferenceID)...)
	}
	workspace := page.Caller(c).WorkspaceID
	names, err := h.Store.Boards.Names(c.UserContext(), workspace, boards)
	if err != nil {
		return nil, err
	}
	saved, err := h.Store.References.FindReferences(c.UserContext(), workspace, refs)
	if err != nil {
		return nil, err
	}
	if rows, err = h.shareRows(c, list); err != nil {
		return nil, err
	}
	for n, s := range list {
		row := &rows[n]
		row.What = names[page.OrEmpty(s.BoardID)]
		if r := saved[page.OrEmpty(s.ReferenceID)]; r != nil {
			row.What = page.FirstWords(page.TitleOf(r))
		}
		row.Kind, row.Href = "Reference", page.WorkspacePath(c, sharedPath(&s))
		if s.BoardID != nil {
			row.Kind = "Board"
		}
		if row.Revoke != "" {
			row.Revoke += "?from=all"
		}
	}
	return rows, nil
}

// listed returns an optional id as a list.
func listed(id *string) []string {
	if id == nil {
		return nil
	}
	return []string{*id}
}

// sharedPath returns the path of the page with the shares of the same board or reference, below the workspace's.
func sharedPath(s *shares.Share) string {
	if s.BoardID == nil {
		return "references/" + page.OrEmpty(s.ReferenceID) + "/share"
	}
	return "boards/" + *s.BoardID + "/share"
}

// shareList returns the list that a person came from: that of the workspace, or that of the same board or reference.
func shareList(c *fiber.Ctx, s *shares.Share) string {
	if page.ReadQuery(c).Word("from") == "all" {
		return page.WorkspacePath(c, "shares")
	}
	return page.WorkspacePath(c, sharedPath(s))
}

// confirmRevokeShare says what stops working and asks for confirmation.
func (h *Handlers) confirmRevokeShare(c *fiber.Ctx) error {
	s, err := h.Store.Shares.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("shareId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Revoke a link", "boards"), views.Confirm{Question: "Revoke the link made " + h.When(&s.CreatedAt).Ago + "?",
		Goes: "Whoever has it sees “This link is gone” from now on, and its files stop working. It was viewed " + views.Count(s.Views, "time") + ". It cannot be taken back; a new link has another address.",
		Verb: "Revoke the link", Back: shareList(c, s), BackWord: "Links"}))
}

// revokeShare revokes a share and returns to the list that the person came from.
func (h *Handlers) revokeShare(c *fiber.Ctx) error {
	s, err := h.RevokeShare(c.UserContext(), page.Caller(c), c.Params("shareId"))
	if err != nil {
		return err
	}
	return h.Redirect(c, shareList(c, s), "The link is revoked. Its page and its files are gone.")
}
