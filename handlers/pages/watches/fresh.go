package watches

import (
	"maps"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// freshOf returns what watches found recently and the person has not dismissed, with its pictures: the
// workspace's own of what it has saved, else the platform's.
func (h *Handlers) freshOf(c *fiber.Ctx, ids []string) (map[string]views.WatchNew, error) {
	fresh, err := h.Store.Watches.Fresh(c.UserContext(), page.Caller(c).WorkspaceID, page.Caller(c).UserID(), ids)
	if err != nil {
		return nil, err
	}
	var all []watches.Item
	for _, f := range fresh {
		all = append(all, f.Latest...)
	}
	saved, err := h.savedOf(c, all)
	if err != nil {
		return nil, err
	}
	list := map[string]views.WatchNew{}
	for id, f := range fresh {
		n := views.WatchNew{Count: countUpTo(f.Count)}
		for _, i := range f.Latest {
			if p := h.pictured(c, &i, saved[i.ItemID]); p.Picture != "" {
				n.Pictures = append(n.Pictures, p.Picture)
			}
		}
		list[id] = n
	}
	return list, nil
}

// itemID returns the natural id of an item that a watch has seen.
func itemID(i watches.Item) string { return i.ItemID }

// savedOf returns the workspace's ready references for items, by their ids: lists may name an item by another link than its own.
func (h *Handlers) savedOf(c *fiber.Ctx, items []watches.Item) (map[string]*references.Reference, error) {
	saved, err := h.Store.References.OfSubjects(c.UserContext(), page.Caller(c).WorkspaceID, page.Map(items, itemID))
	maps.DeleteFunc(saved, func(_ string, r *references.Reference) bool { return r.State != references.Ready })
	return saved, err
}
