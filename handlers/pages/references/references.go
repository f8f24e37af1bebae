package references

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/media"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/views"
)

// mediaWords describes the availability of a reference's media.
var mediaWords = map[references.MediaAvailability]string{
	references.MediaReady: "kept", references.MediaProcessing: "on its way", references.MediaExpired: "hold ended", references.MediaFailed: "failed", references.MediaUnavailable: "not kept",
}

// references shows a workspace's references as a gallery or a table. A link pasted into the search opens its
// reference.
func (h *Handlers) references(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	if h.Embedder != nil && f.Text("mode") == operations.ByMeaning && f.Text("q") != "" {
		return h.meaning(c, f)
	}
	v := views.References{Table: f.Text("view") == "table"}
	list, exact, err := h.referenceListing(c, f, &v)
	if err != nil {
		return err
	}
	v.Search.Problem = cmp.Or(f.Problems["q"], f.Problems["tag"], f.Problems["sourceTag"])
	rows, total, err := h.Store.References.ListAndCount(c.UserContext(), page.Caller(c).WorkspaceID, list, f.PageRequest())
	if err != nil {
		return err
	}
	if exact && len(rows.Items) == 1 && rows.NextCursor == "" {
		return c.Redirect(page.WorkspacePath(c, "references/"+rows.Items[0].ID), fiber.StatusSeeOther)
	}
	if exact && len(rows.Items) == 0 {
		v.Unsaved = h.UnsavedLink(c, f.Text("q"))
	}
	if total == 0 && list.Words != "" {
		if v.Meant, rows, err = h.meant(c, list, rows); err != nil {
			return err
		}
	}
	v.Total = page.AtMost(total, references.MostCounted, "reference")
	v.Rows = h.cards(c, rows.Items)
	for n := range rows.Items {
		v.Rows[n].Sorted = h.sortedBy(list.Sort, &rows.Items[n])
	}
	if v.Table {
		for n := range rows.Items {
			v.Rows[n].Lacks = h.cardLacks(&rows.Items[n])
		}
	}
	if list.Words != "" {
		for n, found := range h.Kept.Matches(c.UserContext(), page.Caller(c).WorkspaceID, cmp.Or(v.Meant.Word, list.Words), rows.Items) {
			v.Rows[n].Matches = shown.Matches(found, v.Rows[n].Href)
		}
	}
	if h.Embedder != nil && list.Words != "" && f.OK() {
		v.MeaningHref = page.WorkspacePath(c, "references?"+url.Values{"q": {f.Text("q")}, "mode": {operations.ByMeaning}}.Encode())
	}
	if !v.Table && list.Words == "" { // a search shows each hit
		if v.Rows, err = h.foldVersions(c, v.Rows); err != nil {
			return err
		}
	}
	moving, err := h.Store.Imports.InFlight(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v.Moving = moving > 0
	changes, err := h.progress(c)
	if err != nil {
		return err
	}
	v.Changes, v.Moving = changes.Notes, v.Moving || changes.Moving
	for n := range v.Rows {
		v.Rows[n].MarkLeaving(changes.Deleted)
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	v.Narrowed, v.Heads = f.Given("media", "state", "from", "to"), sortHeads(c, list.Sort)
	v.GalleryHref, v.TableHref, v.ExportHref = with(c, "view", ""), with(c, "view", "table"), page.ExportHref(c, "references")
	if total > 0 {
		v.SaveAsBoard = saveAsBoard(c, f)
	}
	if err := h.addBulk(c, &v); err != nil {
		return err
	}
	if v.Onto == nil && (rows.NextCursor != "" || c.Query("cursor") != "") {
		v.Bulk.All = "All, " + shown.LowerFirst(v.Total)
	}
	seconds := 5
	if changes.Moving {
		seconds = 2
	}
	title, place := "References", "references"
	if v.Onto != nil {
		title, place = "Add to "+v.Onto.Word, "boards"
	}
	frame := h.LiveFrame(c, title, place, v.Moving, seconds)
	frame.Pending = nil // it is among the changes
	return page.Show(c, fiber.StatusOK, views.ReferencesPage(frame, v))
}

// mostMeant is how many references are shown of what a search without its typing mistakes finds.
const mostMeant = 12

// meant returns the list's search without typing mistakes, and the first references that it finds. If it finds none, it returns the zero value
// and the rows of the list.
func (h *Handlers) meant(c *fiber.Ctx, list references.Listing, rows *db.RecordPage[references.Reference]) (views.Choice, *db.RecordPage[references.Reference], error) {
	corrected, err := shown.Meant(h.Base, c, list.Words)
	if err != nil || corrected == "" {
		return views.Choice{}, rows, err
	}
	list.Words = corrected
	found, n, err := h.Store.References.ListAndCount(c.UserContext(), page.Caller(c).WorkspaceID, list, db.PageRequest{Limit: mostMeant})
	if err != nil || n == 0 {
		return views.Choice{}, rows, err
	}
	found.NextCursor = "" // the corrected search has the rest
	return views.Choice{Word: corrected, Href: with(c, "q", corrected)}, found, nil
}

// with returns the address of the first page of this list with one value set. without removes one of several values.
func with(c *fiber.Ctx, name, value string) string {
	q := page.ReadQuery(c).Values
	q.Del("cursor")
	q.Del(name)
	if value != "" {
		q.Set(name, value)
	}
	return c.Path() + "?" + q.Encode()
}

func without(c *fiber.Ctx, name, value string) string {
	q := page.ReadQuery(c).Values
	q.Del("cursor")
	q[name] = slices.DeleteFunc(q[name], func(v string) bool { return strings.TrimSpace(v) == value })
	return c.Path() + "?" + q.Encode()
}

func (h *Handlers) referenceCard(c *fiber.Ctx, r references.Reference) views.ReferenceCard {
	observed := r.Observed()
	v := views.ReferenceCard{ID: r.ID, Title: page.TitleOf(&r), Views: known(observed.ViewCount), Likes: known(observed.LikeCount), Channel: page.OrEmpty(observed.ChannelName), ChannelHref: accountPage(c, observed.ChannelID), Href: page.WorkspacePath(c, "references/"+r.ID), Platform: h.PlatformOf(r.Platform),
		Poster: h.FileLink(r.PosterMediaID, nil, media.Inline), State: referenceState(r), Media: mediaWords[r.MediaAvailability], Parts: partsWord(&r),
		Tags: tagLinks(c, "tag", r.TagList()), Made: h.When(&r.CreatedAt), Origin: originSentence(&r)}
	if video := r.KeptVideo(); video != nil {
		v.Video = h.FileLink(video, r.HoldExpiresAt, media.Inline)
	}
	if observed.Ad != nil {
		v.Runs = runs(observed.Ad, observed.ObservedAt.Time, h.Store.Now())
	}
	if observed.PublishedAt != nil {
		v.Published = h.WhenAt(observed.PublishedAt.Time)
	}
	if observed.DurationMs != nil {
		v.Length = page.Clock(*observed.DurationMs)
	} else if measured := r.Derived().MeasuredDurationMs; measured != nil {
		v.Length = page.Clock(*measured)
	}
	return v
}

// sortedBy returns what puts a reference at its place in an order by views, likes or publication: the value, or why it is not known. For
// other orders it returns "": a card has their values anyway.
func (h *Handlers) sortedBy(by references.Sort, r *references.Reference) string {
	o := r.Observed()
	switch {
	case by == references.MostViews:
		return countOr(o.ViewCount, "view", "Views: ", h.cardLacks(r).Views)
	case by == references.MostLikes:
		return countOr(o.LikeCount, "like", "Likes: ", h.cardLacks(r).Likes)
	case by == references.PublishedFirst && o.PublishedAt == nil:
		return "Published: " + cmp.Or(h.cardLacks(r).Published, "not known")
	case by == references.PublishedFirst:
		return "Published " + page.FormatDay(o.PublishedAt.Time)
	}
	return ""
}

// countOr describes a count, or says behind a label why it is not known.
func countOr(n *int64, unit, label, why string) string {
	if n == nil {
		return label + cmp.Or(why, "not known")
	}
	return views.Count(*n, unit)
}

// cardLacks says why values of a reference are unknown, as its own page says it.
func (h *Handlers) cardLacks(r *references.Reference) views.CardLacks {
	item := h.itemOf(r, r.Observed())
	return views.CardLacks{Views: item.Missing("stats.views"), Likes: item.Missing("stats.likes"), Length: item.Missing("durationMs"), Published: item.Missing("publishedAt")}
}

// adSeenLately is how long an ad is said to run on after it was last seen.
const adSeenLately = 48 * time.Hour

// runs describes how long an ad has been running when it was seen, in the past tense if that is long ago. It returns "" if
// the platform did not say.
func runs(ad *references.ObservedAd, seen, now time.Time) string {
	verb, when := "Runs", ""
	if now.Sub(seen) > adSeenLately {
		verb, when = "Ran", " when last seen"
	}
	switch {
	case ad.Active == nil:
		return ""
	case !*ad.Active:
		return "No longer runs"
	case ad.DaysRunning(seen) == nil:
		return verb + when
	}
	return verb + " for " + views.Count(*ad.DaysRunning(seen), "day") + when
}

// known formats a count, or returns "" if it is unknown.
func known(n *int64) string {
	if n == nil {
		return ""
	}
	return views.Number(*n)
}

// tagLinks returns links to the references that have a tag; by is the name of the list's filter.
func tagLinks(c *fiber.Ctx, by string, tags []string) []views.TagLink {
	return page.Map(tags, func(t string) views.TagLink { return views.TagLink{Tag: t, Href: referencesBy(c, by, t)} })
}

// referencesBy returns the address of the list of references with one filter.
func referencesBy(c *fiber.Ctx, name, value string) string {
	return page.WorkspacePath(c, "references?"+url.Values{name: {value}}.Encode())
}

// referenceState describes the state of a reference and of its media.
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
	case r.MediaAvailability == references.MediaFailed:
		return views.State{Tone: "warn", Word: "Media failed"}
	case r.MediaAvailability == references.MediaUnavailable:
		return views.State{Tone: "calm", Word: "No media kept"}
	}
	return views.State{Tone: "good", Word: "Ready"}
}
