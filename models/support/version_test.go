package support

import "testing"

func TestVersionsInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		older bool
	}{{"1.2.9", "1.3.0", true}, {"1.3.0", "1.3.0", false}, {"v1.3", "1.3.0", false}, {"1.10.0", "1.9.9", false}, {"1.9", "1.10", true}, {"dev", "0.0.1", true},
		{"1.3.0-rc1", "1.3.0", false}, {"2", "1.9.9", false}, {"", "1", true}} {
		if got := olderVersion(c.a, c.b); got != c.older {
			t.Errorf("%q before %q: %v", c.a, c.b, got)
		}
	}
}
