package billing

import (
	"context"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Entry is one line of the ledger: Amount > 0 is a grant, < 0 a charge. Entries are never changed or deleted. Reason is
// unique, so that a repeated charge is charged once.
type Entry struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	Amount       int64
	BalanceAfter int64
	Part         content.Part // "" on a grant
	Subject      string       // what was charged for
	Reason       string
	Note         string
	CreatedAt    int64  `gorm:"autoCreateTime:false"`
	SpentBy      string // the name of the Spender; "" on a grant
}

// TableName names GORM's table: entries of the ledger.
func (Entry) TableName() string { return "ledger_entries" }

// ImportReason returns the reason of what a part of an import costs.
func ImportReason(importID string, part content.Part) string {
	return "import:" + importID + ":" + string(part)
}

// ImportID returns the import that an entry charged; "" if there was none.
func (e Entry) ImportID() string {
	rest, ok := strings.CutPrefix(e.Reason, "import:")
	id, _, _ := strings.Cut(rest, ":")
	if !ok {
		return ""
	}
	return id
}

// Account is the part of a workspace's row that concerns credits. The database enforces Balance = Granted - Spent.
type Account struct {
	ID                      string `gorm:"primaryKey"`
	Balance, Granted, Spent int64
	LowBalance              *int64 // balance at which the workspace is alerted; nil: never
}

// TableName names GORM's table: an Account is a part of a workspace's row.
func (Account) TableName() string { return "workspaces" }

// Credits are a workspace's totals: Balance = Granted - Spent.
type Credits struct {
	Granted, Spent, Balance int64
}

// Ledger lists the entries of a workspace, newest first.
func (s *Store) Ledger(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[Entry], error) {
	q := s.Read(ctx).Model(&Entry{}).Where("workspace_id = ?", workspaceID)
	return db.ReadPage(s.DB, q, db.NewestFirst("created_at", "id"), "ledger:"+workspaceID, p, func(e Entry) db.Position { return db.After(e.CreatedAt, e.ID) })
}

// EachEntry calls use for every entry of a workspace that a filter matches, newest first, from one snapshot.
func (s *Store) EachEntry(ctx context.Context, workspaceID string, f PostingFilter, use func(Entry) error) error {
	query := func(tx *gorm.DB) *gorm.DB {
		return f.narrow(tx.Model(&Entry{}).Where("workspace_id = ?", workspaceID))
	}
	return db.EachRow(ctx, s.DB, workspaceID, query, db.NewestFirst("created_at", "id"), func(e Entry) db.Position { return db.After(e.CreatedAt, e.ID) }, use)
}

// SpentBy returns the spenders of the entries that a filter matches, each once.
func (s *Store) SpentBy(ctx context.Context, workspaceID string, f PostingFilter) (list []string, err error) {
	err = f.narrow(s.Read(ctx).Model(&Entry{}).Where("workspace_id = ? AND spent_by <> ''", workspaceID)).Distinct().Pluck("spent_by", &list).Error
	return list, db.Error(err)
}

// Credits returns a workspace's totals.
func (s *Store) Credits(ctx context.Context, workspaceID string) (Credits, error) {
	var c Credits
	q := s.Read(ctx).Table("workspaces").Select("granted, spent, balance").Where("id = ?", workspaceID)
	return c, db.One(q, &c, "workspace")
}

// MostCredits is the most that a workspace may be granted in total: the largest integer that JSON clients can represent.
const MostCredits = 1<<53 - 1

// Grant grants credits; note says why. It returns limit_exceeded if the total would exceed MostCredits.
func (s *Store) Grant(ctx context.Context, workspaceID string, amount int64, note string) (Credits, error) {
	if err := CheckGrant(amount); err != nil {
		return Credits{}, err
	}
	err := s.Tx(ctx, func(tx *gorm.DB) error { return Grant(tx, workspaceID, amount, "grant:"+db.NewID(), note) })
	if err != nil {
		return Credits{}, err
	}
	return s.Credits(ctx, workspaceID)
}

// CheckGrant returns invalid_input unless amount is at least 1.
func CheckGrant(amount int64) error {
	if amount < 1 {
		return apierror.InvalidInput(apierror.Field{Name: "amount", In: "body", Reason: "range", Expected: "an integer of at least 1"})
	}
	return nil
}

// Grant is Store.Grant inside a transaction; a second grant with the same reason changes nothing.
func Grant(tx *gorm.DB, workspaceID string, amount int64, reason, note string) error {
	w, err := Lock(tx, workspaceID)
	if err != nil {
		return err
	}
	if amount > MostCredits-w.Granted {
		return limitExceeded()
	}
	if err := advance(tx, w.ID, amount); err != nil {
		return err
	}
	return AppendEntries(tx, w.ID, w.Balance, Entry{Amount: amount, Reason: reason, Note: note})
}

func limitExceeded() error {
	return apierror.New(apierror.CodeLimitExceeded, "subject", "credits", "limit", int64(MostCredits))
}

