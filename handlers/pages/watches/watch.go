package watches

import (
	"cmp"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/views"
)

// watch shows a watch with its runs or with the items that it has seen.
func (h *Handlers) watch(c *fiber.Ctx) error { return h.showWatch(c, fiber.StatusOK, nil) }

// editWatch changes the settings of a watch. If someone else changed it first, nothing is overwritten.
func (h *Handlers) editWatch(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	w, err := h.Store.Watches.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"))
	if err != nil {
		return err
	}
	bounds := append(watchBounds(f, w.Source().Kind), page.RevisionBound)
	in := page.Bind[operations.ChangeWatch](h.Service, f, bounds...)
	if !f.OK() {
		return h.showWatch(c, fiber.StatusBadRequest, f)
	}
	_, err = h.ChangeWatch(c.UserContext(), page.Caller(c), w.ID, in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		f.AddProblem("", "Someone else changed it meanwhile. Nothing was overwritten; save again to replace theirs.")
		return h.showWatch(c, fiber.StatusConflict, f)
	}
	if page.Refused(f, err, bounds) {
		return h.showWatch(c, fiber.StatusBadRequest, f)
	}
	return h.RedirectAfter(c, err, c.Path(), "The watch is saved.")
}

// pauseWatch pauses or resumes a watch.
func (h *Handlers) pauseWatch(paused bool) fiber.Handler {
	said := map[bool]string{true: "The watch is paused. It runs again when it is resumed.", false: "The watch is resumed and runs now."}
	return func(c *fiber.Ctx) error {
		id := c.Params("watchId")
		_, err := h.ChangeWatch(c.UserContext(), page.Caller(c), id, operations.ChangeWatch{Paused: &paused})
		return h.RedirectAfter(c, err, page.WorkspacePath(c, "watches/"+id), said[paused])
	}
}

func (h *Handlers) runWatch(c *fiber.Ctx) error {
	_, err := h.RunWatch(c.UserContext(), page.Caller(c), c.Params("watchId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "watches/"+c.Params("watchId")), "It runs now. What it finds appears below.")
}

// confirmDeleteWatch lists what will be deleted and asks for confirmation.
func (h *Handlers) confirmDeleteWatch(c *fiber.Ctx) error {
	w, err := h.Store.Watches.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Delete a watch", "watches"), views.Confirm{Question: "Delete “" + w.Name + "”?",
		Goes: "It runs no more, and what it has seen goes with it. What it has imported stays.", Verb: "Delete the watch", Back: page.WorkspacePath(c, "watches/"+w.ID), BackWord: w.Name}))
}

