package operations

import (
	"testing"

	"socialdata/models/billing"
)

func TestPricesInWords(t *testing.T) {
	t.Parallel()
	p := billing.Prices{Lookup: 1, Page: 3, Import: 2, Transcript: 1, Analysis: 4, Media: 8}
	for want, got := range map[string]string{
		"1 credit for a live fetch or the first serving of a stored observation; " +
			"repeats within maxAge and errors are free": lookupPrice(p),
		"3 credits for a live page or the first serving of a stored page with at least one row; " +
			"empty pages, repeats within maxAge and errors are free": pagePrice(p),
		"2 to 15 credits": importPrice(p),
		"0 credits":       credits(0),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
