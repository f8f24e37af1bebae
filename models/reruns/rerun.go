// Package reruns runs many failed imports again, each once and so many a minute, however often its worker is killed. It may import
// models/db, models/billing, models/imports, models/references, models/work and internal/apierror only.
package reruns

import (
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct {
	*db.DB
	prices billing.Prices
}

// New returns the chapter on an open database.
func New(d *db.DB, prices billing.Prices) *Store { return &Store{DB: d, prices: prices} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Rerun{}, RerunImport{}} }

// MostImports bounds the imports of one rerun.
const MostImports = 10_000

// KeptFor is how long a rerun is kept after it was ordered.
const KeptFor = 90 * 24 * time.Hour

// MostOpen bounds the reruns of one workspace that have not ended.
const MostOpen = 5

// Scope says whose imports a rerun is about.
type Scope string

// The scopes of reruns.
const (
	OfSupport   Scope = "support"   // imports of any workspace, chosen by support
	OfWorkspace Scope = "workspace" // its own imports, chosen by one of its members or keys
)

// State is where a rerun stands.
type State string

// The states of reruns.
const (
	Running State = "running"
	Paused  State = "paused"
	Stopped State = "stopped"
	Done    State = "done"
)

// States lists every State once.
func States() []State { return []State{Running, Paused, Stopped, Done} }

// next lists the states that may follow.
func (s State) next() []State {
	switch s {
	case Running:
		return []State{Paused, Stopped, Done}
	case Paused:
		return []State{Running, Stopped}
	case Stopped, Done:
	}
	return nil
}

// Ended reports whether nothing follows.
func (s State) Ended() bool { return len(s.next()) == 0 }

// Rerun is an order to run failed imports again.
type Rerun struct {
	ID          string `gorm:"primaryKey"`
	Scope       Scope
	WorkspaceID string // of OfWorkspace
	Filter      string // what chose the imports, JSON; two open reruns never have the same one
	State       State
	PerMinute   int64 // imports that begin in a minute
	Total       int64 // imports chosen
	More        bool  // the filter found more than MostImports
	CreatedBy   string
	KeyID       string // the API key whose budget is spent; "" for people
	SpentBy     string // the name of its billing.Spender; "" for support
	RequestID   string
	Reason      string // of support
	NextAt      int64  // when the next import may begin
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	FinishedAt  *int64
}

// canBecome returns revision_conflict for a state that does not follow the present one.
func (r *Rerun) canBecome(to State) error {
	if slices.Contains(r.State.next(), to) {
		return nil
	}
	return apierror.New(apierror.CodeRevisionConflict, "state", r.State)
}

// ImportState is what became of one import of a rerun.
type ImportState string

// The states of a rerun's imports.
const (
	Waiting ImportState = "waiting"
	Retried ImportState = "retried"
	Skipped ImportState = "skipped"
)

// Skip is why an import was not run again.
type Skip string

// The reasons for skipping an import.
const (
	SkipGone       Skip = "gone"                 // the import, or the reference that it made, was deleted
	SkipClosed     Skip = "workspace_closed"     // its workspace was closed
	SkipSucceeded  Skip = "succeeded_since"      // a later import of the content succeeded
	SkipCancelled  Skip = "cancelled_since"      // a later import of the content was cancelled
	SkipUnderWay   Skip = "under_way"            // another import of the content has not ended
	SkipTriedAgain Skip = "tried_again"          // a later import of the content failed as well
	SkipCredits    Skip = "insufficient_credits" // the balance, or the key's budget, is below the full price
	SkipKey        Skip = "key_revoked"          // the key that ordered the rerun was revoked
)

// Skips lists every Skip once.
func Skips() []Skip {
	return []Skip{SkipGone, SkipClosed, SkipSucceeded, SkipCancelled, SkipUnderWay, SkipTriedAgain, SkipCredits, SkipKey}
}

// RerunImport is an import that a rerun chose, with what became of it.
type RerunImport struct {
	RerunID     string `gorm:"primaryKey"`
	Position    int64  `gorm:"primaryKey;autoIncrement:false"`
	ImportID    string
	WorkspaceID string
	State       ImportState
	Reason      Skip
	NewID       string // the import that runs it again
}
