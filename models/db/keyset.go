package db

import (
	"slices"

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
	At    *int64  `json:"t"`
	Text  *string `json:"s,omitempty"` // in a list that is ordered by a text, instead of At
	After string  `json:"a"`
}

// After is the position of a row.
func After(at int64, id string) Position { return Position{At: &at, After: id} }

// AfterText is the position of a row in a list that is ordered by a text.
func AfterText(text, id string) Position { return Position{Text: &text, After: id} }

// Order names the columns that a list is ordered by: when a row was created, and its id where that is the same.
// Ids alone would do only if every row got its id when it was created, by one clock.
type Order struct {
	by, id string
	text   bool // ascending, by a text
	oldest bool // ascending, by a number
}

// NewestFirst orders a list by the columns of a row's creation and of its id, or by another number, the largest first.
func NewestFirst(time, id string) Order { return Order{by: time, id: id} }

// OldestFirst orders a list by a number, the smallest first.
func OldestFirst(number, id string) Order { return Order{by: number, id: id, oldest: true} }

// ByText orders a list by a text, which its column compares byte by byte.
func ByText(text, id string) Order { return Order{by: text, id: id, text: true} }

// from narrows a query to what comes after a position; ok is false if the position is of another order.
func (o Order) from(q *gorm.DB, p Position) (after *gorm.DB, ok bool) {
	switch {
	case o.text && p.Text != nil:
		return q.Where("("+o.by+", "+o.id+") > (?, ?)", *p.Text, p.After), true
	case o.oldest && p.At != nil:
		return q.Where("("+o.by+", "+o.id+") > (?, ?)", *p.At, p.After), true
	case !o.text && p.At != nil:
		return q.Where("("+o.by+", "+o.id+") < (?, ?)", *p.At, p.After), true
	}
	return q, false
}

// sort orders a query.
func (o Order) sort(q *gorm.DB) *gorm.DB {
	if o.text || o.oldest {
		return q.Order(o.by + ", " + o.id)
	}
	return q.Order(o.by + " DESC, " + o.id + " DESC")
}

// ReadPage reads one page by keyset. scope binds the cursor to the query and its workspace: forged, foreign or of
// another query is invalid_input.
func ReadPage[T any](d *DB, q *gorm.DB, by Order, scope string, p PageRequest, at func(T) Position) (*RecordPage[T], error) {
	return readPage(d, []Part{{Query: q, By: by}}, scope, p, at)
}

// ReadPartsPage is ReadPage for a list that several queries make together.
func ReadPartsPage[T any](d *DB, parts []Part, scope string, p PageRequest, at func(T) Position) (*RecordPage[T], error) {
	return readPage(d, parts, scope, p, at)
}

func readPage[T any](d *DB, parts []Part, scope string, p PageRequest, at func(T) Position) (*RecordPage[T], error) {
	var after *Position
	var wrong error
	if p.Cursor != "" {
		after = &Position{}
		wrong = d.Cursors.Open(scope, p.Cursor, after)
	}
	items, ok, err := []T(nil), false, error(nil)
	if wrong == nil {
		items, ok, err = readParts(parts, after, p.Limit+1, at)
	}
	switch {
	case wrong != nil || !ok:
		return nil, mismatch()
	case err != nil:
		return nil, errorOf(2, err)
	}
	page := &RecordPage[T]{Items: append([]T{}, items...)}
	return page, CutPage(d, page, scope, p.Limit, at)
}

// PageOf is ReadPage for a list that is in memory, the largest position first.
func PageOf[T any](d *DB, list []T, scope string, p PageRequest, at func(T) Position) (items []T, next string, err error) {
	by := NewestFirst("", "")
	if p.Cursor != "" {
		var after Position
		if err := d.Cursors.Open(scope, p.Cursor, &after); err != nil || after.At == nil {
			return nil, "", mismatch()
		}
		list = slices.DeleteFunc(slices.Clone(list), func(v T) bool { return by.compare(at(v), after) <= 0 })
	}
	if len(list) > p.Limit {
		list = list[:p.Limit]
		next, err = d.Cursors.Seal(scope, at(list[p.Limit-1]))
	}
	return list, next, err
}

func mismatch() error {
	return apierror.InvalidInput(apierror.Field{Name: "cursor", In: "query", Reason: "cursor_mismatch", Expected: "a cursor of this list, as it was given"})
}

// CutPage shortens a page that ReadPage read to its first n rows.
func CutPage[T any](d *DB, page *RecordPage[T], scope string, n int, at func(T) Position) (err error) {
	if n < len(page.Items) {
		page.Items = page.Items[:n]
		page.NextCursor, err = d.Cursors.Seal(scope, at(page.Items[n-1]))
	}
	return err
}
