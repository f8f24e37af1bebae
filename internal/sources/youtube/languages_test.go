package youtube

import "testing"

// TestItemInALanguage chooses among a video's captions: exactly the language, else the same one of another region.
func TestItemInALanguage(t *testing.T) {
	r, _ := play(t)
	req := named(localID(first(t, r, "lanternkitchen", "videos", "").Rows[0].ID))
	req.Transcript = true
	for asked, want := range map[string]string{"": "en", "en-US": "en", "de": "de", "pt": "pt-BR", "pt-BR": "pt-BR", "fr": ""} {
		req.Language = asked
		item, err := r.Item(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if item.Transcript != nil {
			got = item.Transcript.Language
		}
		if got != want || len(item.Captions) != 4 || item.Captions[3].Name == nil || *item.Captions[3].Name != "Portuguese (Brazil)" {
			t.Errorf("%q: %q of %+v", asked, got, item.Captions)
		}
	}
}
