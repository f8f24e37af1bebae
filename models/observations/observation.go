package observations

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// Variant distinguishes observations of one subject by the requested captions.
type Variant string

// Plain is an observation without captions, WithCaptions one with those in the spoken language.
const (
	Plain        Variant = ""
	WithCaptions Variant = "captions"
)

// CaptionsIn returns the variant with captions in one language; "" is the spoken language.
func CaptionsIn(language string) Variant {
	if language == "" {
		return WithCaptions
	}
	return WithCaptions + ":" + Variant(language)
}

// Captions reports whether the variant includes captions.
func (v Variant) Captions() bool { return v != Plain }

// alsoPlain reports whether the observation is recorded as Plain as well, so that a plain lookup has to search two
// variants only, however many languages were requested.
func (v Variant) alsoPlain() bool { return v != Plain && v != WithCaptions }

// condition returns the condition for observations that can answer a request for the variant.
func (v Variant) condition() (sql string, args []any) {
	if v.Captions() {
		return "variant = ?", []any{v}
	}
	return "variant " + plainVariants, nil
}

// plainVariants is true of Plain and WithCaptions, but not of variants in a language, whose names have the prefix
// WithCaptions. A range needs one search of the index, a list of both would need two.
const plainVariants = "<= '" + string(WithCaptions) + "'"

// Observation is the newest answer about a subject: an item, an account or a page.
type Observation struct {
	Subject    string  `gorm:"primaryKey"`
	Variant    Variant `gorm:"primaryKey"`
	ID         string
	ObservedAt int64
	RouteID    string
	Version    string
	Counts     string // the counts that an entitlement depends on: an item's stats; else ""
	Rows       int64  // of a page; else 1
	Body       []byte // the encoded resource without the suffix that differs per caller
	BodyFull   []byte // the same with the transcript
	Next       []byte // of a page: the state for its next page
	Incomplete bool   // a field is null only because a further request failed

	Names []AccountName `gorm:"-"` // seen in the answer; stored together with it
	About string        `gorm:"-"` // what the ledger says that it is about; "" for Subject
}

// entitlement records that a workspace has paid for a subject with these counts.
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

// FindStored reads, in one statement, the newest observation of a subject made at or after since, and whether the
// workspace has paid for it. It returns nil if there is none.
func (s *Store) FindStored(ctx context.Context, workspaceID, subject string, v Variant, since time.Time) (*Stored, error) {
	variant, args := v.condition()
	q := s.Read(ctx).Table("observations o").
		Joins("JOIN workspaces w ON w.id = ?", workspaceID).
		Joins("LEFT JOIN entitlements r ON r.workspace_id = w.id AND r.subject = o.subject AND r.counts = o.counts").
		Select("o.*, w.balance, r.paid_at IS NOT NULL AS paid").
		Where("o.subject = ? AND o.observed_at >= ?", subject, db.Micros(since)).
		Where("o."+variant, args...).
		Order("+o.observed_at DESC") // at most two rows: unary + keeps SQLite from choosing the observed_at index
	found, err := db.First[Stored](q)
	return found, db.Error(err)
}

// FindPaid reads, in one statement, the newest observations of subjects that the workspace has paid for, by subject. Others are left
// out.
func (s *Store) FindPaid(ctx context.Context, workspaceID string, subjects []string) (map[string]*Observation, error) {
	if len(subjects) == 0 {
		return nil, nil
	}
	var rows []*Observation
	q := s.Read(ctx).Table("observations o").Joins("JOIN entitlements r ON r.workspace_id = ? AND r.subject = o.subject AND r.counts = o.counts", workspaceID).
		Select("o.*").Where("o.subject IN ?", subjects).Order("o.observed_at")
	if err := q.Scan(&rows).Error; err != nil {
		return nil, db.Error(err)
	}
	found := map[string]*Observation{}
	for _, o := range rows {
		found[o.Subject] = o
	}
	return found, nil
}

// ChargeStored charges the first serving of a stored observation, in credits, and grants the entitlement to it, in one
// transaction. If it is already paid or price is 0, nothing is charged or written.
func (s *Store) ChargeStored(ctx context.Context, workspaceID string, by billing.Spender, o *Stored, price int64) (Receipt, error) {
	if o.Paid || price == 0 {
		return Receipt{Usage: content.Charge(content.PartStored, 0), Remaining: o.Balance}, nil
	}
	return s.chargeInGroup(ctx, workspaceID, charge{observation: &o.Observation, part: content.PartStored, price: price, by: by})
}

// RecordAndCharge records a newly fetched observation, charges it, in credits, and grants the entitlement to it, in one
// transaction. If price is 0, it is recorded without an entitlement.
func (s *Store) RecordAndCharge(ctx context.Context, workspaceID string, by billing.Spender, o *Observation, price int64) (Receipt, error) {
	return s.chargeInGroup(ctx, workspaceID, charge{observation: o, part: content.PartFetch, price: price, by: by, record: true})
}

// ChargeShared charges an observation that another caller fetched and recorded while this one waited for it. A workspace
// pays once for one fetch, however many of its callers share it.
func (s *Store) ChargeShared(ctx context.Context, workspaceID string, by billing.Spender, o *Observation, price int64) (Receipt, error) {
	return s.chargeInGroup(ctx, workspaceID, charge{observation: o, part: content.PartFetch, price: price, by: by})
}

// Time returns when the observation was made.
func (o *Observation) Time() time.Time { return db.FromMicros(o.ObservedAt) }

// Observe records an observation without a charge: an import has its own price and grants no entitlement. It may be lost if the database
// server crashes before it commits anything else, as nobody paid for it: it is fetched again.
func (s *Store) Observe(ctx context.Context, o *Observation) error {
	return s.QuickWrites(ctx, func(tx *gorm.DB) error { return s.recordObservations(tx, []*Observation{o}) })
}
