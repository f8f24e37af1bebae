package references

import (
	"fmt"
	"net/url"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/boards"
	"socialdata/models/references"
	"socialdata/views"
)

// board shows one board: its references in its order, and the forms to arrange and change it.
func (h *Handlers) board(c *fiber.Ctx) error {
	b, err := h.Store.Boards.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("boardId"))
	if err != nil {
		return err
	}
	return h.showBoard(c, fiber.StatusOK, b, page.ReadQuery(c))
}

func (h *Handlers) showBoard(c *fiber.Ctx, status int, b *boards.Board, f *page.Form) error {
	list, err := h.ListedOn(b, operations.ReferenceFilter{}, references.Listing{})
	if err != nil {
		return err
	}
	rows, err := h.Store.References.ListReferences(c.UserContext(), b.WorkspaceID, list, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	total, err := h.Store.References.Count(c.UserContext(), b.WorkspaceID, list)
	if err != nil {
		return err
	}
	at := page.WorkspacePath(c, "boards/"+b.ID)
	v := views.Board{Name: b.Name, Order: shown.LowerFirst(orderWords[b.Sort]), At: at, Description: b.Description, Filter: h.boardFilter(c, b), Total: page.AtMost(total, references.MostCounted, "reference"), Arranged: b.Sort == references.AsPlaced,
		Manual: b.Kind == boards.Manual, ExportHref: page.WorkspacePath(c, "references/export.csv") + "?board=" + b.ID, Edit: boardForm(f, at+"/edit", b.Name, b.Description)}
	if v.Manual {
		v.AddHref = page.Address(page.WorkspacePath(c, "references"), "onto", b.ID)
	}
	v.Edit.Open, v.Edit.Revision = !f.OK() || f.Values.Has("edit"), b.Revision
	v.Edit.Orders, _ = page.Options("", string(b.Sort), ordersOf(b.Kind), func(s references.Sort) string { return orderWords[s] })
	for n, r := range rows.Items {
		item := views.BoardItem{ReferenceCard: h.referenceCard(c, r)}
		item.Sorted = h.sortedBy(b.Sort, &r)
		if n > 0 {
			item.Earlier = rows.Items[n-1].ID
		}
		if n+2 < len(rows.Items) {
			item.Later = rows.Items[n+2].ID
		}
		if n+1 < len(rows.Items) {
			item.Next = rows.Items[n+1].ID
		}
		v.Rows = append(v.Rows, item)
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	frame := h.Frame(c, b.Name, "boards")
	if len(v.Rows) > 0 {
		frame.Skip = views.Choice{Word: "Skip to the cards", Href: "#cards"}
	}
	return page.Show(c, status, views.BoardPage(frame, v))
}

// orderWords names the orders of boards.
var orderWords = map[references.Sort]string{references.AsPlaced: "As arranged", references.LatestSaved: "Newest first", references.OldestSaved: "Oldest first", references.LastChanged: "Last changed first",
	references.PublishedFirst: "Published", references.MostViews: "Views", references.MostLikes: "Likes", references.LongestFirst: "Length", references.ByTitle: "Title"}

// ordersOf returns the orders that a page offers for a kind of board.
func ordersOf(kind boards.Kind) []references.Sort {
	list := append([]references.Sort{references.LatestSaved, references.OldestSaved}, references.Sorts()[1:]...)
	if kind == boards.Manual {
		list = append([]references.Sort{references.AsPlaced}, list...)
	}
	return list
}

// editBoard changes a board's name, description and order.
func (h *Handlers) editBoard(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ChangeBoard](h.Service, f, page.Bound{Property: "name", Label: "The name"}, page.Bound{Property: "description", Label: "The description"},
		page.Bound{Property: "order", Label: "The order"}, page.RevisionBound)
	var b *boards.Board
	var err error
	if f.OK() {
		b, err = h.ChangeBoard(c.UserContext(), page.Caller(c), c.Params("boardId"), in)
	}
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		f.AddProblem("", "Somebody else has changed this board meanwhile. This is how it is now.")
	} else if err != nil {
		return err
	}
	if f.OK() {
		return h.Redirect(c, page.WorkspacePath(c, "boards/"+b.ID), "The board is saved.")
	}
	if b, err = h.Store.Boards.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("boardId")); err != nil {
		return err
	}
	return h.showBoard(c, fiber.StatusBadRequest, b, f)
}

// arrangeBoard moves a reference on a board or removes it.
func (h *Handlers) arrangeBoard(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	add, remove := page.Bound{Property: "add", Field: "id"}, page.Bound{Property: "remove", Field: "id"}
	bounds := []page.Bound{add, {Property: "before"}}
	switch {
	case f.Text("do") == "remove":
		bounds = []page.Bound{remove}
	case f.Text("before") == "": // to the end: adding a reference that is on the board moves it there
		bounds = []page.Bound{add, remove}
	}
	in := page.Bind[operations.ArrangeBoard](h.Service, f, bounds...)
	if !f.OK() {
		return h.Redirect(c, page.WorkspacePath(c, "boards/"+c.Params("boardId")), page.NothingSelected)
	}
	to := page.WorkspacePath(c, "boards/"+c.Params("boardId"))
	b, err := h.ArrangeBoard(c.UserContext(), page.Caller(c), c.Params("boardId"), in)
	if apierror.Is(err, apierror.CodeInvalidInput) {
		return h.Redirect(c, to, "Nothing was moved: somebody else has arranged the board meanwhile.")
	}
	if err != nil {
		return err
	}
	if f.Text("do") == "remove" {
		return h.RedirectUndo(c, to, "Taken off the board. The reference stays saved.", backOnBoard(to, f))
	}
	place, err := h.Store.Boards.Standing(c.UserContext(), b.ID, f.Text("id"))
	if err != nil {
		return err
	}
	done := fmt.Sprintf("Moved to place %d.", place)
	if f.Text("do") == "back" {
		done = fmt.Sprintf("Back on the board, at place %d.", place)
	}
	if step := f.Text("step"); step == "earlier" || step == "later" {
		to += "#" + step + "-" + url.PathEscape(f.Text("id")) // the button that was pressed
	}
	return h.Redirect(c, to, done)
}

// backOnBoard puts a reference that was taken off back before the one that it preceded. It returns nil if that one is on the
// next page, and so unknown.
func backOnBoard(board string, f *page.Form) *session.Undo {
	if f.Text("last") != "" {
		return nil
	}
	return &session.Undo{Path: board + "/arrange", Fields: map[string]string{"do": "back", "id": f.Text("id"), "before": f.Text("next")}}
}

// confirmDeleteBoard asks for confirmation before a board is deleted.
func (h *Handlers) confirmDeleteBoard(c *fiber.Ctx) error {
	b, err := h.Store.Boards.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("boardId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Delete a board", "boards"), views.Confirm{Question: "Delete “" + page.FirstWords(b.Name) + "”?",
		Goes: "The board goes. Its references stay saved.", Verb: "Delete the board", Back: page.WorkspacePath(c, "boards/"+b.ID), BackWord: page.FirstWords(b.Name)}))
}

// deleteBoard deletes a board. Its references remain.
func (h *Handlers) deleteBoard(c *fiber.Ctx) error {
	err := h.DeleteBoard(c.UserContext(), page.Caller(c), c.Params("boardId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "boards"), "The board is deleted. Its references stay saved.")
}
