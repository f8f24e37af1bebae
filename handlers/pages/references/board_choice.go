package references

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/views"
)

// boardsOf returns the manual boards that contain a reference, and those that it can be added to.
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
	case !f.OK() || len(in.Add) == 0:
		return h.ListAgain(c, f, back, page.NothingSelected)
	case f.Text("board") == "":
		return h.ListAgain(c, f, back, "Choose a board first. Nothing was changed.")
	}
	b, err := h.ArrangeBoard(c.UserContext(), page.Caller(c), f.Text("board"), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.ListAgain(c, f, back, "A board has at most "+views.Number(boards.MostReferences)+" references. Nothing was changed.")
	}
	if err != nil {
		return err
	}
	return h.ListAgain(c, f, back, views.Count(len(in.Add), "reference")+" put on “"+page.FirstWords(b.Name)+"”.")
}
