package jobs_test

import (
	"errors"
	"os"
	"testing"

	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// TestTextOnScreenIsKeptAndFound: of every part that can be read, at its place in the post; a part that cannot be read harms nothing, and
// an import of the first part alone leaves the text of the others.
func TestTextOnScreenIsKeptAndFound(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a := b.album(t, 4)
		texts := map[string]string{"0": "Five things", "1": "", "3": "nobody tells you"}
		a.text = func(path string) ([]content.ScreenText, error) {
			name, err := os.ReadFile(path)
			if string(name) == "2" {
				return nil, errors.New("the program crashed")
			}
			list := []content.ScreenText{}
			if text := texts[string(name)]; text != "" {
				list = append(list, content.ScreenText{Text: text, Confidence: 0.9})
			}
			return list, err
		}
		d := b.run(t, b.accept(t, imports.ProfileFull, false))
		r, states := b.parts(t, d)
		if states != "kkkk" {
			t.Fatalf("the parts are %s", states)
		}
		shown := func() (s string) {
			r, err := b.Store.References.Find(t.Context(), b.workspace, r.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range r.Derived().OnScreenText {
				s += string(rune('0'+l.Part)) + l.Text + ";"
			}
			return s
		}
		if got := shown(); got != "0Five things;3nobody tells you;" {
			t.Errorf("on screen: %q", got)
		}
		found, err := b.Store.References.ListReferences(t.Context(), b.workspace, references.Listing{Filter: references.Filter{Words: "nobody tell"}}, db.PageRequest{Limit: 10})
		if err != nil || len(found.Items) != 1 {
			t.Fatalf("%+v, %v", found, err)
		}
		matches := references.Matches(&found.Items[0], nil, "nobody tell")
		if len(matches) != 1 || matches[0].Field != references.InScreenText || *matches[0].MediaID != *r.PartList().Media[3].MediaID {
			t.Errorf("%+v", matches)
		}
		texts["0"] = "Six things"
		b.run(t, b.accept(t, imports.ProfileAnalysis, false))
		if got := shown(); got != "0Six things;3nobody tells you;" {
			t.Errorf("after the first part was read again: %q", got)
		}
	})
}
