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
	ID                 string `gorm:"primaryKey"`
	RouteID, Operation string // of a field: operation/kind/field
	Cause              Cause
	Code               apierror.Code // of the check or of the calls that began it; "" if it is about a field
	Detail             string        // what was missing, or why it failed
	Kind, Field        string        // the field that is missing, in content of this kind; "" if it is about checks
	Share, Settled     int64         // of answers that have the field, in thousandths: now, and before it began
	BeganAt            int64
	EndedAt            *int64 // nil: it goes on
	ToldAt, EndToldAt  *int64 // when the operator was told of its beginning and of its end
}

// Cause is what an incident began by.
type Cause string

// The causes.
const (
	ByCheck Cause = "check" // checks fail
	ByCalls Cause = "calls" // callers' calls fail, and the operation is degraded
	ByField Cause = "field" // a field is often missing
)

// beginIncident opens an incident unless one goes on.
func beginIncident(tx *gorm.DB, c Check) error {
	i := Incident{ID: db.NewID(), Cause: ByCheck, RouteID: c.RouteID, Operation: c.Operation, Code: c.Code, Detail: c.Detail, BeganAt: c.At}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&i).Error
}

func endIncident(tx *gorm.DB, c Check) error {
	return tx.Model(&Incident{}).Where("route_id = ? AND operation = ? AND ended_at IS NULL AND cause = ?", c.RouteID, c.Operation, ByCheck).Update("ended_at", c.At).Error
}

// How long an operation must be degraded before an incident begins, and work before it ends: a wall that comes and goes is one incident.
const (
	degradedFor = 10 * time.Minute
	worksFor    = 30 * time.Minute
)

// FollowDegraded begins an incident for each operation that has been degraded for a while, and ends those of operations that work again.
func (s *Store) FollowDegraded(ctx context.Context) error {
	now := s.Now()
	return s.Tx(ctx, func(tx *gorm.DB) error {
		var degraded []Operation
		if err := tx.Where("state = ? AND since <= ?", routeDegraded, db.Micros(now.Add(-degradedFor))).Order("route_id, operation").Find(&degraded).Error; err != nil {
			return err
		}
		for _, o := range degraded {
			i := Incident{ID: db.NewID(), Cause: ByCalls, RouteID: o.RouteID, Operation: o.Operation, Code: apierror.Code(o.Reason), Detail: "half of the callers' latest calls failed, and so did a probe", BeganAt: o.Since}
			if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&i).Error; err != nil {
				return err
			}
		}
		works := tx.Model(&Operation{}).Select("1").Where("route_operations.route_id = incidents.route_id AND route_operations.operation = incidents.operation").
			Where("state = ? AND since <= ?", routeEnabled, db.Micros(now.Add(-worksFor)))
		return tx.Model(&Incident{}).Where("ended_at IS NULL AND cause = ? AND EXISTS (?)", ByCalls, works).Update("ended_at", db.Micros(now)).Error
	})
}

// FindIncident returns an incident.
func (s *Store) FindIncident(ctx context.Context, id string) (*Incident, error) {
	return db.Find[Incident](s.Read(ctx).Where("id = ?", id), "incident")
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
