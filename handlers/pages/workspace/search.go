package workspace

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/watches"
	"socialdata/views"
)

// foundMost is the maximum number of results of each kind.
const foundMost = 8

// searchedMost is how many of the latest boards, watches, members and keys a search considers.
const searchedMost = 100

// search finds words, an id or a link in everything that the person may see in the workspace. A script also loads
// this page while the person types.
func (h *Handlers) search(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	typed := f.Text("q")
	v := views.Search{Field: views.Field{Name: "q", Label: "Words, an id, a link or a name", Type: "search", Value: typed, Max: operations.MostOf[operations.Link](), Focus: true}}
	if len([]rune(typed)) > operations.MostOf[operations.Link]() {
		return page.Show(c, fiber.StatusOK, views.SearchPage(h.Frame(c, "Search", "search"), v))
	}
	v.Asked = typed != ""
	var err error
	if v.Groups, err = h.found(c, typed); err != nil {
		return err
	}
	if v.Asked && page.Caller(c).Has(accounts.Editor) {
		v.TryHref = h.UnsavedLink(c, typed)
	}
	if len(v.Groups) == 0 && v.TryHref == "" {
		if v.Meant, v.Groups, err = h.meant(c, typed); err != nil {
			return err
		}
	}
	return page.Show(c, fiber.StatusOK, views.SearchPage(h.Frame(c, "Search", "search"), v))
}

// found returns what the typed text finds, by kind. Before anything is typed, it is what can be begun and what was saved last.
func (h *Handlers) found(c *fiber.Ctx, typed string) (groups []views.SearchGroup, err error) {
	finds := []func(*fiber.Ctx, string) (views.SearchGroup, error){h.foundForms, h.latestReferences}
	if typed != "" {
		finds = []func(*fiber.Ctx, string) (views.SearchGroup, error){h.foundPlaces, h.foundForms, h.foundBoards, h.foundWatches, h.foundAccounts, h.foundReferences, h.foundImports, h.foundRequests, h.foundPeople, h.foundKeys}
	}
	for _, find := range finds {
		g, err := find(c, typed)
		if err != nil {
			return nil, err
		}
		if len(g.Rows) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, nil
}

// meant returns what was typed without typing mistakes, and what that finds; "" if it finds nothing.
func (h *Handlers) meant(c *fiber.Ctx, typed string) (string, []views.SearchGroup, error) {
	if _, exact := h.Lookup.ReferenceSearch(typed); exact {
		return "", nil, nil
	}
	corrected, err := shown.Meant(h.Base, c, typed, h.namesToOpen(c)...)
	if err != nil || corrected == "" {
		return "", nil, err
	}
	groups, err := h.found(c, corrected)
	if len(groups) == 0 {
		return "", nil, err
	}
	return corrected, groups, err
}

func (h *Handlers) foundReferences(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "References"}
	filter, exact := h.Lookup.ReferenceSearch(typed)
	if !exact && len([]rune(typed)) > operations.MostOf[operations.StoredWords]() {
		return g, nil
	}
	workspace := page.Caller(c).WorkspaceID
	if db.ValidID(typed) {
		if r, err := h.Store.References.Find(c.UserContext(), workspace, typed); err == nil {
			g.Rows = append(g.Rows, h.foundReference(c, r, nil))
			return g, nil
		}
	}
	rows, err := h.Store.References.ListReferences(c.UserContext(), workspace, references.Listing{Filter: filter, Sort: references.MostRelevant}, db.PageRequest{Limit: foundMost})
	if err != nil {
		return g, err
	}
	found := h.Kept.Matches(c.UserContext(), workspace, filter.Words, rows.Items)
	for n, r := range rows.Items {
		g.Rows = append(g.Rows, h.foundReference(c, &r, found[n]))
	}
	if rows.NextCursor != "" {
		g.AllHref = page.Address(page.WorkspacePath(c, "references"), "q", typed)
	}
	tellApart(g.Rows, rows.Items)
	return g, nil
}

// tellApart adds to results with the same title the end of their links, as several ads often have one title.
func tellApart(hits []views.SearchHit, of []references.Reference) {
	same := map[string]int{}
	for _, hit := range hits {
		same[hit.Title]++
	}
	for n := range hits {
		if link := of[n].CanonicalURL; same[hits[n].Title] > 1 {
			hits[n].Number = link[strings.LastIndexAny(link, "/=")+1:]
		}
	}
}

// recentMost is how many of the latest references are offered before anything is typed.
const recentMost = 5

func (h *Handlers) latestReferences(c *fiber.Ctx, _ string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "Saved last"}
	rows, err := h.Store.References.References(c.UserContext(), page.Caller(c).WorkspaceID, references.Filter{}, db.PageRequest{Limit: recentMost})
	if err != nil {
		return g, err
	}
	g.Rows = page.Map(rows.Items, func(r references.Reference) views.SearchHit { return h.foundReference(c, &r, nil) })
	return g, nil
}

// foundReference returns a search result for a reference. If its title contains none of the words, the result links
// to where they occur.
func (h *Handlers) foundReference(c *fiber.Ctx, r *references.Reference, found []references.TextMatch) views.SearchHit {
	hit := views.SearchHit{Title: page.TitleOf(r), Says: h.Platforms.Title(r.Platform), Href: page.WorkspacePath(c, "references/"+r.ID),
		Pictured: true, Picture: shown.Picture(h.Base, r), Platform: h.PlatformOf(r.Platform), Did: "saved", At: h.When(&r.CreatedAt)}
	if shown.InTitle(found) {
		hit.Where = "in the title"
	}
	if matches := shown.Matches(found, hit.Href); len(matches) > 0 && !shown.InTitle(found) {
		hit.Match, hit.Href = &matches[0], cmp.Or(matches[0].Href, hit.Href)
	}
	return hit
}

