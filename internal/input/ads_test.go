package input

import (
	"regexp"
	"testing"
)

func TestPeriodsAreInOrder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"", "", true}, {"2026-01-02", "", true}, {"", "2026-01-02", true}, {"2026-01-02", "2026-01-02", true}, {"2026-01-02", "2026-01-10", true},
		{"2026-01-10", "2026-01-02", false}, {"2026-13-01", "2026-01-02", true},
	} {
		if got := InOrder(tt.from, tt.to); got != tt.want {
			t.Errorf("%q to %q: %v", tt.from, tt.to, got)
		}
	}
}

func TestCountries(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"ALL": true, "de": true, "DE": true, "all": false, "D": false, "DEU": false, "D1": false, "": false} {
		if got := regexp.MustCompile(CountryPattern).MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
