package routehealth

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// The keys of checks in the table of work: the regular one of all routes, and the prefix of that of one route that support asked for.
const (
	CanariesKey = "canaries"
	CheckPrefix = "check:"
)

// Check is the result of the last check of an operation; Code is "" if the route returned its known objects.
type Check struct {
	RouteID      string `gorm:"primaryKey"`
	Operation    string `gorm:"primaryKey"`
	At           int64
	Code         apierror.Code
	Detail       string // what was missing, or why it failed
	Bytes        int64  // total size of the answers
	Ms           int64
	AnsweredAt   *int64 // the last check that was answered; nil before the first
	FailedInARow int64  // checks since then; SaveChecks counts them
	Good         string // the item that the last answered check read, JSON; "" if it read none
}

// TableName names GORM's table: checks of routes.
func (Check) TableName() string { return "route_checks" }

// SaveChecks stores the results of a check, replacing those of the last one, and begins and ends incidents. It reports whether an
// operation failed that answered before, so that another check has to show whether that was chance.
func (s *Store) SaveChecks(ctx context.Context, checks []Check) (doubtful bool, err error) {
	err = s.Tx(ctx, func(tx *gorm.DB) error {
		for _, c := range checks {
			failed, err := s.saveCheck(tx, c)
			if err != nil {
				return err
			}
			doubtful = doubtful || failed == 1
		}
		return nil
	})
	return doubtful, err
}

// saveCheck stores one result and returns how many checks have failed in a row.
func (s *Store) saveCheck(tx *gorm.DB, c Check) (failed int64, err error) {
	if c.Code == "" {
		c.AnsweredAt = &c.At
		err = endIncident(tx, c)
	} else {
		var before Check // without a row, its count is 0
		err = tx.Select("failed_in_a_row").Where("route_id = ? AND operation = ?", c.RouteID, c.Operation).Limit(1).Find(&before).Error
		failed = before.FailedInARow + 1
	}
	if err != nil {
		return 0, err
	}
	c.FailedInARow = failed
	columns := []string{"at", "code", "detail", "bytes", "ms", "failed_in_a_row"}
	if c.AnsweredAt != nil {
		columns = append(columns, "answered_at", "good")
	}
	conflict := clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}, {Name: "operation"}}, DoUpdates: clause.AssignmentColumns(columns)}
	if err := tx.Clauses(conflict).Create(&c).Error; err != nil || failed < failuresOfIncident {
		return failed, err
	}
	return failed, beginIncident(tx, c)
}

// RouteChecks lists the results of the last checks.
func (s *Store) RouteChecks(ctx context.Context) ([]Check, error) {
	var list []Check
	err := s.Read(ctx).Order("route_id, operation").Find(&list).Error
	return list, db.Error(err)
}