// Lock locks a workspace's row until the transaction ends, so that charges of a workspace are serialised and what is
// read about them afterwards stays valid.
func Lock(tx *gorm.DB, id string) (*Account, error) {
	return db.Find[Account](tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND closed_at IS NULL", id), "workspace")
}

// Forfeit takes all credits that a workspace has left, so that nothing more can be charged, whether it is metered or not.
func Forfeit(tx *gorm.DB, workspaceID, reason string) error {
	if _, err := SetMetered(tx, workspaceID, true); err != nil {
		return err
	}
	w, err := Lock(tx, workspaceID)
	if err != nil || w.Balance == 0 {
		return err
	}
	err = tx.Model(&Account{}).Where("id = ?", w.ID).Updates(map[string]any{"spent": gorm.Expr("spent + ?", w.Balance), "balance": 0}).Error
	if err != nil {
		return err
	}
	return AppendEntries(tx, w.ID, w.Balance, Entry{Amount: -w.Balance, Reason: reason})
}

// Debit takes credits from a workspace, locks its row until the transaction ends, and returns the previous balance. The
// caller has to append the entries. It returns insufficient_credits if there are too few.
func Debit(tx *gorm.DB, workspaceID string, credits int64) (before int64, err error) {
	var w Account
	res := tx.Model(&w).Clauses(clause.Returning{Columns: []clause.Column{{Name: "balance"}, {Name: "low_balance"}}}).Where("id = ? AND balance >= ?", workspaceID, credits).
		Updates(debited(credits))
	if res.Error != nil {
		return 0, res.Error
	}
	if res.RowsAffected == 0 {
		return 0, insufficientCredits(tx, workspaceID, credits)
	}
	return w.Balance + credits, tellIfLow(tx, workspaceID, w.Balance, credits, w.LowBalance)
}

// DebitLocked is Debit of a workspace whose row is locked already, so that nothing is read. The caller has to append the entries.
func DebitLocked(tx *gorm.DB, w *Account, credits int64) error {
	if w.Balance < credits {
		return apierror.New(apierror.CodeInsufficientCredits, "required", credits, "balance", w.Balance)
	}
	if err := tx.Model(&Account{}).Where("id = ?", w.ID).Updates(debited(credits)).Error; err != nil {
		return err
	}
	return tellIfLow(tx, w.ID, w.Balance-credits, credits, w.LowBalance)
}

// debited are the columns of a workspace from which credits are taken.
func debited(credits int64) map[string]any {
	return map[string]any{"spent": gorm.Expr("spent + ?", credits), "balance": gorm.Expr("balance - ?", credits)}
}

// tellIfLow tells of a balance that credits have just taken to the workspace's threshold.
func tellIfLow(tx *gorm.DB, workspaceID string, balance, credits int64, low *int64) error {
	if !isLow(balance, low) || isLow(balance+credits, low) {
		return nil
	}
	return tellLow(tx, workspaceID, balance, *low)
}

// TellIfLowNow tells of a balance that a change of the threshold has just made low.
func TellIfLowNow(tx *gorm.DB, workspaceID string, balance int64, before, now *int64) error {
	if !isLow(balance, now) || isLow(balance, before) {
		return nil
	}
	return tellLow(tx, workspaceID, balance, *now)
}

func isLow(balance int64, threshold *int64) bool { return threshold != nil && balance <= *threshold }

// BalanceNow is the data of the event credits.low, in credits.
type BalanceNow struct {
	Balance    int64 `json:"balance"`
	LowBalance int64 `json:"lowBalance"`
}

// tellLow writes the event and raises the alert.
func tellLow(tx *gorm.DB, workspaceID string, balance, low int64) error {
	e, err := events.New(workspaceID, events.CreditsLow, BalanceNow{Balance: balance, LowBalance: low})
	if err != nil {
		return err
	}
	if err := events.Add(tx, e); err != nil {
		return err
	}
	return alerts.Raise(tx, workspaceID, alerts.CreditsLow)
}

// insufficientCredits returns the error with the workspace's balance and the required credits.
func insufficientCredits(tx *gorm.DB, workspaceID string, credits int64) error {
	w, err := Lock(tx, workspaceID)
	if err != nil {
		return err
	}
	return apierror.New(apierror.CodeInsufficientCredits, "required", credits, "balance", w.Balance)
}

// AppendEntries writes entries to the ledger; balance is the one before the first. It sets the balance after each entry.
func AppendEntries(tx *gorm.DB, workspaceID string, balance int64, lines ...Entry) error {
	if len(lines) == 0 {
		return nil
	}
	now := db.TxNow(tx)
	for n := range lines {
		balance += lines[n].Amount
		lines[n].ID, lines[n].WorkspaceID, lines[n].BalanceAfter, lines[n].CreatedAt = db.NewIDAt(now), workspaceID, balance, now
	}
	return tx.Create(&lines).Error
}
