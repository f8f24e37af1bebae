package pages

import (
	"cmp"

	"socialdata/models/imports"
	"socialdata/views"
)

// importBounds fill how something is imported. under is "" or the property that holds it.
func importBounds(f *form, under string) []bound {
	return []bound{{property: under + "mediaProfile", field: "profile"}, {property: under + "transcript", field: "transcript"},
		{property: under + "mediaHoldDays", field: "hold", label: "The days"}, {property: under + "tags", field: "tags", label: "A tag", given: typedTags(f.text("tags"), nil)}}
}

// importSettings are the settings to choose from, as they were chosen before; at first the facts with the transcript.
func (h *Handlers) importSettings(f *form) views.ImportSettings {
	return views.ImportSettings{Profiles: h.profiles(imports.MediaProfile(f.text("profile"))), TranscriptPrice: h.Store.Billing.Prices.Transcript,
		Transcript: f.values.Get("form") == "" || f.isChecked("transcript"),
		Hold: views.Field{Name: "hold", Label: "Keep media for", Type: "number", Hint: "1 to 365 days. The poster and transcript are kept as long as the reference.",
			Value: cmp.Or(f.text("hold"), "30"), Problem: f.problems["hold"], Required: true}}
}
