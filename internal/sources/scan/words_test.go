package scan

import "testing"

func TestCount(t *testing.T) {
	for text, want := range map[string]struct {
		n      int64
		approx bool
	}{
		"1,697 views": {1697, false}, "5.04m subscribers": {5040000, true}, "5.04M\u00a0subscribers": {5040000, true},
		"18K": {18000, true}, "1 view": {1, false}, "No views": {0, false}, "2.1 B views": {2100000000, true}, "84": {84, false},
		"1\u00a0697 views": {1, false}, "8.84k": {8840, true}, "100+": {100, true}, "0.9k": {900, true},
	} {
		n, approx := Count(text)
		if n == nil || *n != want.n || approx != want.approx {
			t.Errorf("%q: %v %v, want %+v", text, n, approx, want)
		}
	}
	for _, text := range []string{"", " ", "views", "Premieres 14/08/2025", "-5", "1.5", "infm", "0x1k", "1e3k", "99999999999b", "kkk"} {
		if n, _ := Count(text); n != nil {
			t.Errorf("%q: %d, want nothing", text, *n)
		}
	}
}
