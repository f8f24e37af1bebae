package observations

import (
	"errors"
	"slices"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/history"
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

// TestWhatEachChargeOfAGroupCosts settles groups of a workspace that has paid for the observation "paid", and for the subject
// "item:known" with the counts "1"; the key "bounded" may spend one credit a day.
func TestWhatEachChargeOfAGroupCosts(t *testing.T) {
	t.Parallel()
	const refused = -1
	bounded := billing.Spender{KeyID: "bounded", Budgeted: true}
	of := func(part content.Part, id, subject, counts string, price int64) *charge {
		return &charge{observation: &Observation{ID: id, Subject: subject, Counts: counts}, part: part, price: price, err: errors.New("of a first try")}
	}
	stored := func(id, subject, counts string) *charge { return of(content.PartStored, id, subject, counts, 1) }
	fetch := func(id, subject, counts string) *charge { return of(content.PartFetch, id, subject, counts, 1) }
	by := func(s billing.Spender, c *charge) *charge { c.by = s; return c }
	for _, tt := range []struct {
		name    string
		group   []*charge
		balance int64
		want    []int64
	}{
		{"a stored observation that was paid for", []*charge{stored("paid", "item:x", "9")}, 5, []int64{0}},
		{"counts that were paid for", []*charge{stored("a", "item:known", "1")}, 5, []int64{0}},
		{"counts that changed", []*charge{stored("a", "item:known", "2")}, 5, []int64{1}},
		{"a fetch of counts that were paid for", []*charge{fetch("a", "item:known", "1")}, 5, []int64{1}},
		{"a stored page without counts that was not paid for", []*charge{stored("a", "items:x", "")}, 5, []int64{1}},
		{"two fetches of one subject", []*charge{fetch("a", "item:x", "1"), fetch("b", "item:x", "1")}, 5, []int64{1, 1}},
		{"one fetch for two callers", []*charge{fetch("a", "item:x", "1"), fetch("a", "item:x", "1")}, 5, []int64{1, 0}},
		{"a free page gives no right", []*charge{of(content.PartFetch, "a", "items:x", "", 0), stored("b", "items:x", "")}, 5, []int64{0, 1}},
		{"all that is left, and nothing after it but what is paid", []*charge{fetch("a", "item:x", "1"), fetch("b", "item:y", "1"), stored("paid", "item:z", "1")}, 1, []int64{1, refused, 0}},
		{"a key's budget, while others may go on", []*charge{by(bounded, fetch("a", "item:x", "1")), by(bounded, fetch("b", "item:y", "1")), fetch("c", "item:y", "1")}, 5, []int64{1, refused, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			paid := paidBefore{observations: map[string]bool{"paid": true}, entitlements: map[string]string{"item:known": "1"}}
			budgets := map[string]*billing.Budget{"bounded": {DailyCredits: new(int64(1))}}
			lines := settle(tt.group, tt.balance, paid, budgets, time.Now())
			left := tt.balance
			for n, c := range tt.group {
				if tt.want[n] == refused {
					if !apierror.Is(c.err, apierror.CodeInsufficientCredits) {
						t.Errorf("charge %d: %v, want a refusal", n, c.err)
					}
					continue
				}
				left -= tt.want[n]
				if got := c.receipt.Usage.CreditsCharged; c.err != nil || got != tt.want[n] || c.receipt.Remaining != left {
					t.Errorf("charge %d: %v, cost %d and left %d, want %d and %d", n, c.err, got, c.receipt.Remaining, tt.want[n], left)
				}
			}
			for _, l := range lines {
				left -= l.Amount
			}
			if left != tt.balance {
				t.Errorf("the lines %+v do not add up to what was charged", lines)
			}
		})
	}
}

// TestARefusedChargeRecordsNothing: neither its observation nor its counts are kept, and a shared fetch is recorded by one caller.
func TestARefusedChargeRecordsNothing(t *testing.T) {
	t.Parallel()
	member := func(id string, record bool, err error) *charge {
		return &charge{observation: &Observation{ID: id}, record: record, err: err, counted: []history.Seen{{Subject: id}}}
	}
	group := []*charge{member("served", true, nil), member("shared", false, nil), member("refused", true, errors.New("no")), member("neither", false, errors.New("no"))}
	var recorded, counted []string
	for _, o := range fetched(group) {
		recorded = append(recorded, o.ID)
	}
	for _, seen := range served(group) {
		counted = append(counted, seen.Subject)
	}
	if !slices.Equal(recorded, []string{"served"}) || !slices.Equal(counted, []string{"served", "shared"}) {
		t.Errorf("recorded %v, counted %v", recorded, counted)
	}
}
