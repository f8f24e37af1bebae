package billing

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Spender is who spends credits: an API key, a person or a watch. The zero value is an unknown spender. Only keys have budgets.
type Spender struct {
	KeyID    string // of the key whose budget is spent
	Budgeted bool   // the key may have a budget; false only where it was just read to have none
	UserID   string // of the person; "" with a key
	WatchID  string // of the watch, which may spend a key's budget
}

// The kinds of spenders, as the ledger names them.
const (
	ByWatch = "watch"
	ByKey   = "key"
	ByUser  = "user"
)

// Name is how the ledger names a spender: the kind and the id; "" is unknown.
func (s Spender) Name() string {
	switch {
	case s.WatchID != "":
		return ByWatch + ":" + s.WatchID
	case s.KeyID != "":
		return ByKey + ":" + s.KeyID
	case s.UserID != "":
		return ByUser + ":" + s.UserID
	}
	return ""
}

// Budget is what an API key may spend, with what it has spent. Days and months are in UTC.
type Budget struct {
	DailyCredits   *int64 // nil: no bound; 0: the key spends nothing
	MonthlyCredits *int64
	SpentDay       int64 // the day of DayCredits, counted from 1970
	DayCredits     int64
	SpentMonth     int64 // the month of MonthCredits, counted from 1970
	MonthCredits   int64
}

// keyAccount is the row of an API key as far as its credits go.
type keyAccount struct {
	ID     string `gorm:"primaryKey"`
	Name   string
	Budget `gorm:"embedded"`
}

// TableName names GORM's table: a keyAccount is a part of a key's row.
func (keyAccount) TableName() string { return "api_keys" }

// Limited reports whether the key has a budget at all.
func (b *Budget) Limited() bool { return b.DailyCredits != nil || b.MonthlyCredits != nil }

// Period is the time that a bound of a budget is for.
type Period string

// The periods of a budget.
const (
	Day   Period = "day"
	Month Period = "month"
)

// Share is one bound of a budget at a moment.
type Share struct {
	Period Period
	Limit  *int64
	Spent  int64
	Resets time.Time // when Spent begins anew
}

// Shares returns the two bounds at now.
func (b *Budget) Shares(now time.Time) [2]Share {
	now = now.UTC()
	day := Share{Period: Day, Limit: b.DailyCredits, Resets: time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, time.UTC)}
	month := Share{Period: Month, Limit: b.MonthlyCredits, Resets: time.Date(now.Year(), now.Month()+1, 1, 0, 0, 0, 0, time.UTC)}
	if b.SpentDay == dayOf(now) {
		day.Spent = b.DayCredits
	}
	if b.SpentMonth == monthOf(now) {
		month.Spent = b.MonthCredits
	}
	return [2]Share{day, month}
}

// Tightest returns the bound that leaves the least to spend at now, with what it leaves; nil if there is no bound.
func (b *Budget) Tightest(now time.Time) (tightest *Share, left int64) {
	for _, s := range b.Shares(now) {
		if s.Limit == nil {
			continue
		}
		if rest := max(0, *s.Limit-s.Spent); tightest == nil || rest < left {
			tightest, left = &s, rest
		}
	}
	return tightest, left
}

// Check returns insufficient_credits if the budget does not bear so many credits more.
func (b *Budget) Check(now time.Time, credits int64) error {
	s, left := b.Tightest(now)
	if s == nil || credits <= left {
		return nil
	}
	e := apierror.New(apierror.CodeInsufficientCredits, "limit", "key", "period", s.Period, "required", credits, "remaining", left,
		"resetsAt", s.Resets.Format(time.RFC3339))
	e.Message = "The budget of this API key does not bear this."
	return e
}

// Spend adds credits to what was spent at now, without a check.
func (b *Budget) Spend(now time.Time, credits int64) {
	shares := b.Shares(now)
	b.SpentDay, b.DayCredits = dayOf(now), shares[0].Spent+credits
	b.SpentMonth, b.MonthCredits = monthOf(now), shares[1].Spent+credits
}

// KeyBudget reads the budget of a spender; one without a bound if it is a person.
func (s *Store) KeyBudget(ctx context.Context, by Spender) (*Budget, error) {
	if !by.Budgeted {
		return &Budget{}, nil
	}
	budgets, err := Budgets(s.Read(ctx), []string{by.KeyID})
	return budgets[by.KeyID], db.Error(err)
}

// Budgets reads the budgets of keys. Every key is in the result: one that was deleted has no bound.
func Budgets(tx *gorm.DB, keyIDs []string) (map[string]*Budget, error) {
	budgets := map[string]*Budget{}
	for _, id := range keyIDs {
		budgets[id] = &Budget{}
	}
	var rows []keyAccount
	err := tx.Where("id IN ?", keyIDs).Find(&rows).Error
	for _, r := range rows {
		budgets[r.ID] = &r.Budget
	}
	return budgets, err
}

// SpendByKey counts credits that a charge just took from a workspace, whose row is locked, to the key that spends them. A
// budget that does not bear them is insufficient_credits: the transaction must end then.
func SpendByKey(tx *gorm.DB, workspaceID, keyID string, credits int64) error {
	if keyID == "" || credits == 0 {
		return nil
	}
	now := db.FromMicros(db.TxNow(tx))
	today, thisMonth := spentIn("day", dayOf(now), credits), spentIn("month", monthOf(now), credits)
	var k keyAccount
	res := tx.Model(&k).Clauses(clause.Returning{}).Where("id = ?", keyID).
		Where("(daily_credits IS NULL OR ? <= daily_credits) AND (monthly_credits IS NULL OR ? <= monthly_credits)", today, thisMonth).
		Updates(map[string]any{"spent_day": dayOf(now), "day_credits": today, "spent_month": monthOf(now), "month_credits": thisMonth})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		budgets, err := Budgets(tx, []string{keyID})
		return db.FirstError(err, budgets[keyID].Check(now, credits))
	}
	return tellBudget(tx, workspaceID, &k, now, credits)
}

// spentIn is what a key has spent in a period with so many credits more.
func spentIn(period string, number, credits int64) clause.Expr {
	return gorm.Expr("CASE WHEN spent_"+period+" = ? THEN "+period+"_credits ELSE 0 END + ?", number, credits)
}

// BudgetNow is the data of the event key.budget.
type BudgetNow struct {
	KeyID  string `json:"keyId"`
	Name   string `json:"name"`
	Period Period `json:"period"`
	Limit  int64  `json:"limit"`
	Spent  int64  `json:"spent"`
}

// tellBudget writes an event for each bound of which a charge has just brought the spending to 80 %.
func tellBudget(tx *gorm.DB, workspaceID string, k *keyAccount, now time.Time, credits int64) error {
	for _, s := range k.Shares(now) {
		if s.Limit == nil || s.Spent*5 < *s.Limit*4 || (s.Spent-credits)*5 >= *s.Limit*4 {
			continue
		}
		e, err := events.New(workspaceID, events.KeyBudget, BudgetNow{KeyID: k.ID, Name: k.Name, Period: s.Period, Limit: *s.Limit, Spent: s.Spent})
		if err != nil {
			return err
		}
		if err := events.Add(tx, e); err != nil {
			return err
		}
	}
	return nil
}

func dayOf(t time.Time) int64   { return t.Unix() / (24 * 60 * 60) }
func monthOf(t time.Time) int64 { t = t.UTC(); return int64(t.Year()-1970)*12 + int64(t.Month()) - 1 }
