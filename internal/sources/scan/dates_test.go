package scan

import "testing"

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
