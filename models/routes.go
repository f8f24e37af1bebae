package models

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/fault"
)

// When a route counts as degraded, and how it comes back.
const (
	degradeWindow  = 5 * time.Minute
	degradeCalls   = 10
	degradeShare   = 0.5
	probeEvery     = 30 * time.Second
	healthWindow   = 60 * time.Minute
	callsKeptUntil = 24 * time.Hour
)

// RouteState is what all processes know about a route.
type RouteState struct {
	RouteID         string `gorm:"primaryKey"`
	State           string // enabled or degraded
	Reason          string
	Since           int64
	ProbeAt         int64 // degraded: when the next probe may go
	LastSuccessAt   *int64
	LastFailureAt   *int64
	LastFailureCode fault.Code
	OffSince        *int64 // switched off by support; nil: not
	OffReason       string
}

// routeCall is one operation on a route, for the windows.
type routeCall struct {
	ID      string `gorm:"primaryKey"`
	RouteID string
	At      int64
	OK      bool `gorm:"column:ok"`
	Code    fault.Code
	Ms      int64
}

const (
	routeEnabled  = "enabled"
	routeDegraded = "degraded"
)

// Admit lets an operation pass unless the route is switched off, or degraded: then it fails fast, but for one probe
// every 30 s, which the first caller to ask takes.
func (s *Store) Admit(ctx context.Context, routeID string) error {
	var states []RouteState
	if err := s.read.WithContext(ctx).Where("route_id = ? AND (state = ? OR off_since IS NOT NULL)", routeID, routeDegraded).Find(&states).Error; err != nil {
		return dbFault(err)
	}
	if len(states) == 0 {
		return nil
	}
	if states[0].OffSince != nil {
		return fault.New(fault.RouteDisabled)
	}
	now := s.now()
	res := s.write.WithContext(ctx).Model(&RouteState{}).
		Where("route_id = ? AND state = ? AND probe_at <= ?", routeID, routeDegraded, micros(now)).
		Update("probe_at", micros(now.Add(probeEvery)))
	if res.Error != nil {
		return dbFault(res.Error)
	}
	if res.RowsAffected == 1 {
		return nil // this caller is the probe
	}
	wait := max(time.Second, fromMicros(states[0].ProbeAt).Sub(now))
	return fault.New(fault.RouteDegraded).After(wait)
}

// Report records how an operation ended. code is "" for a success, which content errors (private, removed …) are too:
// the route answered.
func (s *Store) Report(ctx context.Context, routeID string, took time.Duration, code fault.Code) error {
	now := s.now()
	call := routeCall{ID: NewID(), RouteID: routeID, At: micros(now), OK: code == "", Code: code, Ms: took.Milliseconds()}
	return s.tx(ctx, func(tx *gorm.DB) error {
		if err := tx.Create(&call).Error; err != nil {
			return err
		}
		if call.OK {
			return s.noteSuccess(tx, routeID, now)
		}
		return s.noteFailure(tx, routeID, now, code)
	})
}

// noteSuccess notes a success; one success enables a degraded route.
func (s *Store) noteSuccess(tx *gorm.DB, routeID string, now time.Time) error {
	at := micros(now)
	row := RouteState{RouteID: routeID, State: routeEnabled, Since: at, LastSuccessAt: &at}
	return tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}}, DoUpdates: clause.Assignments(map[string]any{
		"last_success_at": at,
		"since":           gorm.Expr("CASE WHEN route_states.state = ? THEN route_states.since ELSE excluded.since END", routeEnabled),
		"reason":          "",
		"state":           routeEnabled,
	})}).Create(&row).Error
}

// noteFailure notes a failure and degrades the route when half of ten or more calls in five minutes failed. Only calls
// since the last change count: a route that just recovered is not condemned for its past.
func (s *Store) noteFailure(tx *gorm.DB, routeID string, now time.Time, code fault.Code) error {
	at := micros(now)
	row := RouteState{RouteID: routeID, State: routeEnabled, Since: at, LastFailureAt: &at, LastFailureCode: code}
	err := tx.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}}, DoUpdates: clause.Assignments(map[string]any{
		"last_failure_at": at, "last_failure_code": code,
	})}).Create(&row).Error
	if err != nil {
		return err
	}
	var seen struct{ Total, Failed int64 }
	err = tx.Raw(`SELECT COUNT(*) AS total, COALESCE(SUM(CASE WHEN c.ok THEN 0 ELSE 1 END), 0) AS failed
		FROM route_calls c JOIN route_states st ON st.route_id = c.route_id
		WHERE c.route_id = ? AND c.at > ? AND c.at >= st.since`, routeID, micros(now.Add(-degradeWindow))).Scan(&seen).Error
	if err != nil || seen.Total < degradeCalls || float64(seen.Failed) < degradeShare*float64(seen.Total) {
		return err
	}
	return tx.Model(&RouteState{}).Where("route_id = ? AND state = ?", routeID, routeEnabled).Updates(map[string]any{
		"state": routeDegraded, "reason": string(code), "since": at, "probe_at": micros(now.Add(probeEvery)),
	}).Error
}

