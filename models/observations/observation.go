package observations

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Variant distinguishes the observations of one subject by what was asked for.
type Variant string

// Plain is an observation without captions, WithCaptions one for which captions in the spoken language were asked for.
const (
	Plain        Variant = ""
	WithCaptions Variant = "captions"
)

// CaptionsIn is an observation for which captions in one language were asked for; "" is the spoken one.
func CaptionsIn(language string) Variant {
	if language == "" {
		return WithCaptions
	}
	return WithCaptions + ":" + Variant(language)
}

// Captions reports whether captions were asked for.
func (v Variant) Captions() bool { return v != Plain }

// alsoPlain reports whether the observation is recorded as a plain one, too: a plain lookup looks at two variants, however
// many languages were asked for.
func (v Variant) alsoPlain() bool { return v != Plain && v != WithCaptions }

// condition narrows observations to those that answer a request for the variant; any of these two holds a plain body.
func (v Variant) condition() (sql string, args []any) {
	if v.Captions() {
		return "variant = ?", []any{v}
	}
	return "variant " + plainVariants, nil
}

// plainVariants is true of Plain and WithCaptions, and of no captions in a language, whose names begin with WithCaptions. A
// range is one search of the index, where a list of both would be two.
const plainVariants = "<= '" + string(WithCaptions) + "'"

// Observation is the newest answer about a subject: an item, an account or a page.
type Observation struct {
	Subject    string  `gorm:"primaryKey"`
	Variant    Variant `gorm:"primaryKey"`
	ID         string
	ObservedAt int64
	RouteID    string
	Version    string
	Counts     string // what an entitlement depends on: an item's stats; "" for anything else
	Rows       int64  // of a page; of anything else 1
	Body       []byte // the rendered resource without its per-caller tail
	BodyFull   []byte // the same with the transcript
	Next       []byte // of a page: what its next page needs
	Incomplete bool   // a field is null only because a side question failed

	Names []AccountName `gorm:"-"` // that the answer showed; remembered together with it
}

// entitlement says that a workspace has paid for a subject with these counts.
type entitlement struct {
	WorkspaceID string `gorm:"primaryKey"`
	Subject     string `gorm:"primaryKey"`
	Counts      string
	PaidAt      int64
}

// Receipt is the cost of a serving and the balance after it, in credits.
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
func (s *Store) FindStored(ctx context.Context, workspaceID, subject string, v Variant, since time.Time) (*Stored, error) {
	variant, args := v.condition()
	q := s.Read(ctx).Table("observations o").
		Joins("JOIN workspaces w ON w.id = ?", workspaceID).
		Joins("LEFT JOIN entitlements r ON r.workspace_id = w.id AND r.subject = o.subject AND r.counts = o.counts").
		Select("o.*, w.balance, r.paid_at IS NOT NULL AS paid").
		Where("o.subject = ? AND o.observed_at >= ?", subject, db.Micros(since)).
		Where("o."+variant, args...).
		Order("+o.observed_at DESC").Limit(1) // two rows at most: with the sign no index by age is tempting
	var found []Stored
	if err := q.Scan(&found).Error; err != nil {
		return nil, db.Error(err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// ChargeStored charges the first serving of a stored observation, in credits, and grants the entitlement to it, in one
// transaction. One that is paid, or has no price, costs nothing and writes nothing.
func (s *Store) ChargeStored(ctx context.Context, workspaceID string, by billing.Spender, o *Stored, price int64) (Receipt, error) {
	if o.Paid || price == 0 {
		return Receipt{Usage: content.Charge(content.PartStored, 0), Remaining: o.Balance}, nil
	}
	return s.chargeInGroup(ctx, workspaceID, charge{observation: &o.Observation, part: content.PartStored, price: price, by: by})
}

// RecordAndCharge records an observation that was just fetched, charges it, in credits, and grants the entitlement to it,
// in one transaction. One without a price is recorded and grants nothing.
func (s *Store) RecordAndCharge(ctx context.Context, workspaceID string, by billing.Spender, o *Observation, price int64) (Receipt, error) {
	return s.chargeInGroup(ctx, workspaceID, charge{observation: o, part: content.PartFetch, price: price, by: by, record: true})
}

// ChargeShared charges an observation that another caller fetched and recorded while this workspace waited for it. A
// workspace pays once for one fetch, however many of its callers share it.
func (s *Store) ChargeShared(ctx context.Context, workspaceID string, by billing.Spender, o *Observation, price int64) (Receipt, error) {
	return s.chargeInGroup(ctx, workspaceID, charge{observation: o, part: content.PartFetch, price: price, by: by})
}

// Time is when the observation was made.
func (o *Observation) Time() time.Time { return db.FromMicros(o.ObservedAt) }

// Observe records an observation without a charge: an import has its own price and grants no entitlement.
func (s *Store) Observe(ctx context.Context, o *Observation) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return s.recordObservations(tx, []*Observation{o}) })
}
