package models

import (
	"context"

	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// RouteCheck is what the last check of an operation found: Code is "" when the route answered for its known object.
type RouteCheck struct {
	RouteID   string `gorm:"primaryKey"`
	Operation string `gorm:"primaryKey"`
	At        int64
	Code      apierror.Code
	Detail    string // what was missing, or why it failed
	Bytes     int64  // answered in all
	Ms        int64
}

// KeepChecks keeps what a check found, in place of the last one.
func (s *Store) KeepChecks(ctx context.Context, checks []RouteCheck) error {
	if len(checks) == 0 {
		return nil
	}
	return dbFault(s.write.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&checks).Error)
}

// RouteChecks lists what the last checks found.
func (s *Store) RouteChecks(ctx context.Context) ([]RouteCheck, error) {
	var list []RouteCheck
	err := s.read.WithContext(ctx).Order("route_id, operation").Find(&list).Error
	return list, dbFault(err)
}
