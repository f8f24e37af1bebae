package billing

import (
	"context"
	"strconv"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Spender is an API key, a person or a watch that spends credits. The zero value is unknown. Only keys have budgets.
type Spender struct {
	KeyID    string // of the key whose budget is spent
	Budgeted bool   // false only if the key was just read and has no budget
	UserID   string // of the person; "" with a key
	WatchID  string // of the watch, which may also spend a key's budget
}

// The kinds of spenders in the ledger.
const (
	ByWatch = "watch"
	ByKey   = "key"
	ByUser  = "user"
)

// Name returns the spender's name in the ledger, its kind and id; "" if unknown.
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

// Budget is what an API key may spend and has spent. Days and months are in UTC.
type Budget struct {
	DailyCredits   *int64 // nil: unlimited; 0: the key may spend nothing
	MonthlyCredits *int64
	SpentDay       int64 // the day of DayCredits, as days since 1970
	DayCredits     int64
	SpentMonth     int64 // the month of MonthCredits, as months since 1970
	MonthCredits   int64
}

// keyAccount is the part of an API key's row that concerns credits.
type keyAccount struct {
	ID     string `gorm:"primaryKey"`
	Name   string
	Budget `gorm:"embedded"`
}

// TableName implements GORM's Tabler: a keyAccount is part of a key's row.
func (keyAccount) TableName() string { return "api_keys" }

// Limited reports whether the key has a budget at all.
func (b *Budget) Limited() bool { return b.DailyCredits != nil || b.MonthlyCredits != nil }

// Period is the period of a limit in a budget.
type Period string

// The periods of a budget.
const (
	Day   Period = "day"
	Month Period = "month"
)

// Share is one limit of a budget at a certain time.
type Share struct {
	Period Period
	Limit  *int64
	Spent  int64
	Resets time.Time // when Spent returns to 0
}

// Shares returns both limits at now.
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

// Tightest returns the limit with the least left at now, and what is left; nil if there is no limit.
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

// Check returns insufficient_credits if the budget does not allow spending so many more credits.
func (b *Budget) Check(now time.Time, credits int64) error {
	s, left := b.Tightest(now)
	if s == nil || credits <= left {
		return nil
	}
	e := apierror.New(apierror.CodeInsufficientCredits, "limit", "key", "period", s.Period, "required", credits, "remaining", left)
	e.Message = "The budget of this API key does not bear this."
	if *s.Limit < credits {
		e.Message = "This API key may not spend this much: its limit is " + strconv.FormatInt(*s.Limit, 10) + " credits a " + string(s.Period) + ", and waiting does not help."
		return e
	}
	e.Details["resetsAt"] = s.Resets.Format(time.RFC3339)
	return e
}

// Spend adds credits to the amount spent at now, without a check.
func (b *Budget) Spend(now time.Time, credits int64) {
	shares := b.Shares(now)
	b.SpentDay, b.DayCredits = dayOf(now), shares[0].Spent+credits
	b.SpentMonth, b.MonthCredits = monthOf(now), shares[1].Spent+credits
}

// KeyBudget returns the budget of a spender; it has no limits unless the spender is a key.
func (s *Store) KeyBudget(ctx context.Context, by Spender) (*Budget, error) {
	if !by.Budgeted {
		return &Budget{}, nil
	}
	budgets, err := Budgets(s.Read(ctx), []string{by.KeyID})
	return budgets[by.KeyID], db.Error(err)
}

// Budgets returns the budgets of keys. The result has an entry for each id; a deleted key has no limits.
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

// SpendByKey adds credits that were just taken from a locked workspace to the amount spent by a key. If it returns
// insufficient_credits, because the budget does not allow them, the caller must roll back.
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

// spentIn is the SQL expression for a key's spending in a period after adding credits.
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

// tellBudget writes an event for each limit whose spending this charge raised to 80 % or more.
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
