package observations

import (
	"testing"
	"time"

	"socialdata/internal/content"
)

// TestAGroupCostsNoMoreThanItsChargesOneByOne settles two observations of one subject with equal counts, plain and with
// captions, in one group: the entitlement that the first one grants covers the second, as it does one after the other.
func TestAGroupCostsNoMoreThanItsChargesOneByOne(t *testing.T) {
	t.Parallel()
	for _, first := range []content.Part{content.PartFetch, content.PartStored} {
		group := []*charge{
			{observation: &Observation{ID: "plain", Subject: "item:x", Counts: "1"}, part: first, price: 1},
			{observation: &Observation{ID: "captions", Subject: "item:x", Counts: "1"}, part: content.PartStored, price: 1},
			{observation: &Observation{ID: "changed", Subject: "item:x", Counts: "2"}, part: content.PartStored, price: 1},
		}
		lines := settle(group, 10, paidBefore{observations: map[string]bool{}, entitlements: map[string]string{}}, nil, time.Now())
		if len(lines) != 2 || lines[0].Reason != ledgerReason(first, group[0].observation) || lines[1].Reason != "stored:changed" {
			t.Errorf("after a %s: %+v", first, lines)
		}
		if left := group[2].receipt.Remaining; left != 8 {
			t.Errorf("%d credits remain, want 8", left)
		}
	}
}
