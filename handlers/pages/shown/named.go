package shown

import (
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/sources"
	"socialdata/models/imports"
	"socialdata/views"
)

// Names returns what natural ids are known by: an item by the title of the workspace's reference, else as the workspace was served it, and
// an account by its handle, else by its name on a reference. What was imported and is saved no more is a deleted reference, and another item is its link. Others are left out. It asks five times at most, however
// many ids there are.
func Names(b *page.Base, c *fiber.Ctx, subjects []string) (map[string]views.Named, error) {
	ctx, workspace := c.UserContext(), page.Caller(c).WorkspaceID
	saved, err := b.Store.References.OfSubjects(ctx, workspace, subjects)
	if err != nil {
		return nil, err
	}
	names, links := map[string]views.Named{}, map[string]sources.Link{}
	asked, others := []sources.Link{}, []string{}
	for _, id := range subjects {
		if r := saved[id]; r != nil {
			names[id] = views.Named{ID: id, Title: page.TitleOf(r), Href: page.WorkspacePath(c, "references/"+r.ID)}
			continue
		}
		if _, handle, asked := strings.Cut(id, ":@"); asked {
			names[id] = views.Named{ID: id, Title: "@" + handle}
			continue
		}
		others = append(others, id)
		if link, problem := b.Platforms.ParseItemID(id); problem == nil {
			links[id], asked = link, append(asked, link)
		}
	}
	handles, err := b.Store.Observations.LastHandles(ctx, others)
	if err != nil {
		return nil, err
	}
	for id, handle := range handles {
		names[id] = views.Named{ID: id, Title: "@" + handle, Href: page.WorkspacePath(c, "accounts/"+id)}
	}
	unnamed := slices.DeleteFunc(others, func(id string) bool { return names[id].Title != "" })
	ofAccounts, err := b.Store.References.OfAccounts(ctx, workspace, unnamed)
	if err != nil {
		return nil, err
	}
	for id, r := range ofAccounts {
		if name := page.OrEmpty(r.Observed().ChannelName); name != "" {
			names[id] = views.Named{ID: id, Title: name, Href: page.WorkspacePath(c, "accounts/"+id)}
		}
	}
	known, err := b.Lookup.Previews(ctx, workspace, asked)
	if err != nil {
		return nil, err
	}
	latest, err := b.Store.Imports.LatestOf(ctx, workspace, slices.Collect(maps.Keys(links)))
	for id, link := range links {
		if p := known[link.Canonical]; p.Title != "" {
			names[id] = views.Named{ID: id, Title: p.Title}
		} else if i := latest[id]; i != nil && i.State == imports.Succeeded && names[id].Title == "" { // it made a reference
			names[id] = views.Named{ID: id, Title: "A deleted reference · " + b.Platforms.Title(i.Platform)}
		} else if names[id].Title == "" {
			names[id] = views.Named{ID: id, Title: views.BriefLink(link.Canonical)}
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
