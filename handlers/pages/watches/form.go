package watches

import (
	"cmp"
	"strconv"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// watchBounds returns the bounds of the settings of a watch.
func watchBounds(f *page.Form, kind watches.Kind) []page.Bound {
	list := []page.Bound{{Property: "name", Label: "The name"}, {Property: "every", Words: "Choose how often."}, {Property: "dailyCredits", Field: "credits", Label: "The credits"}}
	list = append(list, thresholdBounds(f)...)
	if kind != watches.Single {
		list = append(list, page.Bound{Property: "readsAll"})
	}
	if !f.IsChecked("imports") || kind == watches.Single {
		return append(list, page.Bound{Property: "import", Field: "backfill", Given: []string{""}, Words: "Choose above that what is new is imported; then what is there can be, too."})
	}
	return append(list, shown.ImportBounds(f, "import.")...)
}

// backfillBound maps the number of existing items to import.
var backfillBound = page.Bound{Property: "backfill", Label: "The number"}

// formOfWatch returns the form with the current settings of the watch.
func formOfWatch(w *watches.Watch) *page.Form {
	f := &page.Form{Values: map[string][]string{}, Problems: map[string]string{}}
	f.Values.Set("form", "watch")
	f.Values.Set("name", w.Name)
	f.Values.Set("every", string(w.Every))
	f.Values.Set("credits", strconv.FormatInt(w.DailyCredits, 10))
	if w.ReadsAll {
		f.Values.Set("readsAll", "yes")
	}
	setThresholds(f, w.ThresholdList())
	how := w.Import()
	if how == nil {
		f.Values.Set("transcript", "yes")
		return f
	}
	f.Values.Set("imports", "yes")
	f.Values.Set("profile", how.MediaProfile)
	f.Values.Set("hold", strconv.FormatInt(how.MediaHoldDays, 10))
	f.Values.Set("tags", strings.Join(how.Tags, ", "))
	if how.Transcript {
		f.Values.Set("transcript", "yes")
	}
	return f
}

// watchForm returns the form for the settings of a watch, with the submitted values.
func (h *Handlers) watchForm(f *page.Form, kind watches.Kind, name string) views.WatchForm {
	v := views.WatchForm{EveryProblem: f.Problems["every"], CanImport: kind != watches.Single, Imports: f.IsChecked("imports"), Settings: shown.ImportSettings(h.Base, f),
		Name:        views.Field{Name: "name", Label: "Name", Value: cmp.Or(f.Text("name"), name), Problem: f.Problems["name"], Required: true, Max: operations.MostOf[operations.Name]()},
		CanBackfill: kind != watches.Single, CanReadAll: kind != watches.Single, ReadsAll: f.IsChecked("readsAll"), Thresholds: thresholdRows(f),
		Backfill: views.Field{Name: "backfill", Label: "Of what is there, import", Type: "number", Mode: "numeric", Problem: f.Problems["backfill"], Value: cmp.Or(f.Text("backfill"), "0"),
			Hint: h.backfillHint()},
		Daily: views.Field{Name: "credits", Label: "Credits a day, at most", Type: "number", Mode: "numeric", Problem: f.Problems["credits"], Required: true,
			Hint:  "For its runs and imports. What its runs alone cost stands under “How often”. When all is spent, it goes on the next day.",
			Value: cmp.Or(f.Text("credits"), strconv.FormatInt(watches.DefaultDailyCredits, 10))}}
	v.More = showsMore(f)
	v.Every, _ = page.Options("", cmp.Or(f.Text("every"), "1d"), watches.Everies(), func(e watches.Every) string { return h.everyOption(e, kind) })
	return v
}

// showsMore reports whether a setting that is usually folded has a problem or is not as usual. Parameters of the list and thresholds say
// so themselves.
func showsMore(f *page.Form) bool {
	usual := map[string]string{"backfill": "0", "credits": strconv.FormatInt(watches.DefaultDailyCredits, 10), "readsAll": ""}
	for name, value := range usual {
		if f.Problems[name] != "" || f.Text(name) != "" && f.Text(name) != value {
			return true
		}
	}
	return false
}

// everyOption describes an interval and roughly what the watch costs if nothing is new.
func (h *Handlers) everyOption(e watches.Every, kind watches.Kind) string {
	word, price := everyWords[e], h.Lookup.WatchPrice(kind)
	word = views.UpperFirst(word)
	if days := int64(e.Duration().Hours()) / 24; days > 1 {
		return word + ", about " + views.Credits(price) + " a week"
	}
	return word + ", about " + views.Credits(runsADay(e, price)) + " a day"
}

// runsADay returns what the runs of a day cost, of which each costs price credits.
func runsADay(e watches.Every, price int64) int64 {
	return price * 24 / max(1, int64(e.Duration().Hours()))
}

// backfillHint describes what importing the existing items costs.
func (h *Handlers) backfillHint() string {
	least, most := h.Store.Imports.FullPrice(imports.ProfileNone, false), h.Store.Imports.FullPrice(imports.ProfileFull, true)
	return "The first of the list, at most " + views.Number(watches.MostBackfill) + ". Each costs what its import does, " + views.Number(least) + " to " + views.Credits(most) +
		", and reading them " + views.Credits(h.Lookup.WatchPrice(watches.Account)) + " a page. When the day's credits are spent, it goes on the next day."
}

// backfillWords describes how many of the existing items were imported. It returns "" if the watch imports none of
// them.
func backfillWords(w *watches.Watch) string {
	if w.Backfill == 0 {
		return ""
	}
	said := views.Number(w.BackfillImported) + " of " + views.Number(w.Backfill)
	if w.BackfillRead && w.BackfillFound < w.Backfill {
		said = views.Number(w.BackfillImported) + " of the " + views.Number(w.BackfillFound) + " that could be read"
	}
	if w.BackfillSkipped > 0 {
		said += ", " + views.Number(w.BackfillSkipped) + " cannot be imported"
	}
	switch {
	case w.BackfillDone():
		return said + ": done"
	case w.Import() == nil:
		return said + ": it waits, because nothing is imported"
	}
	return said + ": " + views.Number(w.BackfillLeft()) + " remain"
}

// importWords describes how a watch imports new items.
func importWords(how *watches.Import) string {
	if how == nil {
		return "nothing"
	}
	says := map[imports.MediaProfile]string{imports.ProfileNone: "the facts", imports.ProfileAnalysis: "the facts and an analysis", imports.ProfileFull: "everything, including the media"}
	word := "what is new: " + says[imports.MediaProfile(how.MediaProfile)]
	if how.Transcript {
		word += ", with the transcript"
	}
	if how.MediaProfile == string(imports.ProfileFull) {
		word += ", kept for " + views.Count(how.MediaHoldDays, "day")
	}
	if tags := references.CleanTags(how.Tags); len(tags) > 0 {
		word += ", tagged " + strings.Join(tags, ", ")
	}
	return word
}
