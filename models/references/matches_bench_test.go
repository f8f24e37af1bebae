package references_test

import (
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/models/references"
)

// BenchmarkMatches looks for a word in the transcript of an hour, which has it once.
func BenchmarkMatches(b *testing.B) {
	said := &content.Transcript{}
	for n := range int64(1200) {
		said.Segments = append(said.Segments, content.Segment{StartMs: 3000 * n, Text: strings.Repeat("then we fold it ", 3)})
	}
	said.Segments[900].Text = "and a wombat comes in"
	for b.Loop() {
		if found := references.Matches(&references.Reference{Tags: "[]"}, said, "a wombat"); len(found) != 1 {
			b.Fatal(found)
		}
	}
}
