package workspace

import (
	"cmp"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// foundAccounts returns the accounts of saved references by name or handle, and below them those that are only watched. The index of
// references has both.
func (h *Handlers) foundAccounts(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "Accounts"}
	filter, exact := h.Lookup.ReferenceSearch(typed)
	if exact || len([]rune(typed)) > operations.MostOf[operations.StoredWords]() {
		return g, nil
	}
	list, err := h.Store.References.ListReferences(c.UserContext(), page.Caller(c).WorkspaceID, references.Listing{Filter: filter, Sort: references.MostRelevant, WithoutFailed: true}, db.PageRequest{Limit: searchedMost})
	seen := map[string]bool{}
	g, err = foundByName(g.Title, list, err, func(r references.Reference) (views.SearchHit, bool) {
		o := r.Observed()
		id, name, handle := page.OrEmpty(o.ChannelID), page.OrEmpty(o.ChannelName), strings.TrimPrefix(page.OrEmpty(o.ChannelHandle), "@")
		if id == "" || seen[id] || !containsFold(strings.TrimPrefix(typed, "@"), name, handle) {
			return views.SearchHit{}, false
		}
		seen[id], seen[handleOf(string(r.Platform), handle)] = true, true
		hit := views.SearchHit{Icon: "person", Title: cmp.Or(name, handle), Says: h.Platforms.Title(r.Platform), Href: page.WorkspacePath(c, "accounts/"+id)}
		if handle != "" {
			hit.Where = "@" + handle
		}
		return hit, true
	})
	if err != nil {
		return g, err
	}
	watched, err := h.watchedAccounts(c, typed, seen)
	g.Rows = append(g.Rows, watched.Rows[:min(len(watched.Rows), foundMost-len(g.Rows))]...)
	return g, err
}

// watchedAccounts returns the accounts that are watched, by handle, without those that were seen. Each leads to its newest watch: it may
// have no page of its own.
func (h *Handlers) watchedAccounts(c *fiber.Ctx, typed string, seen map[string]bool) (g views.SearchGroup, err error) {
	list, err := h.Store.Watches.List(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: searchedMost})
	if err != nil {
		return g, err
	}
	ids := page.Map(list.Items, func(w watches.Seen) string { return w.Source().Account })
	handles, err := h.Store.Observations.LastHandles(c.UserContext(), ids)
	return foundByName(g.Title, list, err, func(w watches.Seen) (views.SearchHit, bool) {
		id := w.Source().Account
		platform, account, problem := h.Platforms.ParseSelector(id)
		handle := cmp.Or(account.Handle, handles[id])
		key := handleOf(string(platform), handle)
		if problem != nil || handle == "" || seen[id] || seen[key] || !containsFold(strings.TrimPrefix(typed, "@"), handle) {
			return views.SearchHit{}, false
		}
		seen[key] = true
		return views.SearchHit{Icon: "watches", Title: "@" + handle, Says: h.Platforms.Title(platform), Where: "watched", Href: page.WorkspacePath(c, "watches/"+w.ID)}, true
	})
}

// handleOf returns a handle with its platform, in one spelling.
func handleOf(platform, handle string) string { return platform + ":@" + strings.ToLower(handle) }
