package observations

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/batcher"
	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/history"
)

// chargeTime limits a transaction of charges: a group must not depend on the context of one of its callers.
const chargeTime = 20 * time.Second

// mostCharges is the maximum number of charges in one transaction.
const mostCharges = 64

// charge is one serving that may cost credits, with its outcome.
type charge struct {
	observation *Observation
	part        content.Part
	price       int64 // in credits; 0 grants no entitlement
	by          billing.Spender
	record      bool            // the observation was just fetched
	values      context.Context // of the caller, for traces: a group is traced under the first one
	counted     []history.Seen  // read before the group runs, because that holds the workspace's row

	receipt Receipt
	err     error
}

// chargeInGroup charges one serving. Concurrent servings of one workspace share a transaction: otherwise they would wait
// for one another's row lock and disk write.
func (s *Store) chargeInGroup(ctx context.Context, workspaceID string, c charge) (Receipt, error) {
	c.values, c.counted = context.WithoutCancel(ctx), countedFor(ctx, c.observation)
	if err := s.charges.Do(ctx, workspaceID, &c); err != nil {
		return Receipt{}, err
	}
	return c.receipt, c.err
}

// runCharges charges a group, including those that arrive while it waits for the workspace's row. If its transaction
// fails, each charge is tried separately, so that one cannot block the others.
func (s *Store) runCharges(workspaceID string, g *batcher.Group[*charge]) {
	values := g.Calls()[0].values
	err := s.chargeGroup(values, workspaceID, g.Admit)
	group := g.Calls()
	alone := len(group) == 1 || apierror.Is(err, apierror.CodeStorageUnavailable)
	for _, c := range group {
		if err != nil && !alone {
			c.fail(s.chargeGroup(values, workspaceID, func() []*charge { return []*charge{c} }))
		} else {
			c.fail(err)
		}
	}
}

// fail sets the error of a charge whose transaction failed; nil changes nothing.
func (c *charge) fail(err error) {
	if err != nil {
		c.receipt, c.err = Receipt{}, err
	}
}

// chargeGroup records, charges and grants the entitlements of a group in one transaction, in the group's order. A charge
// that cannot be paid gets insufficient_credits and writes nothing. members is called once the workspace's row is locked.
func (s *Store) chargeGroup(ctx context.Context, workspaceID string, members func() []*charge) error {
	ctx, cancel := context.WithTimeout(ctx, chargeTime)
	defer cancel()
	return s.Tx(ctx, func(tx *gorm.DB) error {
		w, err := billing.Lock(tx, workspaceID)
		if err != nil {
			return err
		}
		group := members()
		paid, err := findPaid(tx, workspaceID, group)
		if err != nil {
			return err
		}
		budgets, err := budgetsOf(tx, group)
		if err != nil {
			return err
		}
		lines := settle(group, w.Balance, paid, budgets, db.FromMicros(s.NowMicros()))
		return db.Together(tx, func(tx *gorm.DB) error { return s.writeGroup(tx, w, group, lines) })
	})
}

// writeGroup writes what was decided about a group. What returns rows comes first, so that the other writes go together.
func (s *Store) writeGroup(tx *gorm.DB, w *billing.Account, group []*charge, lines []billing.Entry) error {
	if err := spendByKeys(tx, w.ID, group); err != nil {
		return err
	}
	if err := debitLines(tx, w, lines); err != nil {
		return err
	}
	if err := s.recordObservations(tx, fetched(group)); err != nil {
		return err
	}
	if err := s.grantEntitlements(tx, w.ID, group); err != nil {
		return err
	}
	if err := s.keepServed(tx, w.ID, group); err != nil {
		return err
	}
	return history.Add(tx, w.ID, served(group))
}

// served returns the counts that the callers of a group were served.
func served(group []*charge) (seen []history.Seen) {
	for _, c := range group {
		if c.err == nil {
			seen = append(seen, c.counted...)
		}
	}
	return seen
}

// countedFor returns the counts in an observation, with the caller's source.
func countedFor(ctx context.Context, o *Observation) []history.Seen {
	counted, source := o.counted(), history.SourceOf(ctx)
	for n := range counted {
		counted[n].Source = cmp.Or(source, counted[n].Source)
	}
	return counted
}

// paidBefore is what a workspace has paid for: observations by id, and subjects with their counts.
type paidBefore struct {
	observations map[string]bool
	entitlements map[string]string
}

// findPaid looks for charges of these very observations and for entitlements to their contents. A subject may have two
// observations, with and without captions; a workspace that paid for both may alternate between them without a charge.
func findPaid(tx *gorm.DB, workspaceID string, group []*charge) (paidBefore, error) {
	var priced []*Observation
	var subjects []string
	for _, c := range group {
		if c.price == 0 {
			continue
		}
		priced = append(priced, c.observation)
		if c.part == content.PartStored {
			subjects = append(subjects, c.observation.Subject)
		}
	}
	observations, err := findCharged(tx, workspaceID, priced)
	entitlements, unread := findEntitled(tx, workspaceID, subjects)
	return paidBefore{observations, entitlements}, db.FirstError(err, unread)
}

