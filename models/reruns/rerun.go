// Package reruns runs many failed imports again, each once and at a limited rate, even if its worker is killed
// repeatedly. It may import models/db, models/billing, models/imports, models/references, models/work and
// internal/apierror only.
package reruns

import (
	"slices"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Store reads and writes reruns. It is safe for concurrent use.
type Store struct {
	*db.DB
	prices billing.Prices
}

// New returns the store on an open database.
func New(d *db.DB, prices billing.Prices) *Store { return &Store{DB: d, prices: prices} }

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Rerun{}, RerunImport{}} }

// MostImports is the maximum number of imports in one rerun.
const MostImports = 10_000

// KeptFor is how long a rerun is stored after it was created.
const KeptFor = 90 * 24 * time.Hour

// MostOpen is the maximum number of unfinished reruns of one workspace.
const MostOpen = 5

// Scope says whose imports a rerun contains.
type Scope string

// The scopes of reruns.
const (
	OfSupport   Scope = "support"   // imports of any workspace, selected by support
	OfWorkspace Scope = "workspace" // the workspace's own imports, selected by a member or a key
)

// State is the state of a rerun.
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

// next lists the states that can follow.
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

// Ended reports whether the state is final.
func (s State) Ended() bool { return len(s.next()) == 0 }

// Rerun is a request to run failed imports again.
type Rerun struct {
	ID          string `gorm:"primaryKey"`
	Scope       Scope
	WorkspaceID string // "" unless the scope is OfWorkspace
	Filter      string // the filter that selected the imports, as JSON; unique among unfinished reruns of a scope and workspace
	State       State
	PerMinute   int64 // imports started per minute
	Total       int64 // number of imports selected
	More        bool  // whether the filter matched more than MostImports
	CreatedBy   string
	KeyID       string // API key whose budget is used; "" for people
	SpentBy     string // name of its billing.Spender; "" for support
	RequestID   string
	Reason      string // given by support
	NextAt      int64  // when the next import may start
	CreatedAt   int64  `gorm:"autoCreateTime:false"`
	FinishedAt  *int64
}

// canBecome returns revision_conflict if the state cannot follow the current one.
func (r *Rerun) canBecome(to State) error {
	if slices.Contains(r.State.next(), to) {
		return nil
	}
	return apierror.New(apierror.CodeRevisionConflict, "state", r.State)
}

// ImportState says what happened to one import of a rerun.
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
	SkipGone       Skip = "gone"                 // the import, or the reference that it created, was deleted
	SkipClosed     Skip = "workspace_closed"     // its workspace was closed
	SkipSucceeded  Skip = "succeeded_since"      // a later import of the content succeeded
	SkipCancelled  Skip = "cancelled_since"      // a later import of the content was cancelled
	SkipUnderWay   Skip = "under_way"            // another import of the content has not ended
	SkipTriedAgain Skip = "tried_again"          // a later import of the content failed as well
	SkipCredits    Skip = "insufficient_credits" // the balance or the key's budget is below the full price
	SkipKey        Skip = "key_revoked"          // the key that created the rerun was revoked

	SkipUnavailable Skip = "unavailable" // the content is unavailable, so that it cannot succeed; of support's reruns alone
)

// Skips lists every Skip of a workspace's own reruns once.
func Skips() []Skip {
	return []Skip{SkipGone, SkipClosed, SkipSucceeded, SkipCancelled, SkipUnderWay, SkipTriedAgain, SkipCredits, SkipKey}
}

// RerunImport is an import selected for a rerun, with what happened to it.
type RerunImport struct {
	RerunID     string `gorm:"primaryKey"`
	Position    int64  `gorm:"primaryKey;autoIncrement:false"`
	ImportID    string
	WorkspaceID string
	State       ImportState
	Reason      Skip
	NewID       string // the import that runs it again
}
