package routehealth

import (
	"context"
	"time"

	"socialdata/models/db"
)

// CallStats are statistics of the calls of the last hour. P50 and P95 are in milliseconds, nil without a call.
type CallStats struct {
	Total, Succeeded int64
	P50, P95         *int64
}

// OperationHealth is the state of one operation of a route with its calls of the last hour.
type OperationHealth struct {
	Operation
	CallStats
}

// Route is the state of a route with its calls of the last hour. Off is nil unless support switched it off.
type Route struct {
	CallStats
	Off        *Switch
	Operations map[string]OperationHealth // those that were ever called
}

// WindowMinutes is the length of the window that CallStats cover.
const WindowMinutes = int64(healthWindow / time.Minute)

// Health returns the state of every route that was ever called or switched off, by id.
func (s *Store) Health(ctx context.Context) (map[string]Route, error) {
	var operations []Operation
	var switches []Switch
	if err := s.Read(ctx).Find(&operations).Error; err != nil {
		return nil, db.Error(err)
	}
	if err := s.Read(ctx).Find(&switches).Error; err != nil {
		return nil, db.Error(err)
	}
	stats, err := s.callStats(ctx)
	return joinHealth(operations, switches, stats), err
}

// joinHealth combines operations, switches and statistics by route.
func joinHealth(operations []Operation, switches []Switch, stats []routeStats) map[string]Route {
	health := map[string]Route{}
	for _, o := range operations {
		h := health[o.RouteID]
		if h.Operations == nil {
			h.Operations = map[string]OperationHealth{}
		}
		h.Operations[o.Operation] = OperationHealth{Operation: o}
		health[o.RouteID] = h
	}
	for _, off := range switches {
		h := health[off.RouteID]
		h.Off = &off
		health[off.RouteID] = h
	}
	for _, r := range stats {
		h := health[r.RouteID]
		if r.Operation == "" {
			h.CallStats = r.CallStats
		} else if o, known := h.Operations[r.Operation]; known {
			o.CallStats = r.CallStats
			h.Operations[r.Operation] = o
		}
		health[r.RouteID] = h
	}
	return health
}

// Refusing returns, in one statement, the routes that currently refuse an operation: by id, "degraded" or "disabled".
func (s *Store) Refusing(ctx context.Context, operation string) (map[string]string, error) {
	var rows []struct{ RouteID, State string }
	err := s.Read(ctx).Raw(`SELECT route_id, state FROM route_operations WHERE operation = ? AND state = ?
		UNION ALL SELECT route_id, 'disabled' FROM route_switches`, operation, routeDegraded).Scan(&rows).Error
	states := map[string]string{}
	for _, r := range rows {
		if states[r.RouteID] != "disabled" {
			states[r.RouteID] = r.State
		}
	}
	return states, db.Error(err)
}

// routeStats are the calls of an operation of a route, or of the whole route where Operation is "".
type routeStats struct {
	RouteID, Operation string
	CallStats
}

// callStats returns statistics of routes and their operations over the last hour.
func (s *Store) callStats(ctx context.Context) ([]routeStats, error) {
	var rows []routeStats
	err := s.Read(ctx).Raw(`WITH calls AS (
			SELECT route_id, operation, ok, ms FROM route_calls WHERE at > ?
			UNION ALL SELECT route_id, '', ok, ms FROM route_calls WHERE at > ?
		)
		SELECT route_id, operation, MAX(n) AS total, SUM(CASE WHEN ok THEN 1 ELSE 0 END) AS succeeded,
			MIN(CASE WHEN position * 2 >= n THEN ms END) AS p50, MIN(CASE WHEN position * 20 >= n * 19 THEN ms END) AS p95
		FROM (SELECT route_id, operation, ok, ms, ROW_NUMBER() OVER (PARTITION BY route_id, operation ORDER BY ms) AS position,
			COUNT(*) OVER (PARTITION BY route_id, operation) AS n FROM calls) AS ranked GROUP BY route_id, operation`,
		db.Micros(s.Now().Add(-healthWindow)), db.Micros(s.Now().Add(-healthWindow))).Scan(&rows).Error
	return rows, db.Error(err)
}
