package imports_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/models"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestTagsOfImportsAreAdded imports one content four times, each time with words of its own: tags are added as long as there is
// room, title and notes are kept from the first, and each import says what became of its words.
func TestTagsOfImportsAreAdded(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		many := make([]string, 49)
		for n := range many {
			many[n] = fmt.Sprint("tag ", n)
		}
		none := []string{}
		for _, step := range []struct {
			saved modelstest.Saved
			want  imports.Applied
		}{
			{modelstest.Saved{Tags: []string{"Demo"}}, imports.Applied{Tags: []string{"Demo"}, TagsLeftOut: none}},
			{modelstest.Saved{Tags: []string{"demo", "nightly"}, CustomTitle: new("T"), Notes: new("hello")},
				imports.Applied{CustomTitle: new(true), Notes: new(true), Tags: []string{"demo", "nightly"}, TagsLeftOut: none}},
			{modelstest.Saved{Tags: many, CustomTitle: new("another")}, imports.Applied{CustomTitle: new(false), Tags: many[:48], TagsLeftOut: many[48:]}},
			{modelstest.Saved{Notes: new("other")}, imports.Applied{Notes: new(false), Tags: none, TagsLeftOut: none}},
			{modelstest.Saved{}, imports.Applied{Tags: none, TagsLeftOut: none}},
		} {
			step.saved.Link = "video_site:aaaaaaaaaaa"
			ref, err := s.References.Find(t.Context(), in.Workspace, modelstest.Save(t, s, in.Workspace, step.saved))
			modelstest.Must(t, err)
			if diff := cmp.Diff(&step.want, in.Import(t, *ref.ImportID).Applied()); diff != "" {
				t.Errorf("%v (-want +got):\n%s", step.saved.Tags, diff)
			}
			if tags := ref.TagList(); tags[0] != "Demo" || len(tags) > 50 {
				t.Errorf("the reference has %d tags: %v", len(tags), tags)
			}
		}
		if running := (&imports.Import{State: imports.Running}).Applied(); running != nil {
			t.Errorf("an import that runs has applied %+v", running)
		}
	})
}
