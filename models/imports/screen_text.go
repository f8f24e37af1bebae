package imports

import (
	"cmp"
	"slices"

	"socialdata/internal/content"
)

// mergeTexts returns the text on screen of a reference after an import: that of the parts that it read, and what was known of others.
// places are the new indexes of the known parts; nil if they did not change.
func (c *Commit) mergeTexts(known []content.ScreenText, places map[int64]int64) []content.ScreenText {
	if len(c.TextOf) == 0 && places == nil {
		return known
	}
	merged := slices.Clone(c.Derived.OnScreenText)
	if known != nil && merged == nil {
		merged = []content.ScreenText{}
	}
	for _, t := range known {
		place, ok := places[t.Part]
		if !ok || slices.Contains(c.TextOf, place) {
			continue
		}
		t.Part = place
		merged = append(merged, t)
	}
	slices.SortStableFunc(merged, func(a, b content.ScreenText) int { return cmp.Compare(a.Part, b.Part) })
	return merged[:min(len(merged), content.MaxScreenTexts)]
}
