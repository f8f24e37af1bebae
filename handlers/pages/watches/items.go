package watches

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// noItems says why a tab lists nothing.
var noItems = map[string]string{"new": "Nothing new so far. What was there before it first looked is under “All seen”.", "live": "It has seen nothing yet that is still there.",
	"ended": "Nothing has ended. An ad ends when it says so, anything else when two complete looks in a row lack it.", "seen": "It has seen nothing yet.", "timeline": "It has seen nothing yet."}

// endedWords says how a watch knows that an item has ended.
var endedWords = map[watches.Why]string{watches.Inactive: "it says so itself", watches.Missing: "two complete looks in a row lacked it"}

// itemTabs maps the tabs that list items to what they show.
var itemTabs = map[string]watches.ItemFilter{"new": {Told: true}, "live": {State: watches.Live}, "ended": {State: watches.Ended}, "published": {}, "seen": {}, "timeline": {}}

// narrowed limits a tab to the period and the creative in the query, as a report links to it. It returns the period.
func narrowed(c *fiber.Ctx, show string, f *watches.ItemFilter) watches.Period {
	q := page.ReadQuery(c)
	f.Creative = q.Text("creative")
	period := watches.Period{From: operations.ParseInstant(q.Word("from")), Before: operations.ParseInstant(q.Word("to"))}
	switch show {
	case "new":
		f.FirstSeen = period
	case "ended":
		f.Ended = period
	case "published":
		f.Published = period
	}
	return period
}

func (h *Handlers) addWatchItems(c *fiber.Ctx, w *watches.Seen, shown watches.ItemFilter, v *views.Watch) error {
	items, err := h.Store.Watches.LatestItems(c.UserContext(), w.WorkspaceID, w.ID, shown, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v.Older, v.Newest = page.PageLinks(c, items.NextCursor)
	if page.ReadQuery(c).Word("show") == "timeline" {
		v.Timeline = h.timeline(&w.Watch, items.Items)
		return nil
	}
	saved, err := h.savedOf(c, items.Items)
	if err != nil {
		return err
	}
	imported, err := h.Store.Imports.LatestOf(c.UserContext(), w.WorkspaceID, page.Map(items.Items, itemID))
	if err != nil {
		return err
	}
	var links []string
	for _, i := range items.Items {
		item := h.watchItem(c, w, &i, shown.Told, saved[i.ItemID], imported[i.ItemID])
		if v.Seen = append(v.Seen, item); item.ImportNow != nil {
			links = append(links, i.URL)
		}
	}
	v.ImportListed = importListed(c, &w.Watch, links)
	return nil
}

// importListed returns the form that checks several links, with the settings that it begins with.
func importListed(c *fiber.Ctx, w *watches.Watch, links []string) views.ImportListed {
	links = links[:min(len(links), operations.MostAtOnce)]
	return views.ImportListed{Action: page.WorkspacePath(c, "imports/many"), Count: len(links), Hidden: importing(w, views.Hidden{Name: "links", Value: strings.Join(links, "\n")})}
}

// importNow returns the button that imports an item.
func (h *Handlers) importNow(c *fiber.Ctx, w *watches.Seen, i *watches.Item) *views.ImportNow {
	how := importsAs(&w.Watch)
	return &views.ImportNow{Action: page.WorkspacePath(c, "try/import"), Price: "up to " + views.Credits(h.Store.Imports.FullPrice(imports.MediaProfile(how.MediaProfile), how.Transcript)),
		Hidden: importing(&w.Watch, views.Hidden{Name: "url", Value: i.URL}, views.Hidden{Name: "query", Value: string(c.Request().URI().QueryString())})}
}

// importsAs returns how the watch imports what is new; of one that imports nothing, the settings that the page of a link begins with.
func importsAs(w *watches.Watch) *watches.Import {
	if how := w.Import(); how != nil {
		return how
	}
	return &watches.Import{MediaProfile: string(shown.UsualProfile), Transcript: true}
}

// importing returns the hidden fields of a new form that imports what a watch lists.
func importing(w *watches.Watch, what ...views.Hidden) []views.Hidden {
	how := importsAs(w)
	what = append(what, views.Hidden{Name: "form", Value: db.NewID()}, views.Hidden{Name: "watch", Value: w.ID}, views.Hidden{Name: "profile", Value: how.MediaProfile})
	if how.Transcript {
		what = append(what, views.Hidden{Name: "transcript", Value: "yes"})
	}
	if how.MediaHoldDays > 0 {
		what = append(what, views.Hidden{Name: "hold", Value: strconv.FormatInt(how.MediaHoldDays, 10)})
	}
	return append(what, views.Hidden{Name: "tags", Value: strings.Join(how.Tags, ", ")})
}

// watchItem returns an item for display, without a word about being new if all of its list are; saved is the workspace's reference for it, imported its newest import. Each may be nil.
func (h *Handlers) watchItem(c *fiber.Ctx, w *watches.Seen, i *watches.Item, allNew bool, saved *references.Reference, imported *imports.Import) views.WatchItem {
	item := views.WatchItem{Pictured: h.pictured(c, i, saved), Title: cmp.Or(page.OrEmpty(i.Title), i.URL), Link: i.URL, Seen: h.When(&i.FirstSeenAt), Published: h.When(i.PublishedAt),
		Ended: h.When(i.EndedAt), Why: endedWords[i.EndedWhy], New: i.Told && !allNew, First: !i.Told}
	if days := i.DaysRunning(h.Store.Now()); days != nil && w.Source().Kind == watches.Search {
		item.Days = views.Count(*days, "day")
	}
	if saved != nil {
		return item
	}
	importID := i.ImportID
	if imported != nil && (!imported.State.Final() || imported.State == imports.Failed) {
		importID = imported.ID
		item.Failure, _ = shown.FailureOf(*imported)
	}
	if importID != "" {
		item.Import = page.WorkspacePath(c, "imports/"+importID)
	}
	if page.Caller(c).Has(accounts.Editor) && (importID == "" || imported != nil && imported.WorthAnother()) {
		item.TryHref = page.Address(page.WorkspacePath(c, "try"), "url", i.URL)
		item.ImportNow = h.importNow(c, w, i)
	}
	return item
}
