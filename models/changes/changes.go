// Package changes applies one change to many references in the background: to all that a list finds, or to chosen ones.
// It may begin a few seconds later, so that the person who ordered it can take it back. It may import models/db,
// models/billing, models/imports, models/references, models/work and internal/apierror only.
package changes

import (
	"encoding/json"
	"time"

	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// Store reads and writes changes. It is safe for concurrent use.
type Store struct {
	*db.DB
	references *references.Store
	imports    *imports.Store
}

// New returns the store on an open database.
func New(d *db.DB, r *references.Store, i *imports.Store) *Store {
	return &Store{DB: d, references: r, imports: i}
}

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Change{}} }

// MostOpen is the maximum number of changes of one workspace that have not ended.
const MostOpen = 20

// KeptFor is how long a change is stored after it was ordered.
const KeptFor = 30 * 24 * time.Hour

// State is the state of a change.
type State string

// The states of changes.
const (
	Waiting State = "waiting" // it has not begun and can be taken back as a whole
	Running State = "running"
	Stopped State = "stopped" // references that it had changed by then stay changed
	Done    State = "done"
)

// States lists every State once.
func States() []State { return []State{Waiting, Running, Stopped, Done} }

// openStates lists the states from which a change goes on.
func openStates() []State { return []State{Waiting, Running} }

// Ended reports whether the state is final.
func (s State) Ended() bool { return s == Stopped || s == Done }

// Which says which references are changed: those with the ids, or if there are none, those that the list finds.
type Which struct {
	IDs     []string            `json:"ids,omitempty"`
	Listing *references.Listing `json:"listing,omitempty"`
}

// What says what happens to each reference.
type What struct {
	references.Change
	Delete bool // alone
}

// Change is an order to change many references.
type Change struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	Which       string // as JSON
	What        string // as JSON
	Filter      string // how the caller described the references, as JSON; "" if by ids
	State       State
	Total       int64  // references found when it was ordered, counted up to references.MostCounted + 1
	Changed     int64  // references that are different now, or gone
	Skipped     int64  // references that could not be changed because they would have too many tags
	After       string // where it continues; "" at its beginning
	CreatedBy   string // user or API key
	BeginsAt    int64
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	FinishedAt  *int64
}

// TableName names the table of changes.
func (Change) TableName() string { return "reference_changes" }

// Parts returns which references are changed and how.
func (c *Change) Parts() (which Which, what What, err error) {
	if err = json.Unmarshal([]byte(c.Which), &which); err == nil {
		err = json.Unmarshal([]byte(c.What), &what)
	}
	return which, what, err
}
