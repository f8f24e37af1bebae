// Package rollouts stores changes of shapes that operators make on a page. A change is first tried with known objects, then used by one
// process, then by all, and reverted if fewer calls succeed with it. It may import models/db, models/work and internal/apierror only, and
// does not know what the text of a change means.
package rollouts

import (
	"slices"
	"time"

	"socialdata/models/db"
)

// KeptFor is how long ended changes are listed and stored.
const KeptFor = 365 * 24 * time.Hour

// LongestText is the largest text of a change, in bytes.
const LongestText = 64 << 10

// State is where a change stands.
type State string

// The states of a change, in order, and the four ways in which one ends.
const (
	Checking   State = "checking"    // known objects are requested with it
	OneProcess State = "one_process" // one process uses it
	Everywhere State = "everywhere"  // all processes use it, and its calls are still compared with those before
	Settled    State = "settled"     // all processes use it

	Refused   State = "refused"   // known objects did not answer with it
	Withdrawn State = "withdrawn" // fewer calls succeeded with it
	Undone    State = "undone"    // support reverted it
)

// States lists every State once.
func States() []State {
	return []State{Checking, OneProcess, Everywhere, Settled, Refused, Withdrawn, Undone}
}

// underWay are the states of a change that is still being tried.
var underWay = []State{Checking, OneProcess, Everywhere}

// UnderWay reports whether the change is still being tried.
func (s State) UnderWay() bool { return slices.Contains(underWay, s) }

// Ended reports whether no process uses the change, or ever will.
func (s State) Ended() bool { return s == Refused || s == Withdrawn || s == Undone }

// Rollout is one change. The newest one in use counts; it applies only to programs whose own shapes are those it was made for.
type Rollout struct {
	ID           string `gorm:"primaryKey"`
	Base         string // version of the shapes over which Text is laid
	Version      string // of the result
	Text         string
	State        State
	UnderWay     bool // State.UnderWay, for the index that allows one at a time
	Why          string
	Tried        string
	Process      string // that uses it first
	SeenAt       *int64 // when that process said last that it uses it
	UserID       string
	Reason       string
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
	OneAt        *int64
	EverywhereAt *int64
	EndedAt      *int64
}

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Rollout{}} }
