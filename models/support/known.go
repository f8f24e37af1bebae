package support

import (
	"context"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/imports"
)

// KnownFailure is a group of failures that support has marked as known. It is reported again when it recurs after Until,
// or in version MendedIn of the program or a later one.
type KnownFailure struct {
	Code     apierror.Code    `gorm:"primaryKey"`
	Reason   apierror.Reason  `gorm:"primaryKey"`
	Platform content.Platform `gorm:"primaryKey"`
	RouteID  string           `gorm:"primaryKey"`
	Note     string
	MendedIn string // "" unknown
	Until    int64
	MarkedBy string // the person's id
	MarkedAt int64
}

// Kind returns the group of failures that is known.
func (k *KnownFailure) Kind() FailureKind {
	return FailureKind{Code: k.Code, Reason: k.Reason, Platform: k.Platform, RouteID: k.RouteID}
}

// subject identifies the group in the audit log.
func (k KnownFailure) subject() string {
	return strings.Join(strings.Fields(string(k.Code)+" "+string(k.Reason)+" "+string(k.Platform)+" "+k.RouteID), " ")
}

// MarkKnown marks a group of failures as known for a time, or updates the mark; the actor's reason is the note.
func (s *Store) MarkKnown(ctx context.Context, by Actor, k KnownFailure, lasts time.Duration) error {
	return s.audited(ctx, by, AuditEntry{Action: ActionFailureKnown, Subject: k.subject()}, func(tx *gorm.DB, e *AuditEntry) error {
		k.Note, k.MarkedBy, k.MarkedAt, k.Until = e.Reason, e.UserID, e.CreatedAt, db.Micros(s.Now().Add(lasts))
		return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&k).Error
	})
}

// ReopenKnown removes the mark of a group; not_found if it has none.
func (s *Store) ReopenKnown(ctx context.Context, by Actor, k KnownFailure) error {
	return s.audited(ctx, by, AuditEntry{Action: ActionFailureReopened, Subject: k.subject()}, func(tx *gorm.DB, _ *AuditEntry) error {
		res := tx.Delete(&KnownFailure{}, "code = ? AND reason = ? AND platform = ? AND route_id = ?", k.Code, k.Reason, k.Platform, k.RouteID)
		return db.Changed(res, apierror.New(apierror.CodeNotFound, "resource", "known failure"))
	})
}

// maxKnown is how many known groups a page reads, latest first.
const maxKnown = 200

// KnownFailures lists the known groups, the last marked first.
func (s *Store) KnownFailures(ctx context.Context) (list []KnownFailure, err error) {
	err = s.Read(ctx).Order("marked_at DESC").Limit(maxKnown).Find(&list).Error
	return list, db.Error(err)
}

// addKnown sets Known and Returned of groups that are marked.
func (s *Store) addKnown(ctx context.Context, groups []FailureGroup) error {
	known, err := s.KnownFailures(ctx)
	if err != nil {
		return err
	}
	for n := range groups {
		g := &groups[n]
		for _, k := range known {
			if k.Kind() != g.Kind() {
				continue
			}
			g.Known = &k
			if g.Returned, err = s.returned(ctx, k, g.Last); err != nil {
				return err
			}
		}
	}
	return nil
}

// returned describes when or where a known group failed again although it should not; "" if it did not.
func (s *Store) returned(ctx context.Context, k KnownFailure, last time.Time) (string, error) {
	if db.Micros(last) > k.Until {
		return "after its time", nil
	}
	if k.MendedIn == "" {
		return "", nil
	}
	var programs []string
	err := s.Read(ctx).Table("imports i").Joins("JOIN attempts a ON a.import_id = i.id AND a.number = i.attempt").
		Where("i.state = ? AND i.created_at > ? AND i.platform = ? AND a.failure_code = ? AND a.reason = ? AND a.route_id = ? AND a.program <> ''",
			imports.Failed, k.MarkedAt, k.Platform, k.Code, k.Reason, k.RouteID).Distinct().Limit(20).Pluck("a.program", &programs).Error
	for _, p := range programs {
		if !olderVersion(p, k.MendedIn) {
			return "in version " + p, nil
		}
	}
	return "", db.Error(err)
}
