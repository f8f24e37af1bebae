package observations

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// AccountName is a name by which a platform knows an account: "@" and its handle, or a legacy address that only the
// platform can resolve. A lookup by such a name shares its observation with one by the id.
type AccountName struct {
	Platform  content.Platform `gorm:"primaryKey"`
	Name      string           `gorm:"primaryKey"`
	AccountID string           // natural id
	SeenAt    int64
}

// FindAccountByName returns the natural id of the account last seen under a name; "" if there is none.
func (s *Store) FindAccountByName(ctx context.Context, p content.Platform, name string) (string, error) {
	var ids []string
	err := s.Read(ctx).Model(&AccountName{}).Where("platform = ? AND name = ?", p, strings.ToLower(name)).Limit(1).Pluck("account_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return "", db.Error(err)
	}
	return ids[0], nil
}

// LastHandle returns the handle last seen for an account, without the @; "" if there is none.
func (s *Store) LastHandle(ctx context.Context, accountID string) (string, error) {
	last, err := s.LastHandles(ctx, []string{accountID})
	return last[accountID], err
}

// LastHandles returns, in one statement, the handles last seen for accounts, without the @, by natural id. Accounts without one are left out.
func (s *Store) LastHandles(ctx context.Context, accountIDs []string) (map[string]string, error) {
	last := map[string]string{}
	if len(accountIDs) == 0 {
		return last, nil
	}
	var rows []AccountName
	err := s.Read(ctx).Where("account_id IN ? AND name LIKE '@%'", accountIDs).Order("seen_at, name").Find(&rows).Error
	for _, one := range rows {
		last[one.AccountID] = strings.TrimPrefix(one.Name, "@")
	}
	return last, db.Error(err)
}

// recordNames stores names of accounts, in a fixed order as for observations. A name that changed hands belongs to the
// account that had it last.
func (s *Store) recordNames(tx *gorm.DB, names []AccountName) error {
	last := map[AccountName]AccountName{} // by platform and name
	for _, name := range names {
		name.Name, name.SeenAt = strings.ToLower(name.Name), s.NowMicros()
		last[AccountName{Platform: name.Platform, Name: name.Name}] = name
	}
	if len(last) == 0 {
		return nil
	}
	rows := slices.SortedFunc(maps.Values(last), func(a, b AccountName) int {
		return cmp.Or(cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.Name, b.Name))
	})
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error
}
