package routehealth

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// When an operation of a route counts as degraded, and when it recovers.
const (
	degradeWindow  = 5 * time.Minute
	degradeCalls   = 10 // distinct subjects
	degradeShare   = 0.5
	degradeTenants = 2 // workspaces with failures, if several workspaces made calls
	probeEvery     = 30 * time.Second
	healthWindow   = 60 * time.Minute
	CallsKeptFor   = 24 * time.Hour
)

const (
	routeEnabled  = "enabled"
	routeDegraded = "degraded"
)

// Operation is the state of one operation of a route, shared by all processes.
type Operation struct {
	RouteID         string `gorm:"primaryKey"`
	Operation       string `gorm:"primaryKey"`
	State           string // enabled or degraded
	Reason          string
	Since           int64
	ProbeAt         int64 // when the next probe is allowed
	LastSuccessAt   *int64
	LastFailureAt   *int64
	LastFailureCode apierror.Code
}

// TableName names GORM's table: operations of routes.
func (Operation) TableName() string { return "route_operations" }

// Degraded reports whether calls of the operation fail without being tried.
func (o Operation) Degraded() bool { return o.State == routeDegraded }

// routeCall is one call of an operation, for the windows.
type routeCall struct {
	ID          string `gorm:"primaryKey"`
	RouteID     string
	Operation   string
	Subject     string
	WorkspaceID string
	At          int64
	OK          bool `gorm:"column:ok"`
	Code        apierror.Code
	Ms          int64
	Shapes      string // version of the shapes in use
}

// Call is the result of one call of an operation. Code is "" for success, and for errors about the content (private,
// removed …), because the route answered. WorkspaceID is "" for a probe.
type Call struct {
	RouteID, Operation   string
	Subject, WorkspaceID string
	Took                 time.Duration
	Code                 apierror.Code
	Shapes               string // version of the shapes in use; "" if unknown
}

// AdmitCall returns nil if an operation may be called, route_disabled if its route is switched off, and route_degraded
// if it is degraded. Every 30 s probe is true for one caller, which then has to call the operation for a known object.
func (s *Store) AdmitCall(ctx context.Context, routeID, operation string) (probe bool, err error) {
	var known struct{ OffSince, ProbeAt *int64 }
	err = s.Read(ctx).Raw(`SELECT (SELECT off_since FROM route_switches WHERE route_id = ?) AS off_since,
		(SELECT probe_at FROM route_operations WHERE route_id = ? AND operation = ? AND state = ?) AS probe_at`,
		routeID, routeID, operation, routeDegraded).Scan(&known).Error
	switch {
	case err != nil:
		return false, db.Error(err)
	case known.OffSince != nil:
		return false, apierror.New(apierror.CodeRouteDisabled)
	case known.ProbeAt == nil:
		return false, nil
	}
	if probe, err = s.claimProbe(s.Write(ctx), routeID, operation, routeDegraded); probe || err != nil {
		return probe, db.Error(err)
	}
	return false, apierror.New(apierror.CodeRouteDegraded).After(max(time.Second, db.FromMicros(*known.ProbeAt).Sub(s.Now())))
}

// claimProbe reports whether the caller may probe now, which is allowed once every 30 s.
func (s *Store) claimProbe(tx *gorm.DB, routeID, operation, state string) (bool, error) {
	now := s.Now()
	res := tx.Model(&Operation{}).
		Where("route_id = ? AND operation = ? AND state = ? AND probe_at <= ?", routeID, operation, state, db.Micros(now)).
		Update("probe_at", db.Micros(now.Add(probeEvery)))
	return res.RowsAffected == 1, res.Error
}

// ReportCall records the result of a call. suspect reports that the failures of callers would degrade the operation: the
// caller then has to probe with a known object and pass the result to ReportProbe. Only a failed probe degrades an operation.
func (s *Store) ReportCall(ctx context.Context, c Call) (suspect bool, err error) {
	record := func(tx *gorm.DB) error { return s.recordCall(tx, c) }
	if c.Code == "" {
		return false, s.QuickWrites(ctx, record)
	}
	err = s.QuickTx(ctx, func(tx *gorm.DB) (err error) {
		if err = db.Together(tx, record); err != nil {
			return err
		}
		if suspect, err = s.failsWidely(tx, c.RouteID, c.Operation); suspect {
			suspect, err = s.claimProbe(tx, c.RouteID, c.Operation, routeEnabled)
		}
		return err
	})
	return suspect, err
}

