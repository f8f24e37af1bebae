package routehealth

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// HoursKeptFor is how long the counts by the hour are kept.
const HoursKeptFor = 90 * 24 * time.Hour

// hoursShown is how many hours a History has. Fewer than calls are kept for, so that every one of them is whole.
const hoursShown = 24

// Hour counts the calls of one hour.
type Hour struct {
	Start             time.Time
	Succeeded, Failed int64
}

// routeHour is an Hour of a route as it is kept.
type routeHour struct {
	RouteID   string `gorm:"primaryKey"`
	Hour      int64  `gorm:"primaryKey"` // its beginning
	Succeeded int64
	Failed    int64
}

// TableName names GORM's table.
func (routeHour) TableName() string { return "route_hours" }

// History holds the calls of every route in each of the last 24 hours.
type History struct {
	first time.Time
	calls map[string][]routeHour
}

// Of returns the hours of a route, oldest first, the empty ones too, whether it was ever called or not.
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

// RouteHistory counts the calls of the last 24 hours.
func (s *Store) RouteHistory(ctx context.Context) (History, error) {
	h := History{first: s.Now().UTC().Truncate(time.Hour).Add(-(hoursShown - 1) * time.Hour), calls: map[string][]routeHour{}}
	rows, err := s.countHours(ctx, h.first)
	for _, r := range rows {
		h.calls[r.RouteID] = append(h.calls[r.RouteID], r)
	}
	return h, err
}

// countHours counts the calls since a time by route and hour.
func (s *Store) countHours(ctx context.Context, since time.Time) (rows []routeHour, err error) {
	const hour = int64(time.Hour / time.Microsecond)
	err = s.Read(ctx).Raw(`SELECT route_id, at / ? * ? AS hour, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded, SUM(CASE WHEN ok THEN 0 ELSE 1 END) AS failed
		FROM route_calls WHERE at >= ? GROUP BY 1, 2`, hour, hour, db.Micros(since)).Scan(&rows).Error
	return rows, db.Error(err)
}

// KeepHours writes the counts of the hours whose calls are all still there; an hour that is not over is written again
// later. What ended before a day was written by then.
func (s *Store) KeepHours(ctx context.Context) error {
	rows, err := s.countHours(ctx, s.wholeSince())
	if err != nil || len(rows) == 0 {
		return err
	}
	return db.Error(s.Write(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&rows).Error)
}

// wholeSince is the beginning of the oldest hour of which every call is kept.
func (s *Store) wholeSince() time.Time {
	return s.Now().UTC().Add(-CallsKeptFor).Truncate(time.Hour).Add(time.Hour)
}

// Answered says how many of the calls of a time succeeded.
type Answered struct{ Succeeded, Total int64 }

// AnsweredSince counts the calls of every route since a time, at most HoursKeptFor ago: kept counts, and the calls
// themselves where they are all still there.
func (s *Store) AnsweredSince(ctx context.Context, since time.Time) (map[string]Answered, error) {
	whole := s.wholeSince()
	if since.After(whole) {
		whole = since
	}
	recent, err := s.countHours(ctx, whole)
	if err != nil {
		return nil, err
	}
	var older []routeHour
	err = s.Read(ctx).Raw(`SELECT route_id, SUM(succeeded) AS succeeded, SUM(failed) AS failed FROM route_hours
		WHERE hour >= ? AND hour < ? GROUP BY route_id`, db.Micros(since), db.Micros(whole)).Scan(&older).Error
	counts := map[string]Answered{}
	for _, r := range append(older, recent...) {
		c := counts[r.RouteID]
		counts[r.RouteID] = Answered{c.Succeeded + r.Succeeded, c.Total + r.Succeeded + r.Failed}
	}
	return counts, db.Error(err)
}
