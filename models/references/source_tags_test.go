package references_test

import (
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestReferencesAreFoundByTheirSource: by the platform's tags, apart from the workspace's own, and by words of tags and sound.
// What the last import saw counts.
func TestReferencesAreFoundByTheirSource(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, names := modelstest.Install(t, s, 1000), map[string]string{}
		first := references.SourceFacts{Tags: []string{"SourDough", "brot\u00e9", strings.Repeat("\u0390", 500)}, Sound: &content.Sound{Title: new("Rising tide"), Author: new("The Kneaders")}}
		save := func(name, link string, facts references.SourceFacts, tags ...string) {
			names[modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: link, Tags: tags, Facts: facts})] = name
		}
		save("a", "clip_site:1", first, "oven")
		save("b", "clip_site:2", references.SourceFacts{Tags: []string{"sourdough"}})
		save("c", "clip_site:3", references.SourceFacts{}, "sourdough")
		wants := func(want string, f references.Filter) {
			t.Helper()
			if got := found(t, w, names, f); got != want {
				t.Errorf("%+v: found %q, want %q", f, got, want)
			}
		}
		source := func(tags ...string) references.Filter { return references.Filter{SourceTags: tags} }
		wants("ab", source("sourdough"))
		wants("ab", source("#SOURDOUGH "))
		wants("a", source("sourdough", "BROTE\u0301"))
		wants("c", references.Filter{Tags: []string{"sourdough"}})
		wants("", source("oven"))
		wants("", source("sour"))
		wants("abc", references.Filter{Words: "sourdough"})
		wants("a", references.Filter{Words: "rising kneaders"})
		save("a", "clip_site:1", references.SourceFacts{Tags: []string{"rye"}})
		wants("b", source("sourdough"))
		wants("a", source("rye"))
		wants("", references.Filter{Words: "kneaders"})
		save("a", "clip_site:1", references.SourceFacts{})
		wants("", source("rye"))
	})
}
