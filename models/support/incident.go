package support

import (
	"context"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// mostOfIncident is how many rows of each list of an incident are shown.
const mostOfIncident = 20

// IncidentImports is what an incident did to imports: those that were made on its route in its time and failed, by workspace and by
// version, the most first.
type IncidentImports struct {
	Total      int64
	Workspaces []WorkspaceFailures
	Versions   []VersionFailures
}

// WorkspaceFailures counts the failed imports of a workspace.
type WorkspaceFailures struct {
	WorkspaceID, Workspace string
	Failed                 int64
}

// VersionFailures counts failed imports by our version and that of the route's contract.
type VersionFailures struct {
	Program, Version string
	Failed           int64
}

// FailedIn returns the imports that were made on a route between two times and failed. until is nil for now.
func (s *Store) FailedIn(ctx context.Context, routeID string, from int64, until *int64) (r IncidentImports, err error) {
	of := func() *gorm.DB {
		q := failed(s.Read(ctx), FailureFilter{RouteID: routeID, Since: db.FromMicros(from)})
		if until != nil {
			q = q.Where("i.created_at <= ?", *until)
		}
		return q
	}
	if err := of().Count(&r.Total).Error; err != nil {
		return r, db.Error(err)
	}
	err = of().Select("w.id AS workspace_id, w.name AS workspace, COUNT(*) AS failed").Group("w.id, w.name").Order("failed DESC, w.id").Limit(mostOfIncident).Scan(&r.Workspaces).Error
	if err == nil {
		err = of().Select("COALESCE(a.program, '') AS program, COALESCE(a.version, '') AS version, COUNT(*) AS failed").Group("1, 2").Order("failed DESC, 1, 2").Limit(mostOfIncident).Scan(&r.Versions).Error
	}
	return r, db.Error(err)
}

// DoneAbout lists what support did about a route between two times, the newest first. until is nil for now.
func (s *Store) DoneAbout(ctx context.Context, routeID string, from int64, until *int64) (list []AuditView, err error) {
	q := s.Read(ctx).Table("audit_entries a").Joins("JOIN users u ON u.id = a.user_id").Select("a.*, u.name AS person").
		Where("a.action <> '' AND a.created_at >= ?", from).Where("a.subject LIKE ? ESCAPE '!'", holding(routeID))
	if until != nil {
		q = q.Where("a.created_at <= ?", *until)
	}
	err = q.Order("a.created_at DESC, a.id DESC").Limit(mostOfIncident).Scan(&list).Error
	return list, db.Error(err)
}
