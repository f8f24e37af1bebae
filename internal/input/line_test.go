package input_test

import (
	"testing"

	"socialdata/internal/input"
)

func TestLinesShowAsTheyWereTyped(t *testing.T) {
	for text, want := range map[string]bool{"Lantern Kitchen": true, "喫茶みどり 🍜": true, "a\tb": true, "שלום": true, "": true,
		"a\nb": false, "a\rb": false, "a\x1b[31mb": false, "a\u202ab": false, "a\u202eb": false, "a\u2066b": false, "a\u2069b": false, "a\u2028b": false, "a\u0085b": false} {
		if got := input.IsLine(text); got != want {
			t.Errorf("%q is a line: %v", text, got)
		}
	}
}