// foundImports returns the latest imports of the typed link or id.
func (h *Handlers) foundImports(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g, workspace := views.SearchGroup{Title: "Imports"}, page.Caller(c).WorkspaceID
	saved, exact := h.Lookup.ReferenceSearch(typed)
	if !exact && len(saved.Subjects) == 0 && !db.ValidID(typed) {
		return g, nil
	}
	saved.Words = "" // they find references
	list, err := h.Store.Imports.List(c.UserContext(), workspace, imports.Filter{Searched: true, ID: typed, Saved: saved}, db.PageRequest{Limit: foundMost})
	if err != nil {
		return g, err
	}
	if list.NextCursor != "" {
		g.AllHref = page.Address(page.WorkspacePath(c, "imports"), "q", typed)
	}
	rows, err := shown.ImportRows(c.UserContext(), h.Base, workspace, list.Items)
	if err != nil {
		return g, err
	}
	for _, r := range rows {
		g.Rows = append(g.Rows, views.SearchHit{Title: cmp.Or(r.Title, r.Link), Says: r.Platform.Word, Where: r.State.Word, Did: "asked for", At: r.Made, Href: r.Href, Pictured: true, Picture: r.Picture, Platform: r.Platform})
	}
	return g, nil
}

// foundBoards returns boards by name.
func (h *Handlers) foundBoards(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	list, err := h.Store.Boards.List(c.UserContext(), page.Caller(c).WorkspaceID, "", db.PageRequest{Limit: searchedMost})
	return foundByName("Boards", list, err, func(b boards.Board) (views.SearchHit, bool) {
		return views.SearchHit{Icon: "boards", Title: b.Name, Says: b.Description, Href: page.WorkspacePath(c, "boards/"+b.ID)}, containsFold(typed, b.Name)
	})
}

// foundWatches returns watches by name.
func (h *Handlers) foundWatches(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	list, err := h.Store.Watches.List(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: searchedMost})
	return foundByName("Watches", list, err, func(w watches.Seen) (views.SearchHit, bool) {
		return views.SearchHit{Icon: "watches", Title: w.Name, Href: page.WorkspacePath(c, "watches/"+w.ID)}, containsFold(typed, w.Name)
	})
}

// foundByName returns those of the listed rows that the typed text names, as find reports.
func foundByName[T any](title string, list *db.RecordPage[T], err error, find func(T) (hit views.SearchHit, named bool)) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: title}
	if err != nil {
		return g, err
	}
	for _, row := range list.Items {
		if hit, named := find(row); named && len(g.Rows) < foundMost {
			g.Rows = append(g.Rows, hit)
		}
	}
	return g, nil
}

// foundRequests returns the latest requests with the typed id, for those who may read the log.
func (h *Handlers) foundRequests(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	g := views.SearchGroup{Title: "Requests"}
	if !page.Caller(c).Has(accounts.Role(operations.Find("listRequests").Role)) {
		return g, nil
	}
	list, err := h.Store.Requests.List(c.UserContext(), page.Caller(c).WorkspaceID, requests.Filter{RequestID: typed}, db.PageRequest{Limit: foundMost})
	if err != nil {
		return g, err
	}
	words := newOperationWords()
	for _, r := range list.Items {
		did := words.of(r.Operation)
		g.Rows = append(g.Rows, views.SearchHit{Icon: "requests", Title: did, Says: cmp.Or(string(r.Code), strconv.Itoa(r.Status)), Href: page.Address(page.WorkspacePath(c, "requests"), "requestId", r.RequestID)})
	}
	return g, nil
}

// foundPeople returns members by name or e-mail.
func (h *Handlers) foundPeople(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	list, err := h.Store.Accounts.Members(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: searchedMost})
	return foundByName("Members", list, err, func(m accounts.MemberView) (views.SearchHit, bool) {
		return views.SearchHit{Icon: "members", Title: m.Name, Says: m.Email, Href: page.WorkspacePath(c, "members")}, containsFold(typed, m.Name, m.Email)
	})
}

// foundKeys returns keys by name or prefix.
func (h *Handlers) foundKeys(c *fiber.Ctx, typed string) (views.SearchGroup, error) {
	if !page.Caller(c).Has(accounts.Owner) {
		return views.SearchGroup{}, nil
	}
	list, err := h.Store.Accounts.Keys(c.UserContext(), page.Caller(c).WorkspaceID, db.PageRequest{Limit: searchedMost})
	return foundByName("Keys", list, err, func(k accounts.KeyView) (views.SearchHit, bool) {
		return views.SearchHit{Icon: "keys", Title: k.Name, Says: k.Prefix + "…", Href: page.WorkspacePath(c, "keys")}, containsFold(typed, k.Name) || strings.HasPrefix(typed, k.Prefix)
	})
}

// containsFold reports whether the texts contain each of the typed words, ignoring case.
func containsFold(typed string, texts ...string) bool {
	all := strings.ToLower(strings.Join(texts, "\n"))
	for _, word := range strings.Fields(strings.ToLower(typed)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}
