package routehealth

import (
	"context"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/apierror"
	"socialdata/models/db"
)

// failuresOfIncident is how many checks in a row must fail before an incident begins: one may fail by chance.
const failuresOfIncident = 2

// IncidentsKeptFor is how long ended incidents are listed and stored.
const IncidentsKeptFor = 90 * 24 * time.Hour

// Incident is a time in which an operation of a route did not return its known objects, or a field was missing in many of its answers.
// An operation has at most one at a time, and each of its fields.
type Incident struct {
	ID                 string        `gorm:"primaryKey"`
	RouteID, Operation string        // of a field: operation/kind/field
	Code               apierror.Code // of the check that began it; "" if it is about a field
	Detail             string        // what was missing, or why it failed
	Kind, Field        string        // the field that is missing, in content of this kind; "" if it is about checks
	Share, Settled     int64         // of answers that have the field, in thousandths: now, and before it began
	BeganAt            int64
	EndedAt            *int64 // nil: it goes on
	ToldAt, EndToldAt  *int64 // when the operator was told of its beginning and of its end
}

// beginIncident opens an incident unless one goes on.
func beginIncident(tx *gorm.DB, c Check) error {
	i := Incident{ID: db.NewID(), RouteID: c.RouteID, Operation: c.Operation, Code: c.Code, Detail: c.Detail, BeganAt: c.At}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&i).Error
}

func endIncident(tx *gorm.DB, c Check) error {
	return tx.Model(&Incident{}).Where("route_id = ? AND operation = ? AND ended_at IS NULL", c.RouteID, c.Operation).Update("ended_at", c.At).Error
}

// MostIncidents is the maximum number of incidents in a list.
const MostIncidents = 100

// Incidents lists the incidents that began within IncidentsKeptFor, the newest first.
func (s *Store) Incidents(ctx context.Context) ([]Incident, error) {
	var list []Incident
	err := s.Read(ctx).Where("began_at > ?", db.Micros(s.Now().Add(-IncidentsKeptFor))).Order("began_at DESC, id DESC").Limit(MostIncidents).Find(&list).Error
	return list, db.Error(err)
}

// UntoldIncidents lists the incidents of whose beginning or end the operator has to be told, the oldest first. One that had ended before
// anybody was told is left out.
func (s *Store) UntoldIncidents(ctx context.Context) ([]Incident, error) {
	var list []Incident
	q := s.Read(ctx).Where("began_at > ?", db.Micros(s.Now().Add(-IncidentsKeptFor)))
	q = q.Where("(told_at IS NULL AND ended_at IS NULL) OR (told_at IS NOT NULL AND ended_at IS NOT NULL AND end_told_at IS NULL)")
	err := q.Order("began_at, id").Limit(MostIncidents).Find(&list).Error
	return list, db.Error(err)
}

// IncidentsTold records that the operator got a message about incidents that UntoldIncidents returned.
func (s *Store) IncidentsTold(ctx context.Context, list []Incident) error {
	return s.Tx(ctx, func(tx *gorm.DB) error {
		for _, i := range list {
			column := "told_at"
			if i.EndedAt != nil {
				column = "end_told_at"
			}
			if err := tx.Model(&Incident{}).Where("id = ?", i.ID).Update(column, s.NowMicros()).Error; err != nil {
				return err
			}
		}
		return nil
	})
}