func (h *Handlers) deleteWatch(c *fiber.Ctx) error {
	err := h.DeleteWatch(c.UserContext(), page.Caller(c), c.Params("watchId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "watches"), "The watch is deleted.")
}

// showWatch shows a watch. f is a rejected form or nil.
func (h *Handlers) showWatch(c *fiber.Ctx, status int, f *page.Form) error {
	w, err := h.Store.Watches.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"))
	if err != nil {
		return err
	}
	v := h.watchView(c, w)
	if numbered(v.Source) {
		name, err := h.accountName(c, w.Source().Account)
		if err != nil {
			return err
		}
		v.Source = cmp.Or(name, v.Source)
	}
	news, err := h.Store.Watches.Fresh(c.UserContext(), w.WorkspaceID, "", []string{w.ID})
	if err != nil {
		return err
	}
	show := page.ReadQuery(c).Word("show")
	if show == "" {
		show = firstTab(w, news[w.ID].Count)
	}
	shown, showsItems := itemTabs[show]
	period := narrowed(c, show, &shown)
	v.ShowsItems, v.NoItems = showsItems, noItems[show]
	if v.Narrowed = period != (watches.Period{}) || shown.Creative != ""; v.Narrowed {
		v.AllHref, v.NoItems = v.At+"?show="+show, "Nothing is in this part of the list."
	}
	v.Tabs = []views.Choice{}
	for _, tab := range []views.Choice{{Word: "New", Href: "new"}, {Word: "Still there", Href: "live"}, {Word: "Ended", Href: "ended"}, {Word: "All seen", Href: "seen"}, {Word: "Timeline", Href: "timeline"}, {Word: "Runs", Href: "runs"}} {
		if (tab.Href == "live" || tab.Href == "ended" || tab.Href == "timeline") && w.Source().Kind == watches.Single {
			continue // a single item has no list that it could leave
		}
		v.Tabs = append(v.Tabs, views.Choice{Word: tab.Word, Href: v.At + "?show=" + tab.Href, On: tab.Href == show || tab.Href == "runs" && !showsItems})
	}
	if v.Tally, err = h.tally(c, w, v.At, news[w.ID].Count); err != nil {
		return err
	}
	if f != nil {
		v.Form.Open = true
	} else {
		f = formOfWatch(&w.Watch)
	}
	open := v.Form.Open
	v.Form, v.Refusal = h.watchForm(f, w.Source().Kind, ""), f.Problems[""]
	v.Form.CanBackfill = false // only offered when a watch is created
	v.Form.Revision, v.Form.Open = w.Revision, open
	if v.ShowsItems {
		err = h.addWatchItems(c, w, shown, &v)
	} else {
		err = h.addWatchRuns(c, w, period, &v)
	}
	if err != nil {
		return err
	}
	return page.Show(c, status, views.WatchPage(h.LiveFrame(c, w.Name, "watches", v.Running, 3), v))
}

// firstTab returns the tab that a watch opens on: what is new, else what is there, and before it has looked or for a single item its runs.
func firstTab(w *watches.Seen, fresh int64) string {
	switch {
	case fresh > 0:
		return "new"
	case w.LookedAt != nil && w.Items > 0 && w.Source().Kind != watches.Single:
		return "live"
	}
	return "runs"
}

// watchView returns a watch for display, without its lists and its form.
func (h *Handlers) watchView(c *fiber.Ctx, w *watches.Seen) views.Watch {
	s, at := w.Source(), page.WorkspacePath(c, "watches/"+w.ID)
	v := views.Watch{Name: w.Name, At: at, Owned: page.Caller(c).Has(accounts.Owner), Source: h.sourceWords(s), State: h.watchState(&w.Watch), Trouble: watchTrouble(w), Running: h.watchMoves(&w.Watch),
		Paused: w.PausedReason == watches.ByOwner, Every: everyWords[w.Every], Imports: importWords(w.Import()), Spent: w.SpentToday(h.Store.Now()), Daily: w.DailyCredits, RunsADay: runsADay(w.Every, lookPrice(w, h.Lookup.WatchPrice(s.Kind))),
		Items: w.Items, Next: h.When(w.NextRunAt), Made: h.When(&w.CreatedAt), DeleteHref: at + "/delete", Feeds: at + "/feeds"}
	if w.LookedAt != nil {
		v.Report = at + "/report"
	}
	if name := h.watchedPlatform(s); name != "" {
		v.Platform = h.PlatformOf(name)
	}
	var reads sources.Parameters
	reads, v.Link = h.readsOf(s)
	v.Asked = askedWords(s, reads)
	v.Backfill = backfillWords(&w.Watch)
	v.ReadsAll, v.Thresholds = w.ReadsAll, thresholdWords(w.ThresholdList())
	return v
}

// lookPrice returns what a run costs if nothing is new: a page, or all pages of the last run for a watch that reads the
// whole list.
func lookPrice(w *watches.Seen, page int64) int64 {
	if w.ReadsAll && w.LastRun != nil {
		return max(page, w.LastRun.Credits)
	}
	return page
}

// sortWords describes orders whose value is no word for what comes first.
var sortWords = map[string]string{"relevance": "most relevant first", "impressions": "most impressions first"}

// askedWords describes what of a list is read. An order or a part that its platform gives anyway is left out.
func askedWords(s watches.Source, reads sources.Parameters) string {
	var words []string
	switch s.Status {
	case "":
	case "all":
		words = append(words, "all ads")
	default:
		words = append(words, s.Status+" ads")
	}
	switch s.Country {
	case "":
	case "ALL":
		words = append(words, "all countries")
	default:
		words = append(words, "in "+s.Country)
	}
	for _, one := range []struct{ name, value, says string }{{"collection", s.Collection, s.Collection}, {"mediaKind", s.MediaKind, s.MediaKind + " only"}, {"sort", s.Sort, cmp.Or(sortWords[s.Sort], s.Sort+" first")}} {
		if one.value != "" && one.value != reads.Value(one.name, "") {
			words = append(words, one.says)
		}
	}
	if s.StartedFrom != "" {
		words = append(words, "started from "+s.StartedFrom)
	}
	if s.StartedTo != "" {
		words = append(words, "started until "+s.StartedTo)
	}
	return strings.Join(words, ", ")
}

func (h *Handlers) addWatchRuns(c *fiber.Ctx, w *watches.Seen, began watches.Period, v *views.Watch) error {
	runs, err := h.Store.Watches.Runs(c.UserContext(), w.WorkspaceID, w.ID, began, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	for _, r := range runs.Items {
		run := views.WatchRun{Began: h.When(&r.StartedAt), State: runState(&r), Said: runWords(w.Source().Kind, &r), Missed: missedWords[r.Missed], Code: string(r.Code),
			Imports: importedWords(w.ImportJSON != "", &r), Pages: r.Pages, Credits: r.Credits}
		if r.EndedAt != nil {
			if took := time.Duration(*r.EndedAt-r.StartedAt) * time.Microsecond; took >= time.Second {
				run.Took = "took " + page.FormatDuration(took)
			}
		}
		v.Runs = append(v.Runs, run)
	}
	v.Older, v.Newest = page.PageLinks(c, runs.NextCursor)
	return nil
}
