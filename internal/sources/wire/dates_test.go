package wire

import "testing"

func TestInstant(t *testing.T) {
	for s, want := range map[string]string{
		"2021-03-17T12:56:59-07:00": "2021-03-17T19:56:59.000Z",
		"2012-10-09":                "2012-10-09T00:00:00.000Z",
	} {
		if got := Instant(s); got == nil || got.String() != want {
			t.Errorf("%s: %v, want %s", s, got, want)
		}
	}
	if Instant("3 weeks ago") != nil || Instant("") != nil {
		t.Error("no instant")
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
