package observations

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// ServedAnswer is an answer as a workspace was served it. Observations are renewed in place, so this is the only copy of an
// earlier one. Servings that were free because the same counts were paid for before are not recorded.
type ServedAnswer struct {
	WorkspaceID   string `gorm:"primaryKey"`
	Subject       string `gorm:"primaryKey"`
	ServedAt      int64  `gorm:"primaryKey"`
	ObservationID string `gorm:"primaryKey"`
	Variant       Variant
	ObservedAt    int64
	RouteID       string
	Body          []byte
	BodyFull      []byte
}

// FindServed returns the answer about a subject that the workspace was served last by a time, or nil if there is none. A plain
// lookup reads answers with captions as well, without their captions.
func (s *Store) FindServed(ctx context.Context, workspaceID, subject string, v Variant, by time.Time) (*Observation, error) {
	q := s.Read(ctx).Where("workspace_id = ? AND subject = ? AND served_at <= ?", workspaceID, subject, db.Micros(by))
	if v.Captions() {
		q = q.Where("variant = ?", v)
	}
	a, err := db.First[ServedAnswer](q.Order("served_at DESC, observation_id DESC"))
	if err != nil || a == nil {
		return nil, db.Error(err)
	}
	return &Observation{Subject: a.Subject, Variant: a.Variant, ID: a.ObservationID, ObservedAt: a.ObservedAt, RouteID: a.RouteID, Body: a.Body, BodyFull: a.BodyFull}, nil
}

// keepServed records what a group was served that cost something or was just fetched.
func (s *Store) keepServed(tx *gorm.DB, workspaceID string, group []*charge) error {
	var list []ServedAnswer
	for _, c := range group {
		o := c.observation
		if c.err != nil || !c.record && c.receipt.Usage.CreditsCharged == 0 || !isOneObject(o.Subject) {
			continue
		}
		list = append(list, ServedAnswer{WorkspaceID: workspaceID, Subject: o.Subject, ServedAt: s.NowMicros(), ObservationID: o.ID, Variant: o.Variant,
			ObservedAt: o.ObservedAt, RouteID: o.RouteID, Body: o.Body, BodyFull: o.BodyFull})
	}
	if len(list) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&list).Error
}

// isOneObject reports whether a subject is an item or an account, not a page.
func isOneObject(subject string) bool {
	return strings.HasPrefix(subject, "item:") || strings.HasPrefix(subject, "account:")
}
