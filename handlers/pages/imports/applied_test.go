package imports

import (
	"testing"

	"socialdata/models/imports"
)

func TestAppliedText(t *testing.T) {
	t.Parallel()
	for want, a := range map[string]*imports.Applied{
		"": nil,
		"The title of this import was saved. The reference kept its own notes. Tags saved: a, b. No room for: c.": {
			CustomTitle: new(true), Notes: new(false), Tags: []string{"a", "b"}, TagsLeftOut: []string{"c"}},
		"Tags saved: a.": {Tags: []string{"a"}},
	} {
		if got := appliedText(a); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := appliedText(&imports.Applied{}); got != "" {
		t.Errorf("an import without words: %q", got)
	}
}
