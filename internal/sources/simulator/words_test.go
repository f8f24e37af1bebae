package simulator

import "testing"

// TestInventedTitlesDifferAndCountsSpread holds that no account has a title twice, and that the views of the videos go from hundreds to millions.
func TestInventedTitlesDifferAndCountsSpread(t *testing.T) {
	t.Parallel()
	magnitudes := map[int]int{}
	for _, c := range videoPeople() {
		for tab := range c.tabs {
			seen := map[string]bool{}
			for _, f := range c.tabs[tab] {
				if seen[f.title] {
					t.Errorf("%s has %q twice", c.handle, f.title)
				}
				seen[f.title] = true
				digits := 0
				for n := f.views; n > 0; n /= 10 {
					digits++
				}
				magnitudes[digits]++
			}
		}
	}
	for digits := 3; digits <= 7; digits++ {
		if magnitudes[digits] < 2 {
			t.Errorf("%d videos have views of %d digits: %v", magnitudes[digits], digits, magnitudes)
		}
	}
	for _, p := range inventAdPages()[:3] {
		seen := map[string]bool{}
		for _, a := range p.adverts {
			if key := a.title + "\n" + a.text; seen[key] {
				t.Errorf("%s has %q twice", p.name, key)
			} else {
				seen[key] = true
			}
		}
	}
}
