package operations

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/models/references"
)

func TestOptionalProperties(t *testing.T) {
	type body struct {
		Title Opt[CustomTitle] `json:"title"`
		Notes Opt[Notes]       `json:"notes"`
		Tags  Opt[Tags]        `json:"tags"`
	}
	for raw, want := range map[string]struct {
		title, notes *references.Note
		tags         []string
	}{
		`{}`: {nil, nil, []string{}},
		`{"title":null,"notes":null,"tags":null}`:        {&references.Note{}, &references.Note{}, []string{}},
		`{"title":" a ","notes":" b ","tags":["x","y"]}`: {&references.Note{To: new("a")}, &references.Note{To: new(" b ")}, []string{"x", "y"}},
	} {
		t.Run(raw, func(t *testing.T) {
			var b body
			if err := json.Unmarshal([]byte(raw), &b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.title, noteChange(b.Title)); diff != "" {
				t.Errorf("title (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(want.notes, noteChange(b.Notes)); diff != "" {
				t.Errorf("notes (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(want.tags, StoredTags(b.Tags.Value)); diff != "" {
				t.Errorf("tags (-want +got)\n%s", diff)
			}
		})
	}
}
