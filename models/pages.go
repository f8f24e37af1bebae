package models

import (
	"gorm.io/gorm"

	"socialdata/models/fault"
)

// PageRequest asks for one page of stored records. Limit is 1..100; Cursor is "" or the NextCursor of the page before.
type PageRequest struct {
	Cursor string
	Limit  int
}

// RecordPage is one page of stored records, newest first. NextCursor is "" on the last one.
type RecordPage[T any] struct {
	Items      []T
	NextCursor string
}

// position is what a record cursor holds: the id of the last row given. Ids are UUIDv7, so their order is time's.
type position struct {
	After string `json:"a"`
}

// recordPage reads one page by keyset. scope binds the cursor to the query and its workspace: forged, foreign or of
// another query is invalid_input.
func recordPage[T any](s *Store, q *gorm.DB, idColumn, scope string, p PageRequest, id func(T) string) (*RecordPage[T], error) {
	if p.Cursor != "" {
		var pos position
		if err := s.seal.Open(scope, p.Cursor, &pos); err != nil {
			return nil, fault.Invalid(fault.Field{Name: "cursor", In: "query", Reason: "cursor_mismatch", Expected: "a cursor of this list, as it was given"})
		}
		q = q.Where(idColumn+" < ?", pos.After)
	}
	items := []T{}
	if err := q.Order(idColumn + " DESC").Limit(p.Limit + 1).Scan(&items).Error; err != nil {
		return nil, dbFault(err)
	}
	page := &RecordPage[T]{Items: items}
	if len(items) > p.Limit {
		page.Items = items[:p.Limit]
		next, err := s.seal.Seal(scope, position{After: id(page.Items[p.Limit-1])})
		if err != nil {
			return nil, err
		}
		page.NextCursor = next
	}
	return page, nil
}
