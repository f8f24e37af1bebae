package watches

import (
	"encoding/json"
	"time"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// DefaultDailyCredits is what a watch may spend a day unless its owner says otherwise.
const DefaultDailyCredits = 100

// Watch is an account, a search, another list or a single item that is looked at again and again.
type Watch struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	KeyID        string // the API key that made it, whose budget it spends; "" for a person's
	Name         string
	SourceJSON   string `gorm:"column:source"`
	Every        Every
	ImportJSON   string `gorm:"column:import"` // "" where nothing is imported
	DailyCredits int64
	State        State
	PausedReason PausedReason
	Failures     int64  // runs that failed one after another
	Spent        int64  // credits, on the day SpentOn
	SpentOn      string // a day in UTC
	LookedAt     *int64 // when the last run that succeeded began; nil before the first
	Whole        bool   // that run saw the list to its end, so that every row it did not know later is new
	Newest       *int64 // the latest time of publication that it has seen
	Items        int64  // how many it has seen
	Counts       string // of a single item, when it was last seen
	GoneCode     string // of a single item; "" while it is there
	NextRunAt    *int64 // nil while its owner pauses it
	LastRunID    string // "" before the first
	Revision     int64
	RunsUntil    int64 `gorm:"-"` // when the lease of its worker ends, where it was read; 0 while none runs it

	Backfill         int64  // how many of what was there before are to be imported
	BackfillFound    int64  // of these, how many were read so far
	BackfillImported int64  // imports that were begun
	BackfillSkipped  int64  // what cannot be imported
	BackfillCursor   string // of the page at which reading goes on; "" before the first and after the last
	BackfillRead     bool   // all that is wanted, or that there is, was read

	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// Kind says what a watch looks at.
type Kind string

// An account's items, what a search finds, one item, another list of items.
const (
	Account Kind = "account"
	Search  Kind = "search"
	Single  Kind = "item"
	List    Kind = "list"
)

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{Account, List, Search, Single} }

// Source is what a watch looks at, as a list or a lookup is asked for. Parameters that its kind or platform does not read
// are "".
type Source struct {
	Kind        Kind             `json:"kind"`
	Account     string           `json:"account,omitempty"` // <platform>:<id>, <platform>:@<handle> or a link
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

// Import is how a watch imports what is new.
type Import struct {
	MediaProfile  string   `json:"mediaProfile"`
	Transcript    bool     `json:"transcript"`
	MediaHoldDays int64    `json:"mediaHoldDays"`
	Tags          []string `json:"tags"`
}

// Source returns what the watch looks at.
func (w *Watch) Source() (s Source) {
	_ = json.Unmarshal([]byte(w.SourceJSON), &s) // we wrote it
	return s
}

// Import returns how the watch imports what is new; nil if it imports nothing.
func (w *Watch) Import() *Import {
	var i Import
	if w.ImportJSON == "" || json.Unmarshal([]byte(w.ImportJSON), &i) != nil {
		return nil
	}
	return &i
}

// SpentToday returns the credits that the watch has spent on the day of now, in UTC.
func (w *Watch) SpentToday(now time.Time) int64 {
	if w.SpentOn != dayOf(now) {
		return 0
	}
	return w.Spent
}

// Left returns the credits that the watch may spend on the day of now.
func (w *Watch) Left(now time.Time) int64 { return max(0, w.DailyCredits-w.SpentToday(now)) }

// Spender returns the watch, with the API key whose budget it spends.
func (w *Watch) Spender() billing.Spender {
	return billing.Spender{KeyID: w.KeyID, Budgeted: w.KeyID != "", WatchID: w.ID}
}

// Running reports whether a worker runs the watch.
func (w *Watch) Running(now time.Time) bool { return w.RunsUntil > db.Micros(now) }

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }
