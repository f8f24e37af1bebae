package imports

import (
	"maps"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// recognizeMany identifies each link. Duplicates, also of the canonical links that were seen before, are imported once, and links that are
// already saved are skipped.
func (h *Handlers) recognizeMany(c *fiber.Ctx, typed []string, seen map[string]bool) ([]views.ManyRow, error) {
	rows, rowOf := []views.ManyRow{}, map[string]int{}
	for _, text := range typed {
		link, isLink := h.ReadLink(text)
		row := views.ManyRow{Link: link.URL, Typed: text}
		if isLink {
			what := h.linkTarget(link)
			row.Platform, row.Says = what.Platform, what.Target
			switch {
			case link.Reason == sources.ShortLink && !seen[link.Canonical]:
				row.Says = "A short link: the import follows it"
			case !what.Supported:
				row.Problem = what.Why
			case !what.Importable:
				row.Problem = what.Target + " cannot be imported."
			case seen[link.Canonical]:
				row.Problem = "It is in the list already."
			default:
				row.Says, rowOf[link.Canonical] = "Recognised", len(rows)
			}
			seen[link.Canonical] = true
		} else {
			row.Problem = "This is not a link."
		}
		rows = append(rows, row)
	}
	return rows, h.addKnown(c, rows, rowOf)
}

// addKnown adds to the rows of links what the workspace knows of them: its reference, or what it was served by a lookup. rowOf
// has the index of a row by its canonical link.
func (h *Handlers) addKnown(c *fiber.Ctx, rows []views.ManyRow, rowOf map[string]int) error {
	workspace := page.Caller(c).WorkspaceID
	saved, err := h.Store.References.Saved(c.UserContext(), workspace, slices.Collect(maps.Keys(rowOf)))
	if err != nil {
		return err
	}
	links, unsaved := []sources.Link{}, map[string]*views.ManyRow{}
	for canonical, n := range rowOf {
		r := saved[canonical]
		if r == nil {
			link, _ := h.ReadLink(rows[n].Link)
			links, unsaved[content.NaturalID(link.Platform, link.LocalID)] = append(links, link.Link), &rows[n]
			continue
		}
		rows[n].Saved, rows[n].Title, rows[n].Picture = h.savedReference(c, r), page.TitleOf(r), shown.Picture(h.Base, r)
	}
	if err := h.addFailed(c, unsaved); err != nil {
		return err
	}
	return h.previews(c, links, func(canonical, title, picture string) {
		row := &rows[rowOf[canonical]]
		row.Title, row.Picture = title, picture
	})
}

// addWatched adds to rows that have no title what the watch from whose page they come has seen of them. An empty id adds nothing, and so
// does that of a watch that is gone.
func (h *Handlers) addWatched(c *fiber.Ctx, watchID string, rows []views.ManyRow) error {
	if watchID == "" {
		return nil
	}
	untitled := map[string]*views.ManyRow{}
	for n := range rows {
		if link, ok := h.ReadLink(rows[n].Link); ok && rows[n].Title == "" {
			untitled[link.NaturalID()] = &rows[n]
		}
	}
	items, err := h.Store.Watches.ItemsOf(c.UserContext(), page.Caller(c).WorkspaceID, watchID, slices.Collect(maps.Keys(untitled)))
	for id, i := range items {
		untitled[id].Title = page.OrEmpty(i.Title)
		if len(i.FactsNow().Pictures) > 0 {
			untitled[id].Picture = shown.WatchedPicture(c, watchID, id)
		}
	}
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil
	}
	return err
}

// previews gives put the title and the address of the picture, "" for none, of those links that the workspace was served by a lookup.
func (h *Handlers) previews(c *fiber.Ctx, links []sources.Link, put func(canonical, title, picture string)) error {
	known, err := h.Lookup.Previews(c.UserContext(), page.Caller(c).WorkspaceID, links)
	for canonical, p := range known {
		picture := ""
		if p.Picture {
			picture = page.Address(page.WorkspacePath(c, "try/picture"), "url", canonical)
		}
		put(canonical, p.Title, picture)
	}
	return err
}

// addFailed adds to rows, by the natural ids of their content, the newest import that failed because the content cannot be had, which
// another import would meet as well.
func (h *Handlers) addFailed(c *fiber.Ctx, rows map[string]*views.ManyRow) error {
	latest, err := h.Store.Imports.LatestOf(c.UserContext(), page.Caller(c).WorkspaceID, slices.Collect(maps.Keys(rows)))
	for id, i := range latest {
		if i.State == imports.Failed && !i.WorthAnother() && i.OutcomeCode != apierror.CodeInsufficientCredits {
			why, _ := shown.FailureOf(*i)
			rows[id].Failed = &views.FailedImport{At: h.When(&i.UpdatedAt), Why: shown.LowerFirst(why), Href: page.WorkspacePath(c, "imports/"+i.ID)}
		}
	}
	return err
}

// savedReference returns the link to the workspace's reference for a link.
func (h *Handlers) savedReference(c *fiber.Ctx, r *references.Reference) *views.SavedReference {
	return &views.SavedReference{ID: r.ID, Title: page.TitleOf(r), Href: page.WorkspacePath(c, "references/"+r.ID), Made: h.When(&r.CreatedAt)}
}
