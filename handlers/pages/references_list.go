package pages

import (
	"net/url"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/content"
	"socialdata/models/references"
	"socialdata/views"
)

// sortWords name the orders of references.
var sortWords = map[references.Sort]string{
	references.NewestFirst: "Newest", references.PublishedFirst: "Published", references.MostViews: "Views", references.MostLikes: "Likes",
	references.LongestFirst: "Length", references.ByTitle: "Title",
}

// filterBounds fill what is searched for.
var filterBounds = []bound{{property: "q", label: "The search"}, {property: "tag", label: "A tag"}, {property: "sourceTag", label: "A tag of the platform"}}

// referenceListing reads the query; exact says that it asks for one piece of content. What is none of a choice narrows
// nothing, nor does what has a problem.
func (h *Handlers) referenceListing(c *fiber.Ctx, f *form, v *views.References) (list references.Listing, exact bool) {
	search, exact := h.Lookup.ReferenceSearch(f.text("q"))
	bounds := filterBounds
	if exact {
		bounds = bounds[1:] // a link may be longer than words
	}
	in := bind[operations.ReferenceFilter](h.Service, f, bounds...)
	if !exact && !f.ok() {
		search = references.Filter{}
	}
	list.Filter = in.Narrow(search)
	filter := &list.Filter
	v.Search = views.Field{Name: "q", Label: "Search words, a channel, an id or a link", Type: "search", Value: f.text("q"), Max: operations.MostOf[operations.Link]()}
	v.Tags = chosenTags(c, f, "tag")
	v.SourceTags = chosenTags(c, f, "sourceTag")
	v.Platforms = h.platformOptions(f.text("platform"))
	if p, ok := h.Platforms.Find(content.Platform(f.text("platform"))); ok {
		filter.Platform = p.Name
	}
	v.Media = []views.Option{{Word: "Any"}}
	for _, m := range references.MediaAvailabilities() {
		chosen := f.text("media") == string(m)
		v.Media = append(v.Media, views.Option{Value: string(m), Word: mediaWords[m], Chosen: chosen})
		if chosen {
			filter.MediaAvailability = m
		}
	}
	v.States = []views.Option{{Word: "Saved"}, {Value: string(references.Processing), Word: "On its way"}, {Value: string(references.Failed), Word: "Failed imports"}}
	for n, s := range v.States {
		if v.States[n].Chosen = s.Value != "" && s.Value == f.text("state"); v.States[n].Chosen {
			filter.State = references.State(s.Value)
		}
	}
	list.SavedFrom, list.SavedBefore, v.From, v.To = f.dateRange()
	v.Filtered = !f.ok() || !filter.IsZero() || list.SavedFrom != nil || list.SavedBefore != nil
	list.WithoutFailed = filter.State == "" && !exact // what failed has little to look at
	for _, s := range references.Sorts() {
		chosen := f.text("sort") == string(s)
		v.Sorts = append(v.Sorts, views.Option{Value: string(s), Word: sortWords[s], Chosen: chosen})
		if chosen {
			list.Sort = s
		}
	}
	return list, exact
}

// chosenTags are the tags that a list is narrowed to, each with where the list goes without it.
func chosenTags(c *fiber.Ctx, f *form, name string) (links []views.TagLink) {
	for _, t := range f.texts(name) {
		links = append(links, views.TagLink{Tag: t, Href: without(c, name, t)})
	}
	return links
}

// dateRange reads the first and the last day of a list, in UTC: the last one counts whole.
func (f *form) dateRange() (from, before *time.Time, first, last views.Field) {
	day := func(name, label string) (*time.Time, views.Field) {
		field := views.Field{Name: name, Label: label, Type: "date", Value: f.word(name)}
		at, err := time.Parse(time.DateOnly, field.Value)
		if err != nil || at.Year() < 2000 || at.Year() > 9000 {
			field.Value = ""
			return nil, field
		}
		return &at, field
	}
	from, first = day("from", "From day (UTC)")
	if before, last = day("to", "To day (UTC)"); before != nil {
		before = new(before.AddDate(0, 0, 1))
	}
	return from, before, first, last
}

// atMost writes a count that stops at a bound.
func atMost(n, most int64, one string) string {
	if n > most {
		return "More than " + views.Count(most, one)
	}
	return views.Count(n, one)
}

// exportHref is where the list of a page is taken along as a table: with what it is narrowed to, and all its pages.
func exportHref(c *fiber.Ctx, list string) string {
	q := readQuery(c).values
	for _, name := range []string{"cursor", "view", "sort"} {
		q.Del(name)
	}
	path := workspacePath(c, list+"/export.csv")
	if len(q) == 0 {
		return path
	}
	return path + "?" + url.Values(q).Encode()
}
