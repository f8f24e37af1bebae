package routehealth

import (
	"context"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// How many answers of a route are kept, and for how long.
const (
	changedKept           = 20
	ChangedAnswersKeptFor = 7 * 24 * time.Hour
)

// ChangedAnswer is an answer without a required value. Head is its beginning; Calls are all requests and answers,
// without secrets, as gzipped JSON.
type ChangedAnswer struct {
	ID        string `gorm:"primaryKey"`
	RouteID   string
	Operation string
	At        int64
	Missing   string // names, one per line
	Head      string
	Calls     []byte
}

// SaveChangedAnswer stores an answer and deletes all but the newest 20 of its route.
func (s *Store) SaveChangedAnswer(ctx context.Context, c ChangedAnswer) error {
	c.ID, c.At = db.NewID(), s.NowMicros()
	return s.QuickTx(ctx, func(tx *gorm.DB) error {
		if err := tx.Create(&c).Error; err != nil {
			return err
		}
		return tx.Exec(`DELETE FROM changed_answers WHERE route_id = ? AND id NOT IN
			(SELECT id FROM changed_answers WHERE route_id = ? ORDER BY at DESC, id DESC LIMIT ?)`, c.RouteID, c.RouteID, changedKept).Error
	})
}

// ChangedAnswers lists the stored answers of a route, newest first, without their calls.
func (s *Store) ChangedAnswers(ctx context.Context, routeID string) ([]ChangedAnswer, error) {
	var list []ChangedAnswer
	err := s.Read(ctx).Select("id", "route_id", "operation", "at", "missing", "head").
		Where("route_id = ? AND at > ?", routeID, db.Micros(s.Now().Add(-ChangedAnswersKeptFor))).Order("at DESC, id DESC").Limit(changedKept).Find(&list).Error
	return list, db.Error(err)
}

// ChangedAnswer returns a stored answer with its calls.
func (s *Store) ChangedAnswer(ctx context.Context, routeID, id string) (*ChangedAnswer, error) {
	q := s.Read(ctx).Where("route_id = ? AND id = ? AND at > ?", routeID, id, db.Micros(s.Now().Add(-ChangedAnswersKeptFor)))
	return db.Find[ChangedAnswer](q, "answer")
}
