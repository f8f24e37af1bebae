package shown

import (
	"testing"

	"socialdata/internal/lookup"
	"socialdata/models/billing"
)

func TestPriceOfALookupIsSaidInAdvance(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		stored            bool
		least, most, free int64
		price, sentence   string
	}{
		{true, 0, 0, 0, "free", "Free: it is stored, and this workspace has paid for it."},
		{true, 1, 1, 1, "1 credit", "1 credit: it is stored, and served to this workspace for the first time."},
		{false, 1, 1, 1, "1 credit", "1 credit: it is read live. Asking for it again is free while what was read is fresh."},
		{false, 0, 0, 0, "free", "Free: it is read live."},
		{false, 0, 1, 1, "up to 1 credit", "Up to 1 credit: it is read live. An empty answer is free, and so is one that you have paid for."},
		{false, 2, 2, 1, "2 credits", "2 credits: it is read live. Asking for it again is free while what was read is fresh. The balance does not pay that."},
	} {
		e := lookup.Estimate{Stored: tt.stored, Free: tt.free, Lines: []billing.EstimatedCharge{{Min: tt.least, Max: tt.most}}}
		if price, sentence := LookupPrice(&e); price != tt.price || sentence != tt.sentence {
			t.Errorf("%+v: %q, %q", tt, price, sentence)
		}
	}
}
