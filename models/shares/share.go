// Package shares keeps the links by which strangers see a board or a reference. A link's token is shown once and kept as a digest. It may
// import models/db, models/billing, internal/apierror and internal/input only; what a stranger sees of a share is decided elsewhere.
package shares

import (
	"time"

	"socialdata/internal/input"
	"socialdata/models/db"
)

// Bounds of shares.
const (
	MostLive    = 200                                 // that work at once, of a workspace
	DefaultLife = 30 * 24 * time.Hour                 // where the end is not said
	MostLife    = input.MaxShareDays * 24 * time.Hour // after which every share ends
	KeptFor     = 30 * 24 * time.Hour                 // after its end
)

// State says whether the link of a share works.
type State string

// The states: a share ends at its time, or before if somebody revokes it.
const (
	Active  State = "active"
	Expired State = "expired"
	Revoked State = "revoked"
)

// States lists every State once.
func States() []State { return []State{Active, Expired, Revoked} }

// Included says what strangers see beside titles, texts and facts.
type Included struct{ Notes, Transcript, Media bool }

// Share is a link to a board or to a reference: exactly one of BoardID and ReferenceID is set.
type Share struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	BoardID      *string
	ReferenceID  *string
	Digest       []byte
	PasswordHash string   // "" without a password
	With         Included `gorm:"embedded;embeddedPrefix:with_"`
	OpenGraph    bool     // messengers may show its title and picture
	Views        int64    // of its page, not of the form for its password
	UserID       string   // who made it; "" with a key
	KeyID        string
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
	EndsAt       int64 // revoking moves it to now
	RevokedAt    *int64
}

// State says whether the link works at now.
func (s *Share) State(now time.Time) State {
	switch {
	case s.RevokedAt != nil:
		return Revoked
	case s.EndsAt <= db.Micros(now):
		return Expired
	}
	return Active
}

// Store reads and changes shares. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Share{}} }
