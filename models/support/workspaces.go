package support

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Workspace is a workspace as support sees it, with its credits and recent failures.
type Workspace struct {
	ID, Name                string
	CreatedAt               int64
	Balance, Granted, Spent int64
	Members                 int64
	Imports, Failed         int64 // created in the last day
}

// lately is how far back Workspaces counts imports.
const lately = 24 * time.Hour

// Workspaces lists workspaces, newest first: those whose name contains find, or the e-mail of a member or of an open invite does, or
// whose id it is; all for "".
func (s *Store) Workspaces(ctx context.Context, find string, p db.PageRequest) (*db.RecordPage[Workspace], error) {
	q := s.supportWorkspaces(ctx)
	if find != "" {
		q = withName(q, find, s.NowMicros())
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("w.created_at", "w.id"), "support-workspaces:"+find, p,
		func(w Workspace) db.Position { return db.After(w.CreatedAt, w.ID) })
}

// mostFailing is the length limit of FailingWorkspaces.
const mostFailing = 100

// FailingWorkspaces lists workspaces with failed imports in the last day, the highest share of failures first.
func (s *Store) FailingWorkspaces(ctx context.Context) (list []Workspace, err error) {
	var ids []string
	since := db.Micros(s.Now().Add(-lately))
	err = s.Read(ctx).Table("imports").Where("state = 'failed' AND created_at >= ?", since).Group("workspace_id").
		Order("COUNT(*) DESC").Limit(mostFailing).Pluck("workspace_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return nil, db.Error(err)
	}
	if err := s.supportWorkspaces(ctx).Where("w.id IN ?", ids).Scan(&list).Error; err != nil {
		return nil, db.Error(err)
	}
	share := func(w Workspace) float64 { return float64(w.Failed) / float64(max(1, w.Imports)) }
	slices.SortFunc(list, func(a, b Workspace) int {
		return cmp.Or(cmp.Compare(share(b), share(a)), cmp.Compare(b.Failed, a.Failed), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// FindWorkspace returns one workspace.
func (s *Store) FindWorkspace(ctx context.Context, id string) (*Workspace, error) {
	return db.Find[Workspace](s.supportWorkspaces(ctx).Where("w.id = ?", id), "workspace")
}

func (s *Store) supportWorkspaces(ctx context.Context) *gorm.DB {
	since := db.Micros(s.Now().Add(-lately))
	return s.Read(ctx).Table("workspaces w").Select(`w.id, CASE WHEN w.closed_at IS NULL THEN w.name ELSE 'Closed' END AS name, w.created_at, w.balance, w.granted, w.spent,
		(SELECT COUNT(*) FROM members m WHERE m.workspace_id = w.id) AS members,
		(SELECT COUNT(*) FROM imports i WHERE i.workspace_id = w.id AND i.created_at >= ?) AS imports,
		(SELECT COUNT(*) FROM imports i WHERE i.workspace_id = w.id AND i.created_at >= ? AND i.state = 'failed') AS failed`, since, since)
}

// holding returns the LIKE pattern for texts that contain text.
func holding(text string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
}
