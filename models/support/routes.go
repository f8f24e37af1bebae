package support

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/routehealth"
)

// SwitchRouteOff keeps every process from asking a route, from its next operation on. The reason is shown to everybody.
// A route that is off already is revision_conflict.
func (s *Store) SwitchRouteOff(ctx context.Context, by Actor, routeID string) error {
	e := AuditEntry{Action: ActionRouteDisabled, Subject: routeID}
	return s.audited(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		off := routehealth.Switch{RouteID: routeID, OffSince: e.CreatedAt, OffReason: e.Reason}
		return conflictIfUnchanged(tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&off))
	})
}

// SwitchRouteOn ends what SwitchRouteOff began. What was measured stands: a route that was degraded is degraded again.
func (s *Store) SwitchRouteOn(ctx context.Context, by Actor, routeID string) error {
	e := AuditEntry{Action: ActionRouteEnabled, Subject: routeID}
	return s.audited(ctx, by, e, func(tx *gorm.DB, _ *AuditEntry) error {
		return conflictIfUnchanged(tx.Where("route_id = ?", routeID).Delete(&routehealth.Switch{}))
	})
}

// conflictIfUnchanged returns revision_conflict if the switch had that state already.
func conflictIfUnchanged(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "The route has this state already: somebody was faster."
		return f
	}
	return res.Error
}
