package references

import (
	"strings"

	"golang.org/x/text/cases"
	"gorm.io/gorm"

	"socialdata/models/db"
)

// Sort is the order of a list.
type Sort string

// The orders. Unknown values come last.
const (
	NewestFirst    Sort = ""
	PublishedFirst Sort = "published"
	MostViews      Sort = "views"
	MostLikes      Sort = "likes"
	LongestFirst   Sort = "length"
	ByTitle        Sort = "title"
	MostRelevant   Sort = "relevance" // only for a search: see rank

	// By time, named as in the API.
	OldestSaved  Sort = "created"
	LatestSaved  Sort = "-created" // the same as NewestFirst
	OldestChange Sort = "updated"
	LastChanged  Sort = "-updated"

	// AsPlaced is the order of a manual board, valid only for the list of one (Filter.Board).
	AsPlaced Sort = "manual"
)

// TimeSorts lists the orders by time.
func TimeSorts() []Sort { return []Sort{OldestSaved, OldestChange, LatestSaved, LastChanged} }

// Sorts lists the orders that pages offer, beside relevance for searches.
func Sorts() []Sort {
	return []Sort{NewestFirst, PublishedFirst, MostViews, MostLikes, LongestFirst, ByTitle}
}

// order returns the columns of a sort, and the position of a row in it.
func (s Sort) order() (db.Order, func(Reference) db.Position) {
	number := func(column string, of func(Reference) int64) (db.Order, func(Reference) db.Position) {
		return db.NewestFirst("saved_references."+column, "saved_references.id"), func(r Reference) db.Position { return db.After(of(r), r.ID) }
	}
	switch s {
	case PublishedFirst:
		return number("published_at", func(r Reference) int64 { return r.PublishedAt })
	case MostViews:
		return number("view_count", func(r Reference) int64 { return r.ViewCount })
	case MostLikes:
		return number("like_count", func(r Reference) int64 { return r.LikeCount })
	case LongestFirst:
		return number("length_ms", func(r Reference) int64 { return r.LengthMs })
	case ByTitle:
		return db.ByText("saved_references.sort_title", "saved_references.id"), func(r Reference) db.Position { return db.AfterText(r.SortTitle, r.ID) }
	case LastChanged:
		return number("updated_at", func(r Reference) int64 { return r.UpdatedAt })
	case OldestChange:
		return db.OldestFirst("saved_references.updated_at", "saved_references.id"), func(r Reference) db.Position { return db.After(r.UpdatedAt, r.ID) }
	case AsPlaced:
		return db.OldestFirst("b.place", "saved_references.id"), func(r Reference) db.Position { return db.After(r.BoardPlace, r.ID) }
	case OldestSaved:
		return db.OldestFirst("saved_references.created_at", "saved_references.id"), func(r Reference) db.Position { return db.After(r.CreatedAt, r.ID) }
	case NewestFirst, LatestSaved, MostRelevant: // MostRelevant is sorted by rank afterwards
	}
	return number("created_at", func(r Reference) int64 { return r.CreatedAt })
}

// byCreation reports whether a list is sorted by when references were saved, in either direction.
func (s Sort) byCreation() bool { return s == NewestFirst || s == LatestSaved || s == OldestSaved }

// sortTitleLength is how much of a title is compared, in code points.
const sortTitleLength = 100

// BeforeSave sets the sort columns whenever a whole reference is saved.
func (r *Reference) BeforeSave(*gorm.DB) error {
	title := []rune(cases.Fold().String(strings.TrimSpace(strings.ReplaceAll(r.Title(), "\x00", ""))))
	r.SortTitle = string(title[:min(len(title), sortTitleLength)])
	o := r.Observed()
	r.ChannelID = textCell(o.ChannelID)
	r.ViewCount, r.LikeCount, r.LengthMs, r.PublishedAt = orUnknown(o.ViewCount), orUnknown(o.LikeCount), orUnknown(o.DurationMs), -1
	if o.PublishedAt != nil {
		r.PublishedAt = o.PublishedAt.UnixMicro()
	}
	return nil
}

// SortColumns returns the sort columns, for an update of single columns.
func (r *Reference) SortColumns() map[string]any {
	_ = r.BeforeSave(nil)
	return map[string]any{"channel_id": r.ChannelID, "sort_title": r.SortTitle, "view_count": r.ViewCount, "like_count": r.LikeCount, "length_ms": r.LengthMs,
		"published_at": r.PublishedAt}
}

func orUnknown(n *int64) int64 {
	if n == nil {
		return -1
	}
	return *n
}
