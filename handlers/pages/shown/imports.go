// Package shown converts what several chapters of pages show to views and text: an import and why it failed, an item,
// a link, a route, a key, a ledger entry. It handles no requests, except for the list of support actions, which two
// chapters have. It changes nothing.
package shown

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/media"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// ImportState describes the state of an import.
func ImportState(s imports.State) views.State {
	switch s {
	case imports.Accepted, imports.Queued:
		return views.State{Tone: "busy", Word: "Waiting"}
	case imports.Running:
		return views.State{Tone: "busy", Word: "Running"}
	case imports.RetryWait:
		return views.State{Tone: "warn", Word: "Waiting to retry"}
	case imports.Succeeded:
		return views.State{Tone: "good", Word: "Succeeded"}
	case imports.Failed:
		return views.State{Tone: "bad", Word: "Failed"}
	case imports.Cancelled:
		return views.State{Tone: "calm", Word: "Cancelled"}
	}
	return views.State{Tone: "calm", Word: string(s)}
}

// SavedSince is the state of a failed import whose content the workspace has by a later one: nothing is left to do about it.
var SavedSince = views.State{Tone: "calm", Word: "Failed, saved since"}

// ImportRows returns imports for display, with the title and picture of their references.
func ImportRows(ctx context.Context, b *page.Base, workspaceID string, list []imports.Import) ([]views.ImportRow, error) {
	ids, failed := []string{}, []string{}
	for _, i := range list {
		if i.ReferenceID != nil {
			ids = append(ids, *i.ReferenceID)
		}
		if i.State == imports.Failed {
			failed = append(failed, i.CanonicalURL)
		}
	}
	found, err := b.Store.References.FindReferences(ctx, workspaceID, ids)
	if err != nil {
		return nil, err
	}
	saved, err := b.Store.References.Saved(ctx, workspaceID, failed)
	if err != nil {
		return nil, err
	}
	rows := []views.ImportRow{}
	for n, i := range list {
		r := importRow(b, i)
		if n == 0 || list[n-1].BatchID != i.BatchID {
			r.Together = Together(i)
		}
		r.Title = page.OrEmpty(i.CustomTitle)
		if ref := saved[i.CanonicalURL]; ref != nil && i.State == imports.Failed {
			r.Saved = "/w/" + workspaceID + "/references/" + ref.ID
			if ref.CreatedAt > i.CreatedAt {
				r.State = SavedSince
			}
		}
		if ref := found[page.OrEmpty(i.ReferenceID)]; ref != nil {
			r.Picture = Picture(b, ref)
			if title := page.TitleOf(ref); title != ref.CanonicalURL {
				r.Title = title
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// Together returns the address of the imports that were started with one; "" if it was started alone.
func Together(i imports.Import) string {
	if i.BatchID == "" {
		return ""
	}
	return "/w/" + i.WorkspaceID + "/imports/many/" + i.BatchID
}

// Picture returns the signed link to a reference's poster, or "" if it has none.
func Picture(b *page.Base, r *references.Reference) string {
	return b.FileLink(r.PosterMediaID, nil, media.Inline)
}

// WatchedPicture returns the address of the platform's picture of an item that a watch has seen.
func WatchedPicture(c *fiber.Ctx, watchID, itemID string) string {
	return page.Address(page.WorkspacePath(c, "watches/"+watchID+"/picture"), "item", itemID)
}

func importRow(b *page.Base, i imports.Import) views.ImportRow {
	r := views.ImportRow{ID: i.ID, Link: i.SourceURL, Platform: b.PlatformOf(i.Platform), State: ImportState(i.State),
		Made: b.When(&i.CreatedAt), Href: "/w/" + i.WorkspaceID + "/imports/" + i.ID, Doing: ProgressText(b, i)}
	r.Failure, r.Code = FailureOf(i)
	switch {
	case !i.State.Final():
		r.Can = views.CanCancel
	case i.MayComeAgain():
		r.Can, r.Price = views.CanComeAgain, b.Store.Imports.PriceOf(&i)
	}
	return r
}

// ProgressText describes what an import is doing or waiting for.
func ProgressText(b *page.Base, i imports.Import) string {
	switch i.State {
	case imports.Running:
		if i.CancelRequested {
			return "Stopping after the current step"
		}
		return i.Stage.Text().Doing
	case imports.RetryWait:
		next := "Attempt " + views.Number(i.Attempt+1)
		if at := b.When(i.NextAttemptAt).Ago; strings.HasPrefix(at, "in ") {
			return next + " " + at
		}
		return next + " starts as soon as a worker is free"
	case imports.Accepted, imports.Queued:
		if at := b.When(imports.NextAttempt(i.State, i.NextAttemptAt)).Ago; strings.HasPrefix(at, "in ") {
			return "Starts " + at + ": the limit on imports a minute is reached"
		}
		return "Starts as soon as a worker is free"
	case imports.Succeeded, imports.Failed, imports.Cancelled:
	}
	return ""
}

// ProfileText describes what an import stores.
func ProfileText(p imports.MediaProfile, transcript bool) string {
	word := map[imports.MediaProfile]string{imports.ProfileNone: "the facts", imports.ProfileAnalysis: "the facts and an analysis", imports.ProfileFull: "the facts, an analysis and the media"}[p]
	if transcript {
		word += ", the transcript"
	}
	return word
}

// MaximumPrice describes what an import costs at most.
func MaximumPrice(price int64) string {
	return "Up to " + views.Credits(price) + ", charged when it has succeeded."
}

// ImportBounds returns the bounds of the import settings. under is the prefix of their properties, or "".
func ImportBounds(f *page.Form, under string) []page.Bound {
	return []page.Bound{{Property: under + "mediaProfile", Field: "profile"}, {Property: under + "transcript", Field: "transcript"},
		{Property: under + "mediaHoldDays", Field: "hold", Label: "The days"}, {Property: under + "tags", Field: "tags", Label: "A tag", Given: page.TypedTags(f.Text("tags"), nil)}}
}

// tagsLength is the maximum length of a field for several tags.
const tagsLength = 1000

// UsualProfile is what an import keeps unless the person chooses otherwise.
const UsualProfile = imports.ProfileAnalysis

// ImportSettings returns the form for import settings with the values of f. The initial choice is the facts with the
// transcript.
func ImportSettings(b *page.Base, f *page.Form) views.ImportSettings {
	return views.ImportSettings{Profiles: profiles(b, imports.MediaProfile(f.Text("profile"))), TranscriptPrice: b.Store.Billing.Prices.Transcript, SpeechPrice: b.Store.Billing.Prices.Speech,
		Transcript: f.Values.Get("form") == "" || f.IsChecked("transcript"),
		Hold: views.Field{Name: "hold", Label: "Keep media for", Type: "number", Hint: "1 to 365 days. The poster and transcript are kept as long as the reference.",
			Value: cmp.Or(f.Text("hold"), "30"), Problem: f.Problems["hold"], Required: true},
		Board: views.Field{Name: "board", Label: "Put on a board", Problem: f.Problems["board"]},
		Tags:  views.Field{Name: "tags", Label: "Tags, separated by commas", Value: f.Text("tags"), Problem: f.Problems["tags"], Max: tagsLength}}
}

// EvidenceField is the field for full evidence.
const EvidenceField = "evidence"

// EvidenceChoice returns the choice of full evidence with the value of f.
func EvidenceChoice(b *page.Base, f *page.Form) *views.EvidenceChoice {
	return &views.EvidenceChoice{Chosen: f.Text(EvidenceField) == string(imports.EvidenceFull), Pictures: b.TakesPictures}
}

// EvidenceText describes what an import keeps as evidence.
func EvidenceText(full, picture bool) string {
	switch {
	case !full:
		return "Standard: which route answered and when, with digests"
	case picture:
		return "Full: the platform’s own answers, a picture of the page"
	}
	return "Full: the platform’s own answers"
}

// priceOf says what an import costs. It costs less if there is nothing to store of what was requested.
func priceOf(b *page.Base, p imports.MediaProfile, transcript bool) string {
	if most := b.Store.Imports.FullPrice(p, transcript); most > b.Store.Imports.FullPrice(imports.ProfileNone, false) {
		return "up to " + views.Credits(most)
	}
	return views.Credits(b.Store.Imports.FullPrice(p, transcript))
}

// profiles lists what an import can store, with prices.
func profiles(b *page.Base, chosen imports.MediaProfile) []views.Profile {
	if !slices.Contains(imports.MediaProfiles(), chosen) {
		chosen = UsualProfile
	}
	says := map[imports.MediaProfile][2]string{
		imports.ProfileNone:     {"The facts", "The platform's data: titles, counts, dates."},
		imports.ProfileAnalysis: {"The facts and an analysis", "The media is verified, measured and analysed, then deleted. The poster is kept."},
		imports.ProfileFull:     {"Everything, including the media", "The media is kept until the hold ends."},
	}
	list := []views.Profile{}
	for _, p := range imports.MediaProfiles() {
		list = append(list, views.Profile{Value: string(p), Word: says[p][0], Says: says[p][1], Price: b.Store.Imports.FullPrice(p, false), Chosen: p == chosen,
			Alone: priceOf(b, p, false), WithTranscript: priceOf(b, p, true)})
	}
	return list
}
