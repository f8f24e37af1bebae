package routehealth

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// UnreadKeptFor is how long names of unknown elements are kept.
const UnreadKeptFor = 35 * 24 * time.Hour

// UnreadElement counts the answers of a day that had an element of an unknown name in the place of a row.
type UnreadElement struct {
	RouteID   string `gorm:"primaryKey"`
	Operation string `gorm:"primaryKey"`
	Name      string `gorm:"primaryKey"`
	Day       int64  `gorm:"primaryKey"` // its start
	Pages     int64
}

// AddUnread adds to the counts, in the order of their key, as AddFills does.
func (s *Store) AddUnread(ctx context.Context, rows []UnreadElement) error {
	slices.SortFunc(rows, func(a, b UnreadElement) int {
		return cmp.Or(cmp.Compare(a.RouteID, b.RouteID), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Day, b.Day))
	})
	add := clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}, {Name: "operation"}, {Name: "name"}, {Name: "day"}},
		DoUpdates: clause.Assignments(map[string]any{"pages": gorm.Expr("unread_elements.pages + excluded.pages")})}
	return db.Error(s.Write(ctx).Clauses(add).CreateInBatches(&rows, 500).Error)
}

// UnreadName sums the answers of the last weeks that had an element of an unknown name.
type UnreadName struct {
	Operation, Name   string
	Lately, Pages     int64 // answers of today and yesterday, and of all that is kept
	FirstAt, LatestAt int64
}

// mostUnread is the maximum number of names in a list.
const mostUnread = 100

// UnreadNames lists the unknown elements of a route, the most frequent of today and yesterday first.
func (s *Store) UnreadNames(ctx context.Context, routeID string) (list []UnreadName, err error) {
	err = s.Read(ctx).Table("unread_elements").Where("route_id = ?", routeID).
		Select("operation, name, SUM(pages) AS pages, SUM(CASE WHEN day > ? THEN pages ELSE 0 END) AS lately, MIN(day) AS first_at, MAX(day) AS latest_at", db.Micros(s.Now().Add(-2*24*time.Hour))).
		Group("operation, name").Order("4 DESC, 3 DESC, 1, 2").Limit(mostUnread).Scan(&list).Error
	return list, db.Error(err)
}
