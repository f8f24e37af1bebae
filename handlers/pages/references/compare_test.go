package references

import (
	"testing"

	"socialdata/views"
)

// TestDiffer compares what is known alone.
func TestDiffer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		hooks []string
		want  bool
	}{{[]string{"", ""}, false}, {[]string{"a", ""}, false}, {[]string{"", "a", "a"}, false}, {[]string{"a", "", "b"}, true}, {[]string{"a", "b"}, true}} {
		var columns []views.Compared
		for _, hook := range tt.hooks {
			columns = append(columns, views.Compared{Hook: hook})
		}
		if got := differ(columns, func(one views.Compared) string { return one.Hook }); got != tt.want {
			t.Errorf("%q differ: %t", tt.hooks, got)
		}
	}
}
