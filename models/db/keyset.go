package db

import (
	"slices"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
)

// PageRequest asks for one page of records. Limit is 1..100; Cursor is "" or the NextCursor of the previous page.
type PageRequest struct {
	Cursor string
	Limit  int
}

// RecordPage is one page of records, newest first. NextCursor is "" on the last page.
type RecordPage[T any] struct {
	Items      []T
	NextCursor string
}

// Position is the contents of a cursor: creation time and id of the last row on the page.
type Position struct {
	At    *int64  `json:"t"`
	Text  *string `json:"s,omitempty"` // replaces At in a list sorted by a text
	After string  `json:"a"`
}

// After returns the position of a row.
func After(at int64, id string) Position { return Position{At: &at, After: id} }

// AfterText returns the position of a row in a list sorted by a text.
func AfterText(text, id string) Position { return Position{Text: &text, After: id} }

// Order names the columns that a list is sorted by: the creation time, and the id for equal times. The id alone is not
// enough, because some rows get ids before they are created, or from other clocks.
type Order struct {
	by, id string
	text   bool // ascending, by a text
	oldest bool // ascending, by a number
}

// NewestFirst sorts a list by a number, such as the creation time, in descending order, then by id.
func NewestFirst(time, id string) Order { return Order{by: time, id: id} }

// OldestFirst sorts a list by a number in ascending order.
func OldestFirst(number, id string) Order { return Order{by: number, id: id, oldest: true} }

// ByText sorts a list by a text, which its column compares byte by byte.
func ByText(text, id string) Order { return Order{by: text, id: id, text: true} }

// from restricts a query to rows after a position; ok is false if the position belongs to another order.
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

// sort adds the order to a query.
func (o Order) sort(q *gorm.DB) *gorm.DB {
	if o.text || o.oldest {
		return q.Order(o.by + ", " + o.id)
	}
	return q.Order(o.by + " DESC, " + o.id + " DESC")
}

// ReadPage reads one page by keyset. scope ties the cursor to the query and its workspace: a forged cursor, or one from
// another query, is invalid_input.
func ReadPage[T any](d *DB, q *gorm.DB, by Order, scope string, p PageRequest, at func(T) Position) (*RecordPage[T], error) {
	return readPage(d, []Part{{Query: q, By: by}}, scope, p, at)
}

// ReadPartsPage is ReadPage for a list that is the union of several queries.
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
		return nil, Mismatch()
	case err != nil:
		return nil, errorOf(2, err)
	}
	page := &RecordPage[T]{Items: append([]T{}, items...)}
	return page, CutPage(d, page, scope, p.Limit, at)
}

// PageOf is ReadPage for a list in memory, sorted with the largest position first.
func PageOf[T any](d *DB, list []T, scope string, p PageRequest, at func(T) Position) (items []T, next string, err error) {
	by := NewestFirst("", "")
	if p.Cursor != "" {
		var after Position
		if err := d.Cursors.Open(scope, p.Cursor, &after); err != nil || after.At == nil {
			return nil, "", Mismatch()
		}
		list = slices.DeleteFunc(slices.Clone(list), func(v T) bool { return by.compare(at(v), after) <= 0 })
	}
	if len(list) > p.Limit {
		list = list[:p.Limit]
		next, err = d.Cursors.Seal(scope, at(list[p.Limit-1]))
	}
	return list, next, err
}

// Mismatch returns the error for a cursor of another list.
func Mismatch() error {
	return apierror.InvalidInput(apierror.Field{Name: "cursor", In: "query", Reason: "cursor_mismatch", Expected: "a cursor of this list, as it was given"})
}

// CutPage shortens a page from ReadPage to its first n rows.
func CutPage[T any](d *DB, page *RecordPage[T], scope string, n int, at func(T) Position) (err error) {
	if n < len(page.Items) {
		page.Items = page.Items[:n]
		page.NextCursor, err = d.Cursors.Seal(scope, at(page.Items[n-1]))
	}
	return err
}
