package pages

import (
	"cmp"
	"strconv"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// watchBounds fill how a watch of a kind runs.
func watchBounds(f *form, kind watches.Kind) []bound {
	list := []bound{{property: "name", label: "The name"}, {property: "every", words: "Choose how often."}, {property: "dailyCredits", field: "credits", label: "The credits"}}
	if !f.isChecked("imports") || kind == watches.Single {
		return append(list, bound{property: "import", field: "backfill", given: []string{""}, words: "Choose above that what is new is imported; then what is there can be, too."})
	}
	return append(list, importBounds(f, "import.")...)
}

// backfillBound is how many of what is there are imported as well.
var backfillBound = bound{property: "backfill", label: "The number"}

// formOfWatch is the form as the watch is.
func formOfWatch(w *watches.Watch) *form {
	f := &form{values: map[string][]string{}, problems: map[string]string{}}
	f.values.Set("form", "watch")
	f.values.Set("name", w.Name)
	f.values.Set("every", string(w.Every))
	f.values.Set("credits", strconv.FormatInt(w.DailyCredits, 10))
	how := w.Import()
	if how == nil {
		f.values.Set("transcript", "yes")
		return f
	}
	f.values.Set("imports", "yes")
	f.values.Set("profile", how.MediaProfile)
	f.values.Set("hold", strconv.FormatInt(how.MediaHoldDays, 10))
	f.values.Set("tags", strings.Join(how.Tags, ", "))
	if how.Transcript {
		f.values.Set("transcript", "yes")
	}
	return f
}

// watchForm is the form of how a watch runs, as it was filled in.
func (h *Handlers) watchForm(f *form, kind watches.Kind, name string) views.WatchForm {
	v := views.WatchForm{EveryProblem: f.problems["every"], CanImport: kind != watches.Single, Imports: f.isChecked("imports"), Settings: h.importSettings(f),
		Name:        views.Field{Name: "name", Label: "Name", Value: cmp.Or(f.text("name"), name), Problem: f.problems["name"], Required: true, Max: operations.MostOf[operations.Name]()},
		Tags:        views.Field{Name: "tags", Label: "Tags of what is imported", Hint: "Separated by commas.", Value: f.text("tags"), Problem: f.problems["tags"]},
		CanBackfill: kind != watches.Single,
		Backfill: views.Field{Name: "backfill", Label: "Of what is there, import", Type: "number", Mode: "numeric", Problem: f.problems["backfill"], Value: cmp.Or(f.text("backfill"), "0"),
			Hint: h.backfillHint()},
		Daily: views.Field{Name: "credits", Label: "Credits a day, at most", Type: "number", Mode: "numeric", Problem: f.problems["credits"], Required: true,
			Hint:  "For its runs and imports. When they are spent, it goes on the next day.",
			Value: cmp.Or(f.text("credits"), strconv.FormatInt(watches.DefaultDailyCredits, 10))}}
	chosen := watches.Every(cmp.Or(f.text("every"), "1d"))
	for _, e := range watches.Everies() {
		v.Every = append(v.Every, views.Option{Value: string(e), Word: h.everyOption(e, kind), Chosen: e == chosen})
	}
	return v
}

// everyOption says how often, and about what that costs where nothing is new.
func (h *Handlers) everyOption(e watches.Every, kind watches.Kind) string {
	word, price := everyWords[e], h.Lookup.WatchPrice(kind)
	word = strings.ToUpper(word[:1]) + word[1:]
	if days := int64(e.Duration().Hours()) / 24; days > 1 {
		return word + ", about " + views.Credits(price) + " a week"
	}
	return word + ", about " + views.Credits(price*24/int64(e.Duration().Hours())) + " a day"
}

// backfillHint says what the import of what is there costs.
func (h *Handlers) backfillHint() string {
	least, most := h.Store.Imports.FullPrice(imports.ProfileNone, false), h.Store.Imports.FullPrice(imports.ProfileFull, true)
	return "The first of the list, at most " + views.Number(watches.MostBackfill) + ". Each costs what its import does, " + views.Number(least) + " to " + views.Credits(most) +
		", and reading them " + views.Credits(h.Lookup.WatchPrice(watches.Account)) + " a page. When the day's credits are spent, it goes on the next day."
}

// backfillWords say how far a watch is with what was there before it; "" if it imports none of it.
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

// importWords say how a watch imports what is new.
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
