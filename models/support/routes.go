package support

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/routehealth"
	"socialdata/models/work"
)

// SwitchRouteOff stops every process from calling a route, starting with its next operation. The reason is shown
// publicly. It returns revision_conflict if the route is already off.
func (s *Store) SwitchRouteOff(ctx context.Context, by Actor, routeID string) error {
	e := AuditEntry{Action: ActionRouteDisabled, Subject: routeID}
	return s.audited(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		off := routehealth.Switch{RouteID: routeID, OffSince: e.CreatedAt, OffReason: e.Reason}
		return conflictIfUnchanged(tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&off))
	})
}

// SwitchRouteOn reverts SwitchRouteOff. Measurements are kept: a route that was degraded is degraded again.
func (s *Store) SwitchRouteOn(ctx context.Context, by Actor, routeID string) error {
	e := AuditEntry{Action: ActionRouteEnabled, Subject: routeID}
	return s.audited(ctx, by, e, func(tx *gorm.DB, _ *AuditEntry) error {
		return conflictIfUnchanged(tx.Where("route_id = ?", routeID).Delete(&routehealth.Switch{}))
	})
}

// EveryRoute is the subject of a check of all routes.
const EveryRoute = "every route"

// NoteCheckOfRoutes records that support checks all routes.
func (s *Store) NoteCheckOfRoutes(ctx context.Context, by Actor) error {
	return s.audited(ctx, by, AuditEntry{Action: ActionRouteChecked, Subject: EveryRoute}, func(*gorm.DB, *AuditEntry) error { return nil })
}

// PendingCheck is a check of a route that is due or runs.
type PendingCheck struct {
	Asked   int64 // when support asked for it; 0 for a regular check of all routes
	Running bool
}

// CheckRoute puts a check of a route into the table of work, as an action of support. If one is pending already, it does nothing and returns
// that one.
func (s *Store) CheckRoute(ctx context.Context, by Actor, routeID string) (before *PendingCheck, err error) {
	err = s.audited(ctx, by, AuditEntry{Action: ActionRouteChecked}, func(tx *gorm.DB, e *AuditEntry) error {
		var err error
		if before, err = pendingCheck(tx, routeID); err != nil || before != nil {
			return err
		}
		e.Subject = routeID
		return work.Ensure(tx, work.Item{Kind: work.Housekeeping, Key: routehealth.CheckPrefix + routeID, RunAt: e.CreatedAt})
	})
	return before, err
}

// PendingCheck returns the check of a route that is due or runs; nil for none.
func (s *Store) PendingCheck(ctx context.Context, routeID string) (*PendingCheck, error) {
	return pendingCheck(s.Read(ctx), routeID)
}

func pendingCheck(tx *gorm.DB, routeID string) (*PendingCheck, error) {
	now, own := db.TxNow(tx), routehealth.CheckPrefix+routeID
	j, err := db.First[work.Job](tx.Where("kind = ? AND (key = ? OR key = ? AND (lease_holder <> '' OR run_at <= ?))", work.Housekeeping, own, routehealth.CanariesKey, now).
		Order("key DESC")) // the one of the route first
	if err != nil || j == nil {
		return nil, db.Error(err)
	}
	p := &PendingCheck{Running: j.LeaseHolder != "" && j.RunAt > now}
	if j.Key == own {
		p.Asked = j.CreatedAt
	}
	return p, nil
}

// conflictIfUnchanged returns revision_conflict if the statement changed no row.
func conflictIfUnchanged(res *gorm.DB) error {
	f := apierror.New(apierror.CodeRevisionConflict)
	f.Message = "The route has this state already: somebody was faster."
	return db.Changed(res, f)
}
