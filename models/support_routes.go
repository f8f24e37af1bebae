package models

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/fault"
)

// SwitchRouteOff keeps every process from asking a route, from its next operation on. The reason is shown to everybody.
// A route that is off already is revision_conflict.
func (s *Store) SwitchRouteOff(ctx context.Context, by Act, routeID string) error {
	e := AuditEntry{Action: ActionRouteDisabled, Subject: routeID}
	return s.act(ctx, by, e, func(tx *gorm.DB, e *AuditEntry) error {
		row := RouteState{RouteID: routeID, State: routeEnabled, Since: e.CreatedAt}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		res := tx.Model(&RouteState{}).Where("route_id = ? AND off_since IS NULL", routeID).
			Updates(map[string]any{"off_since": e.CreatedAt, "off_reason": e.Reason})
		return switched(res)
	})
}

// SwitchRouteOn ends what SwitchRouteOff began. What was measured stands: a route that was degraded is degraded again.
func (s *Store) SwitchRouteOn(ctx context.Context, by Act, routeID string) error {
	e := AuditEntry{Action: ActionRouteEnabled, Subject: routeID}
	return s.act(ctx, by, e, func(tx *gorm.DB, _ *AuditEntry) error {
		return switched(tx.Model(&RouteState{}).Where("route_id = ? AND off_since IS NOT NULL", routeID).
			Updates(map[string]any{"off_since": nil, "off_reason": ""}))
	})
}

// switched tells a switch that somebody else was faster with.
func switched(res *gorm.DB) error {
	if res.Error == nil && res.RowsAffected == 0 {
		f := fault.New(fault.RevisionConflict)
		f.Message = "The route has this state already: somebody was faster."
		return f
	}
	return res.Error
}
