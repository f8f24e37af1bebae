package lookup_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

// spoken answers a video whose captions are in German and English.
func spoken(_ context.Context, r sources.ItemRequest) (*content.Item, error) {
	item, _ := video(7)(context.Background(), r)
	if !r.Transcript {
		return item, nil
	}
	item.Captions = []content.CaptionTrack{{Language: "de", Source: content.Captions}, {Language: "en", Source: content.AutomaticCaptions}}
	for _, c := range item.Captions {
		if c.Language == r.Language || r.Language == "" && c.Language == "en" {
			item.Transcript = &content.Transcript{Language: c.Language, Source: c.Source, Segments: []content.Segment{{EndMs: 1, Text: c.Language}}, Text: c.Language}
		}
	}
	return item, nil
}

// TestEachLanguageIsStoredOnItsOwn asks for languages in turn: each answer is in the language that was asked for, each is
// fetched and paid once, and none is taken for another. What has no captions is stored as such.
func TestEachLanguageIsStoredOnItsOwn(t *testing.T) {
	f := &fake{item: spoken}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		f.calls.Store(0)
		ask := func(transcript bool, language, want string, charged int64) {
			t.Helper()
			b.clock.Add(time.Second)
			r, err := b.Answer(t.Context(), lookup.ItemRequest{Workspace: b.workspace, URL: link, Transcript: transcript, Language: language, MaxAge: time.Hour})
			if err != nil {
				t.Fatal(err)
			}
			var body struct {
				Transcript        *content.Transcript
				Captions          []content.CaptionTrack
				UnavailableFields []string
				Usage             content.Usage
			}
			if err := json.Unmarshal(r.Body, &body); err != nil {
				t.Fatal(err)
			}
			got := ""
			if body.Transcript != nil {
				got = body.Transcript.Language
			}
			named := false
			for _, field := range body.UnavailableFields {
				named = named || field == "transcript"
			}
			if got != want || body.Usage.CreditsCharged != charged || named != (transcript && want == "") || (len(body.Captions) == 2) != transcript {
				t.Errorf("%v %q: %q, charged %d, %+v", transcript, language, got, body.Usage.CreditsCharged, body)
			}
		}
		ask(true, "de", "de", 1)
		ask(false, "", "", 0) // what was fetched with captions serves those who want none
		ask(true, "en", "en", 1)
		ask(true, "fr", "", 1)
		ask(true, "", "en", 1)
		for range 2 {
			ask(true, "de", "de", 0)
			ask(true, "en", "en", 0)
			ask(true, "fr", "", 0)
			ask(true, "", "en", 0)
			ask(false, "", "", 0)
		}
		if f.calls.Load() != 4 || b.spent(t) != 4 {
			t.Errorf("%d fetches, %d credits", f.calls.Load(), b.spent(t))
		}
	})
}
