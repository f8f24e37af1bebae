package support

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/routehealth"
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

// conflictIfUnchanged returns revision_conflict if the statement changed no row.
func conflictIfUnchanged(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "The route has this state already: somebody was faster."
		return f
	}
	return res.Error
}
