// Package shares stores the links by which people without an account see a board or a reference. The token of a link
// is shown once; only its digest is stored. It may import models/db, models/billing, internal/apierror and
// internal/input only. What a visitor sees of a share is decided elsewhere.
package shares

import (
	"time"

	"socialdata/internal/input"
	"socialdata/models/db"
)

// Limits of shares.
const (
	MostLive    = 200                                 // active at the same time, per workspace
	DefaultLife = 30 * 24 * time.Hour                 // when no end is given
	MostLife    = input.MaxShareDays * 24 * time.Hour // maximum lifetime
	KeptFor     = 30 * 24 * time.Hour                 // how long a share is stored after its end
)

// State is the state of a share.
type State string

// The states. A share expires at its end unless someone revokes it before.
const (
	Active  State = "active"
	Expired State = "expired"
	Revoked State = "revoked"
)

// States lists every State once.
func States() []State { return []State{Active, Expired, Revoked} }

// Included says what visitors see besides titles, texts and facts.
type Included struct{ Notes, Transcript, Media bool }

// Share is a link to a board or a reference. Exactly one of BoardID and ReferenceID is set.
type Share struct {
	ID           string `gorm:"primaryKey"`
	WorkspaceID  string
	BoardID      *string
	ReferenceID  *string
	Digest       []byte
	PasswordHash string   // "" without a password
	With         Included `gorm:"embedded;embeddedPrefix:with_"`
	OpenGraph    bool     // whether messengers may show its title and picture
	Views        int64    // of its page; the password form does not count
	UserID       string   // who created it; "" if a key did
	KeyID        string
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
	EndsAt       int64 // revoking sets it to the current time
	RevokedAt    *int64
}

// State returns the state of the share at a time.
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

// New returns the store on an open database.
func New(d *db.DB) *Store { return &Store{d} }

// Rows lists the row structs of this package. A test compares them with the migrated schema.
func Rows() []any { return []any{Share{}} }