// RouteHealth is what was measured of a route in the last hour. P50 and P95 are nil without a call.
type RouteHealth struct {
	State            RouteState
	Total, Succeeded int64
	P50, P95         *int64 // milliseconds
}

// WindowMinutes is the length of the window that RouteHealth covers.
const WindowMinutes = int64(healthWindow / time.Minute)

// RouteStates reads how every route that was ever used stands, by its id.
func (s *Store) RouteStates(ctx context.Context) (map[string]RouteState, error) {
	var list []RouteState
	err := s.read.WithContext(ctx).Find(&list).Error
	states := make(map[string]RouteState, len(list))
	for _, st := range list {
		states[st.RouteID] = st
	}
	return states, dbFault(err)
}

// Health reads what is known of every route that was ever used.
func (s *Store) Health(ctx context.Context) (map[string]RouteHealth, error) {
	states, err := s.RouteStates(ctx)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		RouteID          string
		Total, Succeeded int64
		P50, P95         *int64
	}
	err = s.read.WithContext(ctx).Raw(`SELECT route_id, MAX(n) AS total, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded,
			MIN(CASE WHEN rank * 2 >= n THEN ms END) AS p50, MIN(CASE WHEN rank * 20 >= n * 19 THEN ms END) AS p95
		FROM (SELECT route_id, ok, ms, ROW_NUMBER() OVER (PARTITION BY route_id ORDER BY ms) AS rank,
			COUNT(*) OVER (PARTITION BY route_id) AS n FROM route_calls WHERE at > ?) AS calls GROUP BY route_id`,
		micros(s.now().Add(-healthWindow))).Scan(&rows).Error
	if err != nil {
		return nil, dbFault(err)
	}
	health := map[string]RouteHealth{}
	for id, st := range states {
		health[id] = RouteHealth{State: st}
	}
	for _, r := range rows {
		h := health[r.RouteID]
		h.Total, h.Succeeded, h.P50, h.P95 = r.Total, r.Succeeded, r.P50, r.P95
		health[r.RouteID] = h
	}
	return health, nil
}

// RouteHour counts the calls of one hour.
type RouteHour struct {
	Start             time.Time
	Succeeded, Failed int64
}

// hoursShown is how far back RouteHistory looks.
const hoursShown = 24

// RouteHistory counts the calls of every route in each of the last 24 hours, oldest first, the empty hours too.
func (s *Store) RouteHistory(ctx context.Context) (map[string][]RouteHour, error) {
	first := s.now().UTC().Truncate(time.Hour).Add(-(hoursShown - 1) * time.Hour)
	var rows []struct {
		RouteID           string
		Hour              int64
		Succeeded, Failed int64
	}
	err := s.read.WithContext(ctx).Raw(`SELECT route_id, at / 3600000000 AS hour, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded,
			SUM(CASE WHEN ok THEN 0 ELSE 1 END) AS failed
		FROM route_calls WHERE at >= ? GROUP BY route_id, at / 3600000000`, micros(first)).Scan(&rows).Error
	if err != nil {
		return nil, dbFault(err)
	}
	var states []RouteState
	if err := s.read.WithContext(ctx).Select("route_id").Find(&states).Error; err != nil {
		return nil, dbFault(err)
	}
	history := map[string][]RouteHour{}
	for _, st := range states {
		for h := range hoursShown {
			history[st.RouteID] = append(history[st.RouteID], RouteHour{Start: first.Add(time.Duration(h) * time.Hour)})
		}
	}
	for _, r := range rows {
		at := r.Hour - first.Unix()/3600
		if hours := history[r.RouteID]; at >= 0 && int(at) < len(hours) {
			hours[at].Succeeded, hours[at].Failed = r.Succeeded, r.Failed
		}
	}
	return history, nil
}
