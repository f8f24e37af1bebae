package shown

import (
	"cmp"
	"slices"

	"socialdata/handlers/pages/page"
	"socialdata/models/imports"
	"socialdata/views"
)

// ImportBounds fill how something is imported. under is "" or the property that holds it.
func ImportBounds(f *page.Form, under string) []page.Bound {
	return []page.Bound{{Property: under + "mediaProfile", Field: "profile"}, {Property: under + "transcript", Field: "transcript"},
		{Property: under + "mediaHoldDays", Field: "hold", Label: "The days"}, {Property: under + "tags", Field: "tags", Label: "A tag", Given: page.TypedTags(f.Text("tags"), nil)}}
}

// ImportSettings are the settings to choose from, as they were chosen before; at first the facts with the transcript.
func ImportSettings(b *page.Base, f *page.Form) views.ImportSettings {
	return views.ImportSettings{Profiles: profiles(b, imports.MediaProfile(f.Text("profile"))), TranscriptPrice: b.Store.Billing.Prices.Transcript,
		Transcript: f.Values.Get("form") == "" || f.IsChecked("transcript"),
		Hold: views.Field{Name: "hold", Label: "Keep media for", Type: "number", Hint: "1 to 365 days. The poster and transcript are kept as long as the reference.",
			Value: cmp.Or(f.Text("hold"), "30"), Problem: f.Problems["hold"], Required: true}}
}

// profiles are what an import can keep, with prices.
func profiles(b *page.Base, chosen imports.MediaProfile) []views.Profile {
	if !slices.Contains(imports.MediaProfiles(), chosen) {
		chosen = imports.ProfileAnalysis
	}
	says := map[imports.MediaProfile][2]string{
		imports.ProfileNone:     {"The facts", "The platform's data: titles, counts, dates."},
		imports.ProfileAnalysis: {"The facts and an analysis", "The media is verified, measured and analysed, then deleted. The poster is kept."},
		imports.ProfileFull:     {"Everything, including the media", "The media is kept until the hold ends."},
	}
	list := []views.Profile{}
	for _, p := range imports.MediaProfiles() {
		list = append(list, views.Profile{Value: string(p), Word: says[p][0], Says: says[p][1], Price: b.Store.Imports.FullPrice(p, false), Chosen: p == chosen})
	}
	return list
}
