package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/media"
	"socialdata/models/references"
	"socialdata/views"
)

// mediaWords say what became of a reference's media.
var mediaWords = map[references.MediaAvailability]string{
	references.MediaReady: "kept", references.MediaProcessing: "on its way", references.MediaExpired: "hold ended", references.MediaFailed: "failed", references.MediaUnavailable: "not kept",
}

// references is the gallery, or the table, of what a workspace keeps. A link that was pasted into its search opens the
// reference of that link.
func (h *Handlers) references(c *fiber.Ctx) error {
	f := readQuery(c)
	v := views.References{Table: f.text("view") == "table"}
	list, exact := h.referenceListing(c, f, &v)
	v.Search.Problem = cmp.Or(f.problems["q"], f.problems["tag"], f.problems["sourceTag"])
	rows, err := h.Store.References.ListReferences(c.UserContext(), caller(c).WorkspaceID, list, f.pageRequest())
	if err != nil {
		return err
	}
	if exact && len(rows.Items) == 1 && rows.NextCursor == "" {
		return c.Redirect(workspacePath(c, "references/"+rows.Items[0].ID), fiber.StatusSeeOther)
	}
	if exact && len(rows.Items) == 0 {
		v.Unsaved = h.unsavedLink(c, f.text("q"))
	}
	total, err := h.Store.References.Count(c.UserContext(), caller(c).WorkspaceID, list)
	if err != nil {
		return err
	}
	v.Total = atMost(total, references.MostCounted, "reference")
	for _, r := range rows.Items {
		v.Rows = append(v.Rows, h.referenceCard(c, r))
		v.Moving = v.Moving || r.State == references.Processing
	}
	v.Older, v.Newest = pageLinks(c, rows.NextCursor)
	v.GalleryHref, v.TableHref, v.ExportHref = with(c, "view", ""), with(c, "view", "table"), exportHref(c, "references")
	h.addBulk(c, &v)
	frame := h.frame(c, "References", "references")
	if v.Moving {
		frame.Refresh = 5
	}
	return show(c, fiber.StatusOK, views.ReferencesPage(frame, v))
}

// unsavedLink is where a link that nothing was found for can be imported; "" for an id, which is no link.
func (h *Handlers) unsavedLink(c *fiber.Ctx, typed string) string {
	if link, _ := h.ReadLink(typed); strings.Contains(link.URL, "://") {
		return address(workspacePath(c, "try"), "url", link.URL)
	}
	return ""
}

// with is the address of this list with one value set, from its beginning; without removes one of several values.
func with(c *fiber.Ctx, name, value string) string {
	q := readQuery(c).values
	q.Del("cursor")
	q.Del(name)
	if value != "" {
		q.Set(name, value)
	}
	return c.Path() + "?" + q.Encode()
}

func without(c *fiber.Ctx, name, value string) string {
	q := readQuery(c).values
	q.Del("cursor")
	q[name] = slices.DeleteFunc(q[name], func(v string) bool { return strings.TrimSpace(v) == value })
	return c.Path() + "?" + q.Encode()
}

// mediaLink is our own signed link to a kept file, for as long as links work; "" where there is none.
func (h *Handlers) mediaLink(id *string, hold *int64, how media.Disposition) string {
	if id == nil {
		return ""
	}
	path, _ := h.MediaLink(*id, hold, operations.LongestLink, how)
	return path
}

func (h *Handlers) referenceCard(c *fiber.Ctx, r references.Reference) views.ReferenceCard {
	observed := r.Observed()
	v := views.ReferenceCard{ID: r.ID, Title: r.Title(), Views: known(observed.ViewCount), Likes: known(observed.LikeCount), Channel: orEmpty(observed.ChannelName), Href: workspacePath(c, "references/"+r.ID), Platform: h.platformOf(r.Platform),
		Poster: h.mediaLink(r.PosterMediaID, nil, media.Inline), State: referenceState(r), Media: mediaWords[r.MediaAvailability], Parts: partsWord(&r),
		Tags: tagLinks(c, "tag", r.TagList()), Made: h.when(&r.CreatedAt)}
	if observed.PublishedAt != nil {
		v.Published = h.whenAt(observed.PublishedAt.Time)
	}
	if observed.DurationMs != nil {
		v.Length = clock(*observed.DurationMs)
	}
	return v
}

// known writes a count; "" where it is not known.
func known(n *int64) string {
	if n == nil {
		return ""
	}
	return views.Number(*n)
}

// tagLinks lead to the references that have a tag; by is the parameter of the list that narrows it.
func tagLinks(c *fiber.Ctx, by string, tags []string) []views.TagLink {
	list := []views.TagLink{}
	for _, t := range tags {
		list = append(list, views.TagLink{Tag: t, Href: referencesBy(c, by, t)})
	}
	return list
}

// referencesBy is the address of the references that one parameter narrows.
func referencesBy(c *fiber.Ctx, name, value string) string {
	return workspacePath(c, "references?"+url.Values{name: {value}}.Encode())
}

// referenceState says how a reference is, and what became of its media.
func referenceState(r references.Reference) views.State {
	switch {
	case r.State == references.Processing:
		return views.State{Tone: "busy", Word: "On its way"}
	case r.State == references.Failed:
		return views.State{Tone: "bad", Word: "Failed"}
	case r.MediaAvailability == references.MediaReady:
		return views.State{Tone: "good", Word: "Media kept"}
	case r.MediaAvailability == references.MediaExpired:
		return views.State{Tone: "warn", Word: "Hold ended"}
	}
	return views.State{Tone: "good", Word: "Ready"}
}

// orEmpty returns a text; "" where there is none.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
