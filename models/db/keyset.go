package db

import (
	"gorm.io/gorm"

	"socialdata/internal/apierror"
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

// Position is the content of a record cursor: when the last row of the page was created, and its id.
type Position struct {
	At    *int64 `json:"t"`
	After string `json:"a"`
}

// After is the position of a row.
func After(at int64, id string) Position { return Position{At: &at, After: id} }

// Order names the columns that a list is ordered by: when a row was created, and its id where that is the same.
// Ids alone would do only if every row got its id when it was created, by one clock.
type Order struct{ time, id string }

// NewestFirst orders a list by the columns of a row's creation and of its id.
func NewestFirst(time, id string) Order { return Order{time, id} }

// ReadPage reads one page by keyset. scope binds the cursor to the query and its workspace: forged, foreign or of
// another query is invalid_input.
func ReadPage[T any](d *DB, q *gorm.DB, by Order, scope string, p PageRequest, at func(T) Position) (*RecordPage[T], error) {
	if p.Cursor != "" {
		var pos Position
		if err := d.Cursors.Open(scope, p.Cursor, &pos); err != nil || pos.At == nil {
			return nil, apierror.InvalidInput(apierror.Field{Name: "cursor", In: "query", Reason: "cursor_mismatch", Expected: "a cursor of this list, as it was given"})
		}
		q = q.Where("("+by.time+", "+by.id+") < (?, ?)", *pos.At, pos.After)
	}
	items := []T{}
	if err := q.Order(by.time + " DESC, " + by.id + " DESC").Limit(p.Limit + 1).Scan(&items).Error; err != nil {
		return nil, errorOf(1, err)
	}
	page := &RecordPage[T]{Items: items}
	if len(items) > p.Limit {
		page.Items = items[:p.Limit]
		next, err := d.Cursors.Seal(scope, at(page.Items[p.Limit-1]))
		if err != nil {
			return nil, err
		}
		page.NextCursor = next
	}
	return page, nil
}
