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
	}{{[]string{"", ""}, false}, {[]string{"a", ""}, false}, {[]string{"", "a", "a"}, false}, {[]string{"a", "", "b"}, true}, {[]string{"a", "b"}, true}, {[]string{"Shop Now", " shop now\n", ""}, false}} {
		if got := differ(tt.hooks); got != tt.want {
			t.Errorf("%q differ: %t", tt.hooks, got)
		}
	}
}

// TestComparedRows marks a row for values that are known to differ, and not for one that is not known.
func TestComparedRows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first, second views.Fact
		want          bool
	}{
		{views.Fact{Value: "Shop Now"}, views.Fact{Value: "Shop now"}, false},
		{views.Fact{Value: "Shop Now"}, views.Fact{Missing: "not shown by the platform"}, false},
		{views.Fact{Value: "Shop Now"}, views.Fact{Missing: views.None}, true},
		{views.Fact{Value: "40"}, views.Fact{Value: "41"}, true},
	} {
		if rows := comparedRows([][]views.Fact{{tt.first}, {tt.second}}); rows[0].Differs != tt.want {
			t.Errorf("%+v and %+v differ: %t", tt.first, tt.second, rows[0].Differs)
		}
	}
}
