package routehealth

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// HoursKeptFor is how long hourly counts are kept.
const HoursKeptFor = 90 * 24 * time.Hour

// hoursShown is the number of hours in a History. Calls are kept for longer, so all of these hours are complete.
const hoursShown = 24

// Hour counts the calls of one hour.
type Hour struct {
	Start             time.Time
	Succeeded, Failed int64
}

// routeHour is the stored Hour of a route.
type routeHour struct {
	RouteID   string `gorm:"primaryKey"`
	Hour      int64  `gorm:"primaryKey"` // its start
	Succeeded int64
	Failed    int64
}

// History holds the calls of every route in each of the last 24 hours.
type History struct {
	first time.Time
	calls map[string][]routeHour
}

// Of returns the hours of a route, oldest first, including hours without calls.
func (h History) Of(routeID string) []Hour {
	hours := make([]Hour, hoursShown)
	for n := range hours {
		hours[n].Start = h.first.Add(time.Duration(n) * time.Hour)
	}
	for _, c := range h.calls[routeID] {
		if at := int(db.FromMicros(c.Hour).Sub(h.first) / time.Hour); at >= 0 && at < len(hours) {
			hours[at].Succeeded, hours[at].Failed = c.Succeeded, c.Failed
		}
	}
	return hours
}

// Past is the history of all routes: the last 24 hours by hour, and how many calls of the last 30 days succeeded.
type Past struct {
	History
	thirty map[string]Answered
}

// Answered is how many of a number of calls succeeded.
type Answered struct{ Succeeded, Total int64 }

// Day returns how many calls of a route succeeded in the hours of its History.
func (p Past) Day(routeID string) (a Answered) {
	for _, h := range p.Of(routeID) {
		a.Succeeded, a.Total = a.Succeeded+h.Succeeded, a.Total+h.Succeeded+h.Failed
	}
	return a
}

// Thirty returns how many calls of a route succeeded in the last 30 days.
func (p Past) Thirty(routeID string) Answered { return p.thirty[routeID] }

const hourMicros = int64(time.Hour / time.Microsecond)

// pastSQL reads the stored counts, those before a given time as one row of hour 0, and counts the calls of the hours
// that are not stored yet.
const pastSQL = `SELECT route_id, CASE WHEN hour < ? THEN 0 ELSE hour END AS hour, SUM(succeeded) AS succeeded, SUM(failed) AS failed
		FROM route_hours WHERE hour >= ? AND hour < ? GROUP BY 1, 2
	UNION ALL ` + countSQL

// countSQL counts the calls since a time by route and hour.
const countSQL = `SELECT route_id, at / ? * ? AS hour, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded, SUM(CASE WHEN ok THEN 0 ELSE 1 END) AS failed
	FROM route_calls WHERE at >= ? GROUP BY 1, 2`

// RoutePast reads the history of all routes in two statements; its cost does not grow with the calls of a day.
func (s *Store) RoutePast(ctx context.Context) (Past, error) {
	first := s.firstHour()
	rows, err := s.pastHours(ctx, first)
	return newPast(first, rows), err
}

// firstHour returns the first hour of the current History.
func (s *Store) firstHour() time.Time {
	return s.Now().UTC().Truncate(time.Hour).Add(-(hoursShown - 1) * time.Hour)
}

// pastHours returns the counts by hour since first, and those of the last 30 days before it as hour 0.
func (s *Store) pastHours(ctx context.Context, first time.Time) ([]routeHour, error) {
	kept, err := s.keptUntil(ctx)
	if err != nil {
		return nil, err
	}
	var rows []routeHour
	err = s.Read(ctx).Raw(pastSQL, db.Micros(first), db.Micros(s.Now().Add(-30*24*time.Hour)), db.Micros(kept), hourMicros, hourMicros, db.Micros(kept)).
		Scan(&rows).Error
	return rows, db.Error(err)
}

func newPast(first time.Time, rows []routeHour) Past {
	p := Past{History{first: first, calls: map[string][]routeHour{}}, map[string]Answered{}}
	for _, r := range rows {
		a := p.thirty[r.RouteID]
		p.thirty[r.RouteID] = Answered{a.Succeeded + r.Succeeded, a.Total + r.Succeeded + r.Failed}
		p.calls[r.RouteID] = append(p.calls[r.RouteID], r)
	}
	return p
}

// KeepHours stores the counts of hours that are not stored yet; the current hour is written again later.
func (s *Store) KeepHours(ctx context.Context) error {
	kept, err := s.keptUntil(ctx)
	if err != nil {
		return err
	}
	var rows []routeHour
	err = s.Read(ctx).Raw(countSQL, hourMicros, hourMicros, db.Micros(kept)).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return db.Error(err)
	}
	return db.Error(s.Write(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error)
}

// keptUntil returns the hour from which calls have to be counted: the one before the newest stored one, whose last calls
// may have been written late, or else the oldest hour that still has all of its calls.
func (s *Store) keptUntil(ctx context.Context) (time.Time, error) {
	whole := s.Now().UTC().Add(-CallsKeptFor).Truncate(time.Hour).Add(time.Hour)
	var newest *int64
	if err := s.Read(ctx).Raw("SELECT MAX(hour) FROM route_hours").Scan(&newest).Error; err != nil || newest == nil {
		return whole, db.Error(err)
	}
	if kept := db.FromMicros(*newest).Add(-time.Hour); kept.After(whole) {
		return kept, nil
	}
	return whole, nil
}
