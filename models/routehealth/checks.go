package routehealth

import (
	"context"

	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Check is the result of the last check of an operation; Code is "" if the route returned its known object.
type Check struct {
	RouteID   string `gorm:"primaryKey"`
	Operation string `gorm:"primaryKey"`
	At        int64
	Code      apierror.Code
	Detail    string // what was missing, or why it failed
	Bytes     int64  // total size of the answers
	Ms        int64
}

// TableName names GORM's table: checks of routes.
func (Check) TableName() string { return "route_checks" }

// SaveChecks stores the results of a check, replacing those of the last one.
func (s *Store) SaveChecks(ctx context.Context, checks []Check) error {
	if len(checks) == 0 {
		return nil
	}
	return db.Error(s.Write(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&checks).Error)
}

// RouteChecks lists the results of the last checks.
func (s *Store) RouteChecks(ctx context.Context) ([]Check, error) {
	var list []Check
	err := s.Read(ctx).Order("route_id, operation").Find(&list).Error
	return list, db.Error(err)
}
