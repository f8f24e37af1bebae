// Package acts stores who did what in each workspace, for its owners. Rows are added and read, never changed; they end
// after a year. It may import models/db only.
package acts

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// KeptFor is how long an act is kept.
const KeptFor = 365 * 24 * time.Hour

// Door is what kind of caller did something.
type Door string

// The kinds of callers.
const (
	Person  Door = "person"
	Key     Door = "key"
	Support Door = "support"
)

// Doors lists every Door once.
func Doors() []Door { return []Door{Person, Key, Support} }

// Act is one thing that somebody did in a workspace. It never contains a secret, a note or a link.
type Act struct {
	ID          string `gorm:"primaryKey"`
	WorkspaceID string
	At          int64
	Kind        string // an operation, an export, or an action of support
	Subject     string // id of what was changed; "" if unknown
	Detail      string // such as the name of a key
	Actor       string // id of a person or of an API key
	Door        Door
	Address     string // IPv4 address or /64 network; "" of support
	RequestID   string
}

// View is an act with two names: of who did it, and of the person or key that it concerns.
type View struct {
	Act
	Name  string // of the person or the key; "" if it is gone
	About string // name of the person or the key that it is about; "" for others
}

// Filter narrows a list of acts; zero fields do not.
type Filter struct {
	Actor, Kind  string
	From, Before *time.Time
}

// Store reads and writes the chapter. It is safe for concurrent use.
type Store struct{ *db.DB }

// New returns the chapter on an open database.
func New(d *db.DB) *Store { return &Store{DB: d} }

// Rows lists the row structs of the chapter: a test compares them with the migrated schema.
func Rows() []any { return []any{Act{}} }

// The longest texts that are stored, in bytes.
const (
	maxSubject = 128
	maxDetail  = 2000 // the longest reason of support
)

// Append writes acts. An empty list writes nothing.
func (s *Store) Append(ctx context.Context, list ...Act) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return Add(tx, list...) })
}

// Add is Append inside a transaction.
func Add(tx *gorm.DB, list ...Act) error {
	if len(list) == 0 {
		return nil
	}
	rows := make([]Act, len(list))
	for n, a := range list {
		a.ID, a.At = db.NewID(), db.TxNow(tx)
		a.Subject, a.Detail = db.TruncateText(a.Subject, maxSubject), db.TruncateText(a.Detail, maxDetail)
		rows[n] = a
	}
	return tx.Create(&rows).Error
}

// List lists the acts in a workspace, newest first.
func (s *Store) List(ctx context.Context, workspaceID string, f Filter, p db.PageRequest) (*db.RecordPage[View], error) {
	q := s.PlanAnew(s.Read(ctx)).Table("acts a").Where("a.workspace_id = ?", workspaceID).
		Joins("LEFT JOIN users u ON u.id = a.actor").Joins("LEFT JOIN api_keys k ON k.id = a.actor").
		Joins("LEFT JOIN users su ON su.id = a.subject").Joins("LEFT JOIN api_keys sk ON sk.id = a.subject AND sk.workspace_id = a.workspace_id").
		Select("a.*, COALESCE(u.name, k.name, '') AS name, COALESCE(su.name, sk.name, '') AS about")
	if f.Actor != "" {
		q = q.Where("a.actor = ?", f.Actor)
	}
	if f.Kind != "" {
		q = q.Where("a.kind = ?", f.Kind)
	}
	if f.From != nil {
		q = q.Where("a.at >= ?", db.Micros(*f.From))
	}
	if f.Before != nil {
		q = q.Where("a.at < ?", db.Micros(*f.Before))
	}
	return db.ReadPage(s.DB, q, db.NewestFirst("a.at", "a.id"), db.Scope("acts", workspaceID, f), p,
		func(v View) db.Position { return db.After(v.At, v.ID) })
}
