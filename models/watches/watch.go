package watches

import (
	"time"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// DefaultDailyCredits is what a watch may spend per day unless its owner sets another limit.
const DefaultDailyCredits = 100

// Watch is an account, a search, another list or a single item that is looked up repeatedly.
type Watch struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	KeyID        string // the API key that created it, whose budget it spends; "" for a person's
	Name         string
	SourceJSON   string `gorm:"column:source"`
	Every        Every
	ImportJSON   string `gorm:"column:import"` // "" if nothing is imported
	DailyCredits int64
	State        State
	PausedReason PausedReason
	Failures     int64  // consecutive failed runs
	Spent        int64  // credits, on the day SpentOn
	SpentOn      string // a day in UTC
	LookedAt     *int64 // start of the last successful run; nil before the first
	Whole        bool   // that run read the list to its end, so every unseen row is new
	Newest       *int64 // the latest time of publication that it has seen
	Items        int64  // number of items that it has seen
	Counts       string // of a single item, when last seen
	GoneCode     string // of a single item; "" while it exists
	NextRunAt    *int64 // nil while its owner pauses it
	LastRunID    string // "" before the first
	Revision     int64
	ReadsAll     bool   // each run reads the list to its end, as far as a run may read
	Thresholds   string // JSON; "" for none
	Fullest      int64  // the size against which a short answer is measured, see Look.size
	RunsUntil    int64  `gorm:"-"` // end of the worker's lease, only set by some reads; 0 while it is not running

	Backfill         int64  // how many items from before the watch are to be imported
	BackfillFound    int64  // how many of these were read so far
	BackfillImported int64  // accepted imports
	BackfillSkipped  int64  // items that cannot be imported
	BackfillCursor   string // of the page where reading continues; "" before the first and after the last
	BackfillRead     bool   // all requested items, or all that exist, were read

	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// Kind is the kind of source that a watch looks up.
type Kind string

// An account's items, the results of a search, one item, or another list of items.
const (
	Account Kind = "account"
	Search  Kind = "search"
	Single  Kind = "item"
	List    Kind = "list"
)

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{Account, List, Search, Single} }

// Source is what a watch looks up, with the parameters of a list or lookup. Those that its kind or platform does not use are "".
type Source struct {
	Kind        Kind             `json:"kind"`
	Account     string           `json:"account,omitempty"` // <platform>:<id> or <platform>:@<handle>; a link for a name that only the platform can resolve, and in older rows
	Collection  string           `json:"collection,omitempty"`
	Platform    content.Platform `json:"platform,omitempty"`
	Query       string           `json:"q,omitempty"`
	Sort        string           `json:"sort,omitempty"`
	Status      string           `json:"status,omitempty"`
	Country     string           `json:"country,omitempty"`
	MediaKind   string           `json:"mediaKind,omitempty"`
	StartedFrom string           `json:"startedFrom,omitempty"`
	StartedTo   string           `json:"startedTo,omitempty"`
	URL         string           `json:"url,omitempty"`
}

// Import is how a watch imports new items.
type Import struct {
	MediaProfile  string   `json:"mediaProfile"`
	Transcript    bool     `json:"transcript"`
	MediaHoldDays int64    `json:"mediaHoldDays"`
	Tags          []string `json:"tags"`
}

// Source returns what the watch looks up.
func (w *Watch) Source() Source { return db.FromJSON[Source](w.SourceJSON) }

// Import returns how the watch imports new items; nil if it imports nothing.
func (w *Watch) Import() *Import { return db.FromJSON[*Import](w.ImportJSON) }

// SpentToday returns the credits that the watch has spent on the day of now in UTC.
func (w *Watch) SpentToday(now time.Time) int64 {
	if w.SpentOn != dayOf(now) {
		return 0
	}
	return w.Spent
}

// Left returns the credits that the watch may still spend on the day of now.
func (w *Watch) Left(now time.Time) int64 { return max(0, w.DailyCredits-w.SpentToday(now)) }

// Spender returns the watch, with the API key whose budget it spends.
func (w *Watch) Spender() billing.Spender {
	return billing.Spender{KeyID: w.KeyID, Budgeted: w.KeyID != "", WatchID: w.ID}
}

// Running reports whether a worker is running the watch.
func (w *Watch) Running(now time.Time) bool { return w.RunsUntil > db.Micros(now) }

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
