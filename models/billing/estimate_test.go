package billing_test

import (
	"testing"

	"socialdata/models/billing"
)

// TestEstimatesOfImportsHoldEveryOutcome: whatever of what was asked for is there to keep, each line of the charge lies within
// its line of the estimate, and no line is missing from it.
func TestEstimatesOfImportsHoldEveryOutcome(t *testing.T) {
	t.Parallel()
	prices := billing.StandardPrices().WithSpeech()
	parts := func(n int) billing.ImportParts {
		return billing.ImportParts{Transcript: n&1 != 0, Analysis: n&2 != 0, Media: n&4 != 0, Speech: n&8 != 0}
	}
	for asked := range 16 {
		lines := prices.EstimateImport(parts(asked))
		for kept := range 16 {
			if kept&^asked != 0 {
				continue
			}
			charged := map[string]int64{}
			for _, c := range prices.ImportCharges(parts(kept)) {
				charged[string(c.Part)] = c.Credits
			}
			for _, l := range lines {
				if got := charged[string(l.Part)]; got < l.Min || got > l.Max {
					t.Errorf("%+v of %+v: %s costs %d, said %d to %d", parts(kept), parts(asked), l.Part, got, l.Min, l.Max)
				}
				delete(charged, string(l.Part))
			}
			if len(charged) > 0 {
				t.Errorf("%+v of %+v: nothing was said of %v", parts(kept), parts(asked), charged)
			}
		}
	}
}