// findCharged returns the ids of those observations that a workspace was charged for.
func findCharged(tx *gorm.DB, workspaceID string, list []*Observation) (map[string]bool, error) {
	charged := map[string]bool{}
	if len(list) == 0 {
		return charged, nil
	}
	ids := map[string]string{} // by the reasons of charges
	for _, o := range list {
		ids[ledgerReason(content.PartFetch, o)], ids[ledgerReason(content.PartStored, o)] = o.ID, o.ID
	}
	var found []string
	err := tx.Model(&billing.Entry{}).Where("workspace_id = ? AND reason IN ?", workspaceID, slices.Sorted(maps.Keys(ids))).Pluck("reason", &found).Error
	for _, reason := range found {
		charged[ids[reason]] = true
	}
	return charged, err
}

// findEntitled returns the counts of those subjects that a workspace is entitled to.
func findEntitled(tx *gorm.DB, workspaceID string, subjects []string) (map[string]string, error) {
	counts := map[string]string{}
	if len(subjects) == 0 {
		return counts, nil
	}
	var rights []entitlement
	err := tx.Where("workspace_id = ? AND subject IN ?", workspaceID, subjects).Find(&rights).Error
	for _, r := range rights {
		counts[r.Subject] = r.Counts
	}
	return counts, err
}

// IsPaid reports whether serving a stored observation would cost the workspace nothing.
func (s *Store) IsPaid(ctx context.Context, workspaceID string, o *Stored) (bool, error) {
	if o.Paid {
		return true, nil
	}
	c := &charge{observation: &o.Observation, part: content.PartStored, price: 1}
	paid, err := findPaid(s.Read(ctx), workspaceID, []*charge{c})
	return paid.includes(c), db.Error(err)
}

func ledgerReason(part content.Part, o *Observation) string { return string(part) + ":" + o.ID }

// includes reports whether a charge is already paid. A fetch is only paid by its own charge, never by an entitlement.
func (p paidBefore) includes(c *charge) bool {
	counts, known := p.entitlements[c.observation.Subject]
	return p.observations[c.observation.ID] || c.part == content.PartStored && known && counts == c.observation.Counts
}

// settle decides the group's charges in order and returns their ledger entries.
func settle(group []*charge, balance int64, paid paidBefore, budgets map[string]*billing.Budget, now time.Time) []billing.Entry {
	var lines []billing.Entry
	for _, c := range group {
		c.err = nil
		cost := c.price
		if paid.includes(c) {
			cost = 0
		}
		if balance < cost {
			c.err = apierror.New(apierror.CodeInsufficientCredits, "required", cost, "balance", balance)
			continue
		}
		if budget := budgets[c.by.KeyID]; budget != nil {
			if c.err = budget.Check(now, cost); c.err != nil {
				continue
			}
			budget.Spend(now, cost)
		}
		if cost > 0 {
			lines = append(lines, billing.Entry{Amount: -cost, Part: c.part, Subject: cmp.Or(c.observation.About, c.observation.Subject), Reason: ledgerReason(c.part, c.observation), SpentBy: c.by.Name()})
			paid.observations[c.observation.ID] = true
		}
		if c.price > 0 { // the same that grantEntitlements will do
			paid.entitlements[c.observation.Subject] = c.observation.Counts
		}
		balance -= cost
		c.receipt = Receipt{Usage: content.Charge(c.part, cost), Remaining: balance}
	}
	return lines
}

// fetched returns the observations to record for the charges that succeeded.
func fetched(group []*charge) (list []*Observation) {
	for _, c := range group {
		if c.record && c.err == nil {
			list = append(list, c.observation)
		}
	}
	return list
}

// debitLines takes the total of the lines from the workspace and appends them to the ledger.
func debitLines(tx *gorm.DB, w *billing.Account, lines []billing.Entry) error {
	if len(lines) == 0 {
		return nil
	}
	credits := int64(0)
	for _, l := range lines {
		credits -= l.Amount
	}
	if err := billing.DebitLocked(tx, w, credits); err != nil {
		return err
	}
	return billing.AppendEntries(tx, w.ID, w.Balance, lines...)
}

// grantEntitlements renews the entitlement to each subject that was served, with the last counts of each.
func (s *Store) grantEntitlements(tx *gorm.DB, workspaceID string, group []*charge) error {
	var list []entitlement
	for _, c := range slices.Backward(group) {
		o := c.observation
		if c.price == 0 || c.err != nil || slices.ContainsFunc(list, func(r entitlement) bool { return r.Subject == o.Subject }) {
			continue
		}
		list = append(list, entitlement{WorkspaceID: workspaceID, Subject: o.Subject, Counts: o.Counts, PaidAt: s.NowMicros()})
	}
	if len(list) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&list).Error
}
