package models

import (
	"context"

	"gorm.io/gorm/clause"
)

// handleRow is the handle that was last seen with a stable account id.
type handleRow struct {
	AccountID string `gorm:"primaryKey"` // natural id
	Handle    string
	SeenAt    int64
}

// TableName tells GORM the table.
func (handleRow) TableName() string { return "handles" }

// SeeHandle remembers the handle of an account.
func (s *Store) SeeHandle(ctx context.Context, accountID, handle string) error {
	row := handleRow{AccountID: accountID, Handle: handle, SeenAt: s.nowMicros()}
	return dbFault(s.write.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error)
}

// HandleOf is the handle last seen with an account; "" when none was.
func (s *Store) HandleOf(ctx context.Context, accountID string) (string, error) {
	var handles []string
	err := s.read.WithContext(ctx).Model(&handleRow{}).Where("account_id = ?", accountID).Limit(1).Pluck("handle", &handles).Error
	if err != nil || len(handles) == 0 {
		return "", dbFault(err)
	}
	return handles[0], nil
}
