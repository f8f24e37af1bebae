package workspace

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/db"
)

// maxNames bounds the names that a page reads for its rows.
const maxNames = 100

// keyNames returns the names of the workspace's newest keys by their ids, the revoked ones too.
func (h *Handlers) keyNames(c *fiber.Ctx) (map[string]string, error) {
	keys, err := h.Store.Accounts.Keys(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: maxNames})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, k := range keys.Items {
		names[k.ID] = k.Name
	}
	return names, nil
}

// memberNames returns the names of the workspace's members by their ids.
func (h *Handlers) memberNames(c *fiber.Ctx) (map[string]string, error) {
	members, err := h.Store.Accounts.Members(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: maxNames})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, m := range members.Items {
		names[m.UserID] = m.Name
	}
	return names, nil
}

// sortedByName returns the keys of a map in the order of what they stand for.
func sortedByName(names map[string]string) []string {
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int { return cmp.Or(cmp.Compare(names[a], names[b]), cmp.Compare(a, b)) })
}
