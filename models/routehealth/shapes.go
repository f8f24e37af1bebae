package routehealth

import (
	"context"
	"fmt"

	"socialdata/models/db"
)

// ShapesCalls counts the calls of one operation with one version of the shapes.
type ShapesCalls struct {
	RouteID, Operation, Shapes string
	Total, Succeeded           int64
}

// CallsByShapes counts the calls of the last day, of one route or of all (""), by operation and version of the shapes.
func (s *Store) CallsByShapes(ctx context.Context, routeID string) ([]ShapesCalls, error) {
	var list []ShapesCalls
	q := s.Read(ctx).Table("route_calls").Where("at > ?", db.Micros(s.Now().Add(-CallsKeptFor)))
	if routeID != "" {
		q = q.Where("route_id = ?", routeID)
	}
	err := q.Select("route_id, operation, shapes, COUNT(*) AS total, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded").
		Group("1, 2, 3").Order("1, 2, 3").Scan(&list).Error
	return list, db.Error(err)
}

// How many calls are compared at least, and how far apart the bounds of their shares are looked for, in standard deviations.
const (
	leastWith         = 5
	leastWithout      = 10
	withDeviations    = 3
	withoutDeviations = 2
)

// Fallen is an operation of which fewer calls succeed with a version of the shapes than without it.
type Fallen struct {
	RouteID, Operation string
	With, Without      Fill
}

// String says what was counted.
func (f Fallen) String() string {
	return fmt.Sprintf("%s %s: %d of %d calls succeeded, without it %d of %d", f.RouteID, f.Operation, f.With.Filled, f.With.Answers, f.Without.Filled, f.Without.Answers)
}

// Compared is how the calls with a version of the shapes went.
type Compared struct {
	With   int64 // calls with it
	Fallen []Fallen
}

// CompareShapes compares the calls since a time that used a version of the shapes with those of the last day that used another.
func (s *Store) CompareShapes(ctx context.Context, version string, since int64) (c Compared, err error) {
	var rows []struct {
		RouteID, Operation string
		Own                bool
		Total, Succeeded   int64
	}
	err = s.Read(ctx).Raw(`SELECT route_id, operation, shapes = ? AS own, COUNT(*) AS total, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded
		FROM route_calls WHERE at > ? AND (shapes <> ? OR at >= ?) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
		version, db.Micros(s.Now().Add(-CallsKeptFor)), version, since).Scan(&rows).Error
	if err != nil {
		return c, db.Error(err)
	}
	without := map[string]Fill{}
	for _, r := range rows { // false sorts before true: what was without it comes first
		fill := Fill{Filled: r.Succeeded, Answers: r.Total}
		if !r.Own {
			without[r.RouteID+" "+r.Operation] = fill
			continue
		}
		c.With += r.Total
		if before := without[r.RouteID+" "+r.Operation]; hasFallen(fill, before) {
			c.Fallen = append(c.Fallen, Fallen{RouteID: r.RouteID, Operation: r.Operation, With: fill, Without: before})
		}
	}
	return c, nil
}

// hasFallen reports whether a share is lower than another beyond chance.
func hasFallen(with, without Fill) bool {
	if with.Answers < leastWith || without.Answers < leastWithout {
		return false
	}
	_, high := bounds(with, withDeviations)
	low, _ := bounds(without, withoutDeviations)
	return high < low
}
