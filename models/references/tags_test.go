package references

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCleanTags(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name         string
		tags         []string
		clean, folds []string
		json         string
	}{
		{"none", nil, []string{}, []string{}, `[]`},
		{"blank ones", []string{"", " ", "\t\n", "\u00a0"}, []string{}, []string{}, `[]`},
		{"blanks around", []string{" a b "}, []string{"a b"}, []string{"a b"}, `["a b"]`},
		{"another case", []string{"Red", "RED", "red"}, []string{"Red"}, []string{"red"}, `["Red"]`},
		{"another spelling of the same letter", []string{"cafe\u0301", "café"}, []string{"café"}, []string{"café"},
			`["café"]`},
		{"letters that grow when folded", []string{"Straße", "STRASSE"}, []string{"Straße"}, []string{"strasse"},
			`["Straße"]`},
		{"the order", []string{"b", "a", "B"}, []string{"b", "a"}, []string{"b", "a"}, `["b","a"]`},
		{"signs of JSON", []string{`"],"x`}, []string{`"],"x`}, []string{`"],"x`}, `["\"],\"x"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.clean, CleanTags(tt.tags)); diff != "" {
				t.Errorf("the tags differ (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.folds, foldTags(tt.tags)); diff != "" {
				t.Errorf("the folded tags differ (-want +got):\n%s", diff)
			}
			if got := TagsJSON(tt.tags); got != tt.json {
				t.Errorf("the tags are kept as %s, want %s", got, tt.json)
			}
		})
	}
}

func TestAnnotationChanges(t *testing.T) {
	t.Parallel()
	text := func(s string) *Note { return &Note{To: &s} }
	tests := []struct {
		name    string
		a       Annotation
		changed bool
		want    Reference
	}{
		{"nothing", Annotation{}, false, Reference{CustomTitle: new("a"), Tags: `["x"]`}},
		{"the same title", Annotation{CustomTitle: text("a")}, false, Reference{CustomTitle: new("a"), Tags: `["x"]`}},
		{"another title", Annotation{CustomTitle: text("b")}, true, Reference{CustomTitle: new("b"), Tags: `["x"]`}},
		{"an empty title", Annotation{CustomTitle: text("")}, true, Reference{CustomTitle: new(""), Tags: `["x"]`}},
		{"no title", Annotation{CustomTitle: &Note{}}, true, Reference{Tags: `["x"]`}},
		{"no notes where there are none", Annotation{Notes: &Note{}}, false, Reference{CustomTitle: new("a"), Tags: `["x"]`}},
		{"first notes", Annotation{Notes: text("n")}, true, Reference{CustomTitle: new("a"), Notes: new("n"), Tags: `["x"]`}},
		{"the same tags", Annotation{Tags: &[]string{" x", "X"}}, false, Reference{CustomTitle: new("a"), Tags: `["x"]`}},
		{"a tag in another case", Annotation{Tags: &[]string{"X"}}, true, Reference{CustomTitle: new("a"), Tags: `["X"]`}},
		{"no tags", Annotation{Tags: &[]string{}}, true, Reference{CustomTitle: new("a"), Tags: `[]`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := Reference{CustomTitle: new("a"), Tags: `["x"]`}
			if got := tt.a.change(&r); got != tt.changed {
				t.Errorf("changed: %v, want %v", got, tt.changed)
			}
			if diff := cmp.Diff(tt.want, r); diff != "" {
				t.Errorf("the reference differs (-want +got):\n%s", diff)
			}
		})
	}
}
