package scan

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCount(t *testing.T) {
	t.Parallel()
	type count struct {
		N           *int64
		Approximate bool
	}
	for text, want := range map[string]count{
		"1,697 views":            {new(int64(1697)), false},
		"5.04m subscribers":      {new(int64(5_040_000)), true},
		"5.04M\u00a0subscribers": {new(int64(5_040_000)), true},
		"18K":                    {new(int64(18_000)), true},
		"1 view":                 {new(int64(1)), false},
		"No views":               {new(int64(0)), false},
		"2.1 B views":            {new(int64(2_100_000_000)), true},
		"84":                     {new(int64(84)), false},
		"1\u00a0697 views":       {new(int64(1)), false},
		"8.84k":                  {new(int64(8840)), true},
		"100+":                   {new(int64(100)), true},
		"0.9k":                   {new(int64(900)), true},
	} {
		t.Run(text, func(t *testing.T) {
			n, approximate := Count(text)
			if diff := cmp.Diff(want, count{n, approximate}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCount_RefusesWhatIsNoNumber(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "views", "Premieres 14/08/2025", "-5", "1.5", "infm", "0x1k", "1e3k", "99999999999b", "kkk"} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if n, _ := Count(text); n != nil {
				t.Errorf("got %d", *n)
			}
		})
	}
}

func TestInstant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2021-03-17T12:56:59-07:00": "2021-03-17T19:56:59.000Z",
		"2021-03-17T12:56:59Z":      "2021-03-17T12:56:59.000Z",
		"2012-10-09":                "", // a day is no instant
		"3 weeks ago":               "",
		"":                          "",
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			got := ""
			if at := Instant(text); at != nil {
				got = at.String()
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestDay(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]*string{
		"2 Feb 2015":       new("2015-02-02"),
		"Feb 2, 2015":      new("2015-02-02"),
		"2 February 2015":  new("2015-02-02"),
		"February 2, 2015": new("2015-02-02"),
		"31 Feb 2015":      nil,
		"Joined":           nil,
		"":                 nil,
	} {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) {
			if diff := cmp.Diff(want, Day(text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
