package observations

import (
	"maps"
	"slices"

	"gorm.io/gorm"

	"socialdata/models/billing"
)

// budgetsOf returns the budgets of the keys that pay for a group, except keys that were just read to have none.
func budgetsOf(tx *gorm.DB, group []*charge) (map[string]*billing.Budget, error) {
	var ids []string
	for _, c := range group {
		if c.by.Budgeted && !slices.Contains(ids, c.by.KeyID) {
			ids = append(ids, c.by.KeyID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return billing.Budgets(tx, ids)
}

// spendByKeys adds the charges of a group to the budgets of the keys that pay for them.
func spendByKeys(tx *gorm.DB, workspaceID string, group []*charge) error {
	spent := map[string]int64{}
	for _, c := range group {
		if c.err == nil {
			spent[c.by.KeyID] += c.receipt.Usage.CreditsCharged
		}
	}
	for _, id := range slices.Sorted(maps.Keys(spent)) {
		if err := billing.SpendByKey(tx, workspaceID, id, spent[id]); err != nil {
			return err
		}
	}
	return nil
}
