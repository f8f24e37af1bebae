package page

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/views"
)

// OfferedBoards is the maximum number of boards to choose from, newest first.
const OfferedBoards = 100

// BoardChoices returns the manual boards that references can be added to.
func (b *Base) BoardChoices(c *fiber.Ctx) ([]views.Option, error) {
	rows, err := b.Store.Boards.List(c.UserContext(), Caller(c).WorkspaceID, "", db.PageRequest{Limit: OfferedBoards})
	if err != nil {
		return nil, err
	}
	var list []views.Option
	for _, b := range rows.Items {
		if b.Kind == boards.Manual {
			list = append(list, views.Option{Value: b.ID, Word: b.Name})
		}
	}
	return list, nil
}

// BoardForImports returns the choice of a board for what is imported, with the one in f chosen; empty if there is no board.
func (b *Base) BoardForImports(c *fiber.Ctx, f *Form) ([]views.Option, error) {
	list, err := b.BoardChoices(c)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	for n := range list {
		list[n].Chosen = list[n].Value == f.Text("board")
	}
	return append([]views.Option{{Word: "None"}}, list...), nil
}
