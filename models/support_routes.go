package models

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
)

// RouteSwitch is a route that support switched off, which every process asks before it calls one.
type RouteSwitch struct {
	RouteID   string `gorm:"primaryKey"`
	OffSince  int64
	OffReason string // shown to everybody
}

// SwitchRouteOff keeps every process from asking a route, from its next operation on. The reason is shown to everybody.
// A route that is off already is revision_conflict.
func (s *Store) SwitchRouteOff(ctx context.Context, by Act, routeID string) error {
	e := AuditEntry{Action: ActionRouteDisabled, Subject: routeID}
	return s.act(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		off := RouteSwitch{RouteID: routeID, OffSince: e.CreatedAt, OffReason: e.Reason}
		return switched(tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&off))
	})
}

// SwitchRouteOn ends what SwitchRouteOff began. What was measured stands: a route that was degraded is degraded again.
func (s *Store) SwitchRouteOn(ctx context.Context, by Act, routeID string) error {
	e := AuditEntry{Action: ActionRouteEnabled, Subject: routeID}
	return s.act(ctx, by, e, func(tx *gorm.DB, _ *AuditEntry) error {
		return switched(tx.Where("route_id = ?", routeID).Delete(&RouteSwitch{}))
	})
}

// switched returns revision_conflict if the switch had that state already.
func switched(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		f := apierror.New(apierror.CodeRevisionConflict)
		f.Message = "The route has this state already: somebody was faster."
		return f
	}
	return res.Error
}
