package references

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/views"
)

// boardsOf returns the manual boards that contain a reference, and the others, which it can be added to.
func (h *Handlers) boardsOf(c *fiber.Ctx, referenceID string) (v views.OnBoards, err error) {
	on, err := h.Store.Boards.List(c.UserContext(), page.Caller(c).WorkspaceID, referenceID, db.PageRequest{Limit: page.OfferedBoards})
	if err != nil {
		return v, err
	}
	v.ID, v.Action = referenceID, page.WorkspacePath(c, "references/bulk/board")
	for _, b := range on.Items {
		v.On = append(v.On, views.Choice{Word: b.Name, Href: page.WorkspacePath(c, "boards/"+b.ID)})
	}
	v.Boards, err = h.BoardChoices(c)
	v.Boards = slices.DeleteFunc(v.Boards, func(offered views.Option) bool {
		return slices.ContainsFunc(on.Items, func(b boards.Board) bool { return b.ID == offered.Value })
	})
	return v, err
}

// putOnBoard adds the selected references, or the one of the page, to the end of a board.
func (h *Handlers) putOnBoard(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.ArrangeBoard](h.Service, f, page.Bound{Property: "add", Field: "id", Given: f.IDs()})
	back := "references"
	if one := f.Text("from"); db.ValidID(one) {
		back = "references/" + one
	}
	switch {
	case wholeList(f):
		return h.ListUnchanged(c, f, back, wholeListOnBoard)
	case !f.OK() || len(in.Add) == 0:
		return h.ListUnchanged(c, f, back, page.NothingSelected)
	case f.Text("board") == "":
		return h.ListUnchanged(c, f, back, "Choose a board first. Nothing was changed.")
	}
	on, err := h.Store.Boards.On(c.UserContext(), page.Caller(c).WorkspaceID, f.Text("board"), in.Add)
	if err != nil {
		return err
	}
	before := len(on)
	if before == len(in.Add) {
		return h.ListUnchanged(c, f, back, "Nothing was changed: the board has "+views.Count(before, "reference")+" of this selection already.")
	}
	b, err := h.ArrangeBoard(c.UserContext(), page.Caller(c), f.Text("board"), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.ListUnchanged(c, f, back, "A board has at most "+views.Number(boards.MostReferences)+" references. Nothing was changed.")
	}
	if err != nil {
		return err
	}
	sentence := views.Count(len(in.Add)-before, "reference") + " put on “" + page.FirstWords(b.Name) + "”."
	if before > 0 {
		sentence += " " + views.Count(before, "other") + " had a place there already."
	}
	return h.RedirectOn(c, page.ListPath(c, f, back), sentence, session.Onward{Word: "Open the board", Path: page.WorkspacePath(c, "boards/"+b.ID)})
}

// wholeListOnBoard is shown if all of a list shall be put on a board, which fits on none that is arranged by hand.
const wholeListOnBoard = "A board takes what is selected on a page. For all of a list, filter it and press “Save as board”. Nothing was changed."

// newBoardName is the name of a board that is made of the selected references, until somebody gives it another.
const newBoardName = "New board"

// putOnNewBoard makes a board of the selected references and opens it with the form that names it.
func (h *Handlers) putOnNewBoard(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.CreateBoard](h.Service, f, page.Bound{Property: "references", Field: "id", Given: f.IDs()}, page.Bound{Property: "name", Given: []string{newBoardName}})
	switch {
	case wholeList(f):
		return h.ListUnchanged(c, f, "references", wholeListOnBoard)
	case !f.OK() || len(in.References) == 0:
		return h.ListUnchanged(c, f, "references", page.NothingSelected)
	}
	b, err := h.CreateBoard(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.ListUnchanged(c, f, "references", tooManyBoards+" Nothing was changed.")
	}
	if err != nil {
		return err
	}
	return h.Redirect(c, page.WorkspacePath(c, "boards/"+b.ID)+"?edit=name#name", views.Count(len(in.References), "reference")+" put on a new board. Give it a name.")
}
