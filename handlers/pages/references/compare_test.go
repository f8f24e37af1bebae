package references

import "testing"

// TestDiffer compares what is known alone.
func TestDiffer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		hooks []string
		want  bool
	}{{[]string{"", ""}, false}, {[]string{"a", ""}, false}, {[]string{"", "a", "a"}, false}, {[]string{"a", "", "b"}, true}, {[]string{"a", "b"}, true}} {
		if got := differ(tt.hooks); got != tt.want {
			t.Errorf("%q differ: %t", tt.hooks, got)
		}
	}
}
