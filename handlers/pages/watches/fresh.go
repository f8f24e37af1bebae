package watches

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/views"
)

// freshOf returns what watches found recently, with the pictures of the items that were imported.
func (h *Handlers) freshOf(c *fiber.Ctx, ids []string) (map[string]views.WatchNew, error) {
	ctx, workspace := c.UserContext(), page.Caller(c).WorkspaceID
	fresh, err := h.Store.Watches.Fresh(ctx, workspace, ids)
	if err != nil {
		return nil, err
	}
	var imported, filled []string
	for _, f := range fresh {
		for _, i := range f.Latest {
			if i.ImportID != "" {
				imported = append(imported, i.ImportID)
			}
		}
	}
	of, err := h.Store.Imports.ReferencesOf(ctx, workspace, imported)
	if err != nil {
		return nil, err
	}
	for _, id := range of {
		filled = append(filled, id)
	}
	found, err := h.Store.References.FindReferences(ctx, workspace, filled)
	if err != nil {
		return nil, err
	}
	list := map[string]views.WatchNew{}
	for id, f := range fresh {
		n := views.WatchNew{Count: countUpTo(f.Count)}
		for _, i := range f.Latest {
			if r := found[of[i.ImportID]]; r != nil && r.PosterMediaID != nil {
				n.Pictures = append(n.Pictures, shown.Picture(h.Base, r))
			}
		}
		list[id] = n
	}
	return list, nil
}
