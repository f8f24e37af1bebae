package events

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// Filter narrows a list of events; zero values do not.
type Filter struct {
	Types                      []Type
	CreatedFrom, CreatedBefore *time.Time
	After                      string // id of an event: list only those after it, oldest first
}

// List lists the events of a workspace, newest first, or with After oldest first. An After that does not exist (any
// more) is invalid_input.
func (s *Store) List(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[Event], error) {
	if err := s.Order(ctx, workspaceID); err != nil {
		return nil, err
	}
	q := f.narrow(s.PlanAnew(s.Read(ctx)).Model(&Event{}).Where("workspace_id = ? AND position IS NOT NULL", workspaceID))
	by := db.NewestFirst("position", "id")
	if f.After != "" {
		after, err := s.positionOf(ctx, workspaceID, f.After)
		if err != nil {
			return nil, err
		}
		q, by = q.Where("position > ?", after), db.OldestFirst("position", "id")
	}
	return db.ReadPartsPage(s.DB, f.parts(q, by), db.Scope("events", workspaceID, f), p, func(e Event) db.Position { return db.After(*e.Position, e.ID) })
}

// parts returns a query for each type, because the index by type has the list's order only within a type.
func (f Filter) parts(q *gorm.DB, by db.Order) (parts []db.Part) {
	for _, t := range f.Types {
		parts = append(parts, db.Part{Query: q.Session(&gorm.Session{}).Where("type = ?", t), By: by})
	}
	if len(parts) == 0 {
		parts = []db.Part{{Query: q, By: by}}
	}
	return parts
}

func (f Filter) narrow(q *gorm.DB) *gorm.DB {
	if f.CreatedFrom != nil {
		q = q.Where("created_at >= ?", db.Micros(*f.CreatedFrom))
	}
	if f.CreatedBefore != nil {
		q = q.Where("created_at < ?", db.Micros(*f.CreatedBefore))
	}
	return q
}

func (s *Store) positionOf(ctx context.Context, workspaceID, id string) (int64, error) {
	var e Event
	err := db.One(s.Read(ctx).Where("workspace_id = ? AND id = ? AND position IS NOT NULL", workspaceID, id), &e, "event")
	if apierror.Is(err, apierror.CodeNotFound) {
		return 0, apierror.InvalidInput(apierror.Field{Name: "after", In: "query", Reason: "unknown", Expected: "the id of an event that is still kept"})
	}
	if err != nil {
		return 0, err
	}
	return *e.Position, nil
}
