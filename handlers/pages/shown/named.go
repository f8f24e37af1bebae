package shown

import (
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/sources"
	"socialdata/views"
)

// Names returns what the workspace knows natural ids by: the title of its reference, else of the item as the workspace was served it.
// Ids that it knows neither of are left out. It asks twice, however many ids there are.
func Names(b *page.Base, c *fiber.Ctx, subjects []string) (map[string]views.Named, error) {
	workspace := page.Caller(c).WorkspaceID
	saved, err := b.Store.References.OfSubjects(c.UserContext(), workspace, subjects)
	if err != nil {
		return nil, err
	}
	names, links := map[string]views.Named{}, map[string]sources.Link{}
	for _, id := range subjects {
		if r := saved[id]; r != nil {
			names[id] = views.Named{ID: id, Title: r.Title(), Href: page.WorkspacePath(c, "references/"+r.ID)}
		} else if link, problem := b.Platforms.ParseItemID(id); problem == nil {
			links[id] = link
		}
	}
	asked := []sources.Link{}
	for _, link := range links {
		asked = append(asked, link)
	}
	known, err := b.Lookup.Previews(c.UserContext(), workspace, asked)
	for id, link := range links {
		if p := known[link.Canonical]; p.Title != "" {
			names[id] = views.Named{ID: id, Title: p.Title}
		}
	}
	return names, err
}

// NameOf returns the name of a natural id among names, or the id alone.
func NameOf(names map[string]views.Named, id string) views.Named {
	if n, known := names[id]; known {
		return n
	}
	return views.Named{ID: id}
}
