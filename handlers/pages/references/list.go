package references

import (
	"context"
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// exportReferences sends the list of the page as a CSV file.
func (h *Handlers) exportReferences(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	list, _, err := h.referenceListing(c, f, &views.References{})
	if err != nil {
		return err
	}
	if !f.OK() { // exporting everything is not what the person requested
		return apierror.InvalidInput(apierror.Field{Name: "q", In: "query", Reason: "range", Expected: "a search that the list takes"})
	}
	workspace := page.Caller(c).WorkspaceID
	if on := (operations.OnBoard{Board: f.Text("board")}); on.Board != "" {
		if list, err = h.Listed(c.UserContext(), workspace, on, operations.ReferenceFilter{}, references.Listing{}); err != nil {
			return err
		}
	}
	return h.SendTable(c, "references", references.Columns(), func(ctx context.Context, row func(...string) error) error {
		return h.Store.References.Each(ctx, workspace, list, func(r references.Reference) error { return row(references.Cells(r)...) })
	})
}

// sortWords names the orders of references.
var sortWords = map[references.Sort]string{
	references.NewestFirst: "Newest", references.LatestSaved: "Newest", references.OldestSaved: "Oldest", references.MostRelevant: "Relevance", references.PublishedFirst: "Published", references.MostViews: "Views", references.MostLikes: "Likes",
	references.LongestFirst: "Length", references.ByTitle: "Title",
}

// sortsOf returns the orders of a list. Searches list the most relevant first unless another order is requested.
func sortsOf(f *references.Filter) []references.Sort {
	list := append(references.Sorts(), references.OldestSaved)
	if f.Words != "" {
		list[0] = references.MostRelevant
		list = slices.Insert(list, 1, references.LatestSaved)
	}
	return list
}

// sortHeads links the columns of the table to the list in their order. The time of saving has two orders.
func sortHeads(c *fiber.Ctx, now references.Sort) views.ReferenceHeads {
	head := func(by references.Sort, sorted string) views.SortHead {
		h := views.SortHead{Href: with(c, "sort", string(by))}
		if by == now || by == references.LatestSaved && now == references.NewestFirst {
			h.Sorted = sorted
		}
		return h
	}
	heads := views.ReferenceHeads{Title: head(references.ByTitle, "ascending"), Views: head(references.MostViews, "descending"), Likes: head(references.MostLikes, "descending"),
		Length: head(references.LongestFirst, "descending"), Published: head(references.PublishedFirst, "descending"), Saved: head(references.LatestSaved, "descending")}
	switch {
	case now == references.OldestSaved:
		heads.Saved.Sorted = "ascending"
	case heads.Saved.Sorted != "":
		heads.Saved.Href = with(c, "sort", string(references.OldestSaved))
	}
	return heads
}

// filterBounds maps the filters to their properties.
var filterBounds = []page.Bound{{Property: "q", Label: "The search"}, {Property: "tag", Label: "A tag"}, {Property: "sourceTag", Label: "A tag of the platform"}, {Property: "account", Label: "The account"}}

// referenceListing parses the query. exact reports whether it asks for one specific piece of content. Unknown values
// of a choice filter nothing; an invalid filter matches nothing.
func (h *Handlers) referenceListing(c *fiber.Ctx, f *page.Form, v *views.References) (list references.Listing, exact bool, err error) {
	search, exact := h.Lookup.ReferenceSearch(f.Text("q"))
	bounds := filterBounds
	if exact {
		bounds = bounds[1:] // a link may be longer than a search text
	}
	in := page.Bind[operations.ReferenceFilter](h.Service, f, bounds...)
	if !exact && !f.OK() {
		search = references.Filter{Words: " "} // matches nothing
	}
	list.Filter = in.Narrow(search)
	h.ofAccount(c, &list, v)
	filter := &list.Filter
	v.Search = views.Field{Name: "q", Label: "Search words, ids, links", Type: "search", Value: f.Text("q"), Max: operations.MostOf[operations.Link]()}
	v.Tags = chosenTags(c, f, "tag")
	v.SourceTags = chosenTags(c, f, "sourceTag")
	v.Platforms, filter.Platform = h.PlatformOptions(f.Text("platform"))
	v.Media, filter.MediaAvailability = page.Options("Any", f.Text("media"), references.MediaAvailabilities(), func(m references.MediaAvailability) string { return mediaWords[m] })
	v.Platforms, v.Media, v.States = f.Known("platform", v.Platforms), f.Known("media", v.Media), f.Known("state", h.chooseState(f.Text("state"), &list))
	list.SavedFrom, list.SavedBefore, v.From, v.To = f.DateRange()
	if f.Text("on") == "hide" {
		list.NotOn = f.Word("onto")
	}
	if list.IDs, err = h.importedTogether(c, f, v); err != nil {
		return list, false, err
	}
	v.Filtered = !f.OK() || !filter.IsZero() || list.IDs != nil || list.NotOn != "" || list.SavedFrom != nil || list.SavedBefore != nil || list.HoldEnds != nil
	list.WithoutFailed = filter.State == "" && !exact // failed references have little to show
	v.Sorts, list.Sort = page.Options("", f.Text("sort"), sortsOf(filter), func(s references.Sort) string { return sortWords[s] })
	if f.Text("sort") == string(references.LatestSaved) {
		list.Sort = references.LatestSaved // shown in the column head
	} else if list.Sort == references.NewestFirst && filter.Words != "" {
		v.Sorts[0].Chosen, list.Sort = true, references.MostRelevant
	}
	return list, exact, nil
}

// importedTogether returns the ids of the references of the imports that were started together, if the list is to show those alone, else
// nil.
func (h *Handlers) importedTogether(c *fiber.Ctx, f *page.Form, v *views.References) ([]string, error) {
	if v.Batch = f.Word("batch"); v.Batch == "" {
		return nil, nil
	}
	v.BatchHref = without(c, "batch", v.Batch)
	ids := []string{}
	return ids, h.Store.Imports.Each(c.UserContext(), page.Caller(c).WorkspaceID, imports.Filter{BatchID: v.Batch}, func(i imports.Import) error {
		if i.ReferenceID != nil {
			ids = append(ids, *i.ReferenceID)
		}
		return nil
	})
}

// mayPass is the filter value for failed imports that may succeed if retried.
const mayPass = "retryable"

// stateWords names the choices of what the list shows, other than everything saved.
var stateWords = map[string]string{string(references.Processing): "On its way", string(references.Failed): "Failed imports", mayPass: "Failed, may succeed", page.Ending: "Hold ends soon"}

// chooseState applies the requested choice to a list.
func (h *Handlers) chooseState(asked string, list *references.Listing) []views.Option {
	options, chosen := page.Options("Saved", asked, []string{string(references.Processing), string(references.Failed), mayPass, page.Ending}, func(s string) string { return stateWords[s] })
	switch chosen {
	case page.Ending:
		list.HoldEnds = new(h.Store.Now().Add(page.EndsSoon))
	case mayPass:
		list.State, list.Retryable = references.Failed, true
	default:
		list.State = references.State(chosen)
	}
	return options
}

// chosenTags returns the tags that a list is filtered by, each with a link that removes it.
func chosenTags(c *fiber.Ctx, f *page.Form, name string) []views.TagLink {
	return page.Map(f.Texts(name), func(t string) views.TagLink { return views.TagLink{Tag: t, Href: without(c, name, t)} })
}