// ReportProbe records the result of a probe: a failure degrades the operation, a success enables it.
func (s *Store) ReportProbe(ctx context.Context, c Call) error {
	c.WorkspaceID = ""
	return s.QuickTx(ctx, func(tx *gorm.DB) error {
		if err := s.recordCall(tx, c); err != nil || c.Code == "" {
			return err
		}
		now := s.Now()
		return tx.Model(&Operation{}).Where("route_id = ? AND operation = ? AND state = ?", c.RouteID, c.Operation, routeEnabled).
			Updates(map[string]any{"state": routeDegraded, "reason": string(c.Code), "since": db.Micros(now), "probe_at": db.Micros(now.Add(probeEvery))}).Error
	})
}

// recordCall stores a call and updates its operation; a single success enables a degraded one.
func (s *Store) recordCall(tx *gorm.DB, c Call) error {
	at := s.NowMicros()
	call := routeCall{ID: db.NewID(), RouteID: c.RouteID, Operation: c.Operation, Subject: c.Subject, WorkspaceID: c.WorkspaceID,
		At: at, OK: c.Code == "", Code: c.Code, Ms: c.Took.Milliseconds(), Shapes: c.Shapes}
	if err := tx.Create(&call).Error; err != nil {
		return err
	}
	row := Operation{RouteID: c.RouteID, Operation: c.Operation, State: routeEnabled, Since: at}
	var changes map[string]any
	if call.OK {
		row.LastSuccessAt = &at
		changes = map[string]any{
			"last_success_at": at,
			"since":           gorm.Expr("CASE WHEN route_operations.state = ? THEN route_operations.since ELSE excluded.since END", routeEnabled),
			"reason":          "",
			"state":           routeEnabled,
		}
	} else {
		row.LastFailureAt, row.LastFailureCode = &at, c.Code
		changes = map[string]any{"last_failure_at": at, "last_failure_code": c.Code}
	}
	onConflict := clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}, {Name: "operation"}}, DoUpdates: clause.Assignments(changes)}
	return tx.Clauses(onConflict).Create(&row).Error
}

// failsWidely reports whether half of at least ten distinct subjects failed within the window and, if several workspaces
// made calls, whether several had failures. Only calls since the last change of state count, so that an operation that
// just recovered is not degraded again for older failures. A subject that succeeded for any workspace counts as working.
func (s *Store) failsWidely(tx *gorm.DB, routeID, operation string) (bool, error) {
	var seen struct{ Subjects, Failed, Asking, Failing int64 }
	err := tx.Raw(`WITH calls AS (
			SELECT c.subject, c.workspace_id, c.ok FROM route_calls c
			JOIN route_operations o ON o.route_id = c.route_id AND o.operation = c.operation
			WHERE c.route_id = ? AND c.operation = ? AND c.at > ? AND c.at >= o.since AND c.workspace_id <> ''
		), failing AS (
			SELECT subject FROM calls GROUP BY subject HAVING MAX(CASE WHEN ok THEN 1 ELSE 0 END) = 0
		)
		SELECT (SELECT COUNT(DISTINCT subject) FROM calls) AS subjects, (SELECT COUNT(*) FROM failing) AS failed,
			(SELECT COUNT(DISTINCT workspace_id) FROM calls) AS asking,
			(SELECT COUNT(DISTINCT workspace_id) FROM calls WHERE subject IN (SELECT subject FROM failing)) AS failing`,
		routeID, operation, db.Micros(s.Now().Add(-degradeWindow))).Scan(&seen).Error
	switch {
	case err != nil, seen.Subjects < degradeCalls, float64(seen.Failed) < degradeShare*float64(seen.Subjects):
		return false, err
	}
	return seen.Asking < degradeTenants || seen.Failing >= degradeTenants, nil
}
