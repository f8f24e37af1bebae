package models

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/content"
)

// Variant tells observations of one subject apart by what was asked for.
type Variant string

// Plain is an observation without captions, WithCaptions one for which captions were asked for.
const (
	Plain        Variant = ""
	WithCaptions Variant = "captions"
)

// Observation is the newest answer about a subject: an item, an account or a page.
type Observation struct {
	Subject    string  `gorm:"primaryKey"`
	Variant    Variant `gorm:"primaryKey"`
	ID         string
	ObservedAt int64
	RouteID    string
	Version    string
	Counts     string // what a right depends on: an item's stats; "" for anything else
	Rows       int64  // of a page; of anything else 1
	Body       []byte // the rendered resource without its per-caller tail
	BodyFull   []byte // the same with the transcript
	Next       []byte // of a page: what its next page needs
	Incomplete bool   // a field is null only because a side question failed

	Names []AccountName `gorm:"-"` // that the answer showed; remembered together with it
}

// right says that a workspace has paid for a subject with these counts.
type right struct {
	WorkspaceID string `gorm:"primaryKey"`
	Subject     string `gorm:"primaryKey"`
	Counts      string
	PaidAt      int64
}

// Receipt says what a serving cost and what is left.
type Receipt struct {
	Usage     content.Usage
	Remaining int64
}

// Stored is an observation that is fresh enough, with what it would cost the workspace.
type Stored struct {
	Observation
	Paid    bool // the workspace has paid for these counts
	Balance int64
}

// FindStored reads, in one statement, the newest observation of a subject that was made at or after since, and whether
// the workspace has paid for it. nil means that there is none; then only Balance matters to the caller (see Credits).
func (s *Store) FindStored(ctx context.Context, workspaceID, subject string, captions bool, since time.Time) (*Stored, error) {
	q := s.read.WithContext(ctx).Table("observations o").
		Joins("JOIN workspaces w ON w.id = ?", workspaceID).
		Joins("LEFT JOIN rights r ON r.workspace_id = w.id AND r.subject = o.subject AND r.counts = o.counts").
		Select("o.*, w.balance, r.paid_at IS NOT NULL AS paid").
		Where("o.subject = ? AND o.observed_at >= ?", subject, micros(since)).
		Order("+o.observed_at DESC").Limit(1) // two rows at most: with the sign no index by age is tempting
	if captions {
		q = q.Where("o.variant = ?", WithCaptions)
	}
	var found []Stored
	if err := q.Scan(&found).Error; err != nil {
		return nil, dbFault(err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// ServeStored charges the first serving of a stored observation, and gives the right to it, in one transaction. A
// serving that is paid, or free for this caller, costs nothing and writes nothing.
func (s *Store) ServeStored(ctx context.Context, workspaceID string, o *Stored, free bool) (Receipt, error) {
	if o.Paid || free {
		return Receipt{Usage: content.Charge(content.PartStored, 0), Remaining: o.Balance}, nil
	}
	return s.serve(ctx, workspaceID, &o.Observation, content.PartStored, false, false)
}

// ServeLive records an observation that was just fetched, charges it and gives the right to it, in one transaction.
// Something free is recorded and gives no right.
func (s *Store) ServeLive(ctx context.Context, workspaceID string, o *Observation, free bool) (Receipt, error) {
	return s.serve(ctx, workspaceID, o, content.PartFetch, free, true)
}

// ServeShared charges an observation that somebody else fetched and recorded while this workspace waited for it. A
// workspace pays once for one fetch, however many of its callers share it.
func (s *Store) ServeShared(ctx context.Context, workspaceID string, o *Observation, free bool) (Receipt, error) {
	return s.serve(ctx, workspaceID, o, content.PartFetch, free, false)
}

// recordObservation keeps what was fetched: the newest wins.
func (s *Store) recordObservation(tx *gorm.DB, o *Observation) error {
	err := tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "subject"}, {Name: "variant"}},
		Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("observations.observed_at <= excluded.observed_at")}},
		UpdateAll: true,
	}).Create(o).Error
	if err != nil {
		return err
	}
	return s.recordNames(tx, o.Names)
}

// serve records before it charges: the workspace's row is locked last and for as short as can be, because its other
// charges wait for it.
func (s *Store) serve(ctx context.Context, workspaceID string, o *Observation, part content.Part, free, record bool) (Receipt, error) {
	var r Receipt
	err := s.tx(ctx, func(tx *gorm.DB) (err error) {
		if record {
			if err := s.recordObservation(tx, o); err != nil {
				return err
			}
		}
		r, err = s.payFor(tx, workspaceID, o, part, free)
		return err
	})
	return r, err
}

// payFor charges unless it is paid already, and renews the right. The workspace's row is locked first, so that what is
// read afterwards stays true. Something free gives no right: the first page with a row still costs.
func (s *Store) payFor(tx *gorm.DB, workspaceID string, o *Observation, part content.Part, free bool) (Receipt, error) {
	w, err := lockWorkspace(tx, workspaceID)
	if err != nil || free {
		return Receipt{Usage: content.Charge(part, 0), Remaining: w.Balance}, err
	}
	paid, err := isPaid(tx, workspaceID, o, part)
	if err != nil {
		return Receipt{}, err
	}
	charged := int64(0)
	if !paid {
		charged = 1
		if _, err := take(tx, workspaceID, charged); err != nil {
			return Receipt{}, err
		}
		line := Entry{Amount: -charged, Part: part, Subject: o.Subject, Reason: string(part) + ":" + o.ID}
		if err := s.enter(tx, workspaceID, w.Balance, line); err != nil {
			return Receipt{}, err
		}
		w.Balance -= charged
	}
	renewed := right{WorkspaceID: workspaceID, Subject: o.Subject, Counts: o.Counts, PaidAt: s.nowMicros()}
	err = tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&renewed).Error
	return Receipt{Usage: content.Charge(part, charged), Remaining: w.Balance}, err
}

// isPaid looks for the charge of this very observation, fetched or stored, and for the right to what it says: with and
// without captions two observations of one subject are kept, and whoever paid for both may ask for them in turn.
func isPaid(tx *gorm.DB, workspaceID string, o *Observation, part content.Part) (bool, error) {
	var n int64
	err := tx.Model(&Entry{}).Where("workspace_id = ? AND reason IN ?", workspaceID,
		[]string{string(content.PartFetch) + ":" + o.ID, string(content.PartStored) + ":" + o.ID}).Count(&n).Error
	if err != nil || n > 0 || part == content.PartFetch {
		return n > 0, err
	}
	err = tx.Model(&right{}).Where("workspace_id = ? AND subject = ? AND counts = ?", workspaceID, o.Subject, o.Counts).Count(&n).Error
	return n > 0, err
}

// Time is when the observation was made.
func (o *Observation) Time() time.Time { return fromMicros(o.ObservedAt) }

// Observe records an observation without charging anybody: an import is paid for otherwise and grants no right.
func (s *Store) Observe(ctx context.Context, o *Observation) error {
	return s.tx(ctx, func(tx *gorm.DB) error { return s.recordObservation(tx, o) })
}
