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

func TestInstant(t *testing.T) {
	if got := Instant("2021-03-17T12:56:59-07:00"); got == nil || got.String() != "2021-03-17T19:56:59.000Z" {
		t.Errorf("%v", got)
	}
	for _, s := range []string{"2012-10-09", "3 weeks ago", ""} {
		if got := Instant(s); got != nil {
			t.Errorf("%q: %v, want nothing", s, got)
		}
	}
}

func TestDay(t *testing.T) {
	for s, want := range map[string]string{"2 Feb 2015": "2015-02-02", "Feb 2, 2015": "2015-02-02"} {
		if got := Day(s); got == nil || *got != want {
			t.Errorf("%s: %v, want %s", s, got, want)
		}
	}
	if Day("Joined") != nil {
		t.Error("no day")
	}
}
