package workspace

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/watches"
)

// maxNames is the maximum number of the newest names of a kind that a page loads; those that it shows come in addition.
const maxNames = 100

// keyNames returns the names of the workspace's newest keys and of the shown ones by id, including revoked ones.
func (h *Handlers) keyNames(c *fiber.Ctx, shown ...string) (map[string]string, error) {
	return namesOf(c, shown, h.Store.Accounts.Keys, func(k accounts.KeyView) (id, name string) { return k.ID, k.Name }, h.Store.Accounts.KeyNames)
}

// memberNames returns the names of the workspace's newest members and of the shown ones by id.
func (h *Handlers) memberNames(c *fiber.Ctx, shown ...string) (map[string]string, error) {
	return namesOf(c, shown, h.Store.Accounts.Members, func(m accounts.MemberView) (id, name string) { return m.UserID, m.Name }, h.Store.Accounts.MemberNames)
}

// watchNames returns the names of the workspace's newest watches and of the shown ones by id.
func (h *Handlers) watchNames(c *fiber.Ctx, shown ...string) (map[string]string, error) {
	return namesOf(c, shown, h.Store.Watches.List, func(w watches.Seen) (id, name string) { return w.ID, w.Name }, h.Store.Watches.Names)
}

// namesOf returns the names of the newest rows of the caller's workspace, which list reads, and of the shown ones, which read does.
func namesOf[T any](c *fiber.Ctx, shown []string, list func(context.Context, string, db.PageRequest) (*db.RecordPage[T], error),
	name func(T) (id, name string), read func(context.Context, string, []string) (map[string]string, error)) (map[string]string, error) {
	workspace, names := page.Caller(c).WorkspaceID, map[string]string{}
	newest, err := list(c.UserContext(), workspace, db.PageRequest{Limit: maxNames})
	if err != nil {
		return nil, err
	}
	for _, row := range newest.Items {
		id, its := name(row)
		names[id] = its
	}
	others := slices.Compact(slices.Sorted(slices.Values(shown)))
	older, err := read(c.UserContext(), workspace, slices.DeleteFunc(others, func(id string) bool { return id == "" || names[id] != "" }))
	maps.Copy(names, older)
	return names, err
}

// sortedByName returns the keys of a map, sorted by its values.
func sortedByName(names map[string]string) []string {
	return slices.SortedFunc(maps.Keys(names), func(a, b string) int { return cmp.Or(cmp.Compare(names[a], names[b]), cmp.Compare(a, b)) })
}
