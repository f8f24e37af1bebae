package watches

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Period is a time span; nil is unbounded.
type Period struct {
	From   *time.Time // inclusive
	Before *time.Time // exclusive
}

// in limits a query to rows whose time lies in the period.
func (p Period) in(q *gorm.DB, column string) *gorm.DB {
	if p.From != nil {
		q = q.Where(column+" >= ?", db.Micros(*p.From))
	}
	if p.Before != nil {
		q = q.Where(column+" < ?", db.Micros(*p.Before))
	}
	return q
}

func (p Period) String() string {
	text := ""
	if p.From != nil {
		text = fmt.Sprint(db.Micros(*p.From))
	}
	if text += "-"; p.Before != nil {
		text += fmt.Sprint(db.Micros(*p.Before))
	}
	return text
}

// publishedSQL is the time by which an item counts as published: as the list says, or else when the watch first saw it
// as new. It is NULL if neither is known. An index has the same expression.
const publishedSQL = "COALESCE(published_at, made_at, CASE WHEN told THEN first_seen_at END)"

// ItemFilter selects items of a watch. Its zero value selects all.
type ItemFilter struct {
	State                       ItemState
	Told                        bool   // only what was reported as new
	Creative                    string // only variants of this creative
	FirstSeen, Ended, Published Period
	After                       string // natural id of the item that precedes the first one
}

// of limits a query to the items that the filter selects, without regard to After.
func (f *ItemFilter) of(q *gorm.DB) *gorm.DB {
	q = inState(q, f.State)
	if f.Told {
		q = q.Where("told")
	}
	if f.Creative != "" {
		q = q.Where("creative = ?", f.Creative)
	}
	return f.Published.in(f.Ended.in(f.FirstSeen.in(q, "first_seen_at"), "ended_at"), publishedSQL)
}

// scope ties a cursor to the filter.
func (f *ItemFilter) scope() string {
	return fmt.Sprintf(":%s:%t:%s:%s:%s:%q:%q", f.State, f.Told, f.FirstSeen, f.Ended, f.Published, f.Creative, f.After)
}

// inState limits a query to items in a state.
func inState(q *gorm.DB, state ItemState) *gorm.DB {
	switch state {
	case Live:
		return q.Where("ended_at IS NULL AND last_seen_at IS NOT NULL")
	case Ended:
		return q.Where("ended_at IS NOT NULL")
	}
	return q
}

// EachItem calls use for each item that a watch of the workspace has seen, oldest first, as of one moment. The caller checks
// that the watch is of the workspace.
func (s *Store) EachItem(ctx context.Context, workspaceID, watchID string, use func(Item) error) error {
	q := func(tx *gorm.DB) *gorm.DB { return tx.Model(&Item{}).Where("watch_id = ?", watchID) }
	return db.EachRow(ctx, s.DB, workspaceID, q, db.OldestFirst("position", "item_id"), func(i Item) db.Position { return db.After(i.Position, i.ItemID) }, use)
}
