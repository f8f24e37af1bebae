package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"socialdata/internal/input"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// watchSettings are how a watch runs, as a form says.
type watchSettings struct {
	name   string
	every  watches.Every
	how    *watches.Import // nil: nothing is imported
	credit int64           // a day
}

// readWatchSettings reads how a watch of a kind runs.
func readWatchSettings(f *form, kind watches.Kind) (s watchSettings) {
	s.name, s.every = f.text("name"), watches.Every(f.text("every"))
	f.checkLine("name", s.name, "The name", 1, input.MaxName)
	f.checkOneLine("name", s.name)
	if !slices.Contains(watches.Everies(), s.every) {
		f.addProblem("every", "Choose how often.")
	}
	if f.isChecked("imports") && kind != watches.Single {
		n, tags := f.newImport(""), f.tags("tags", nil)
		if !validProfile(n.MediaProfile) {
			n.MediaProfile = imports.ProfileAnalysis
		}
		s.how = &watches.Import{MediaProfile: string(n.MediaProfile), Transcript: n.Transcript, MediaHoldDays: n.HoldDays, Tags: tags}
	}
	var err error
	if s.credit, err = strconv.ParseInt(f.text("credits"), 10, 64); err != nil || s.credit < 1 || s.credit > input.MaxDailyCredits {
		f.addProblem("credits", "Enter a whole number, at most "+views.Number(input.MaxDailyCredits)+".")
	}
	return s
}

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
		Name: views.Field{Name: "name", Label: "Name", Value: cmp.Or(f.text("name"), name), Problem: f.problems["name"], Required: true, Max: input.MaxName},
		Tags: views.Field{Name: "tags", Label: "Tags of what is imported", Hint: "Separated by commas.", Value: f.text("tags"), Problem: f.problems["tags"]},
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
