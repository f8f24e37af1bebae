package routehealth

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// FillsKeptFor is how long counts of fields are kept.
const FillsKeptFor = 35 * 24 * time.Hour

// FieldFill counts the answers of one hour that have a field. Kind is the kind of content, because photos have no duration; "" for accounts.
type FieldFill struct {
	RouteID   string `gorm:"primaryKey"`
	Operation string `gorm:"primaryKey"`
	Kind      string `gorm:"primaryKey"`
	Field     string `gorm:"primaryKey"`
	Hour      int64  `gorm:"primaryKey"` // its start
	Filled    int64
	Answers   int64
}

// AddFills adds to the counts. The rows are written in the order of their key, so that processes which add at once wait for each other
// and never in a circle.
func (s *Store) AddFills(ctx context.Context, rows []FieldFill) error {
	slices.SortFunc(rows, func(a, b FieldFill) int {
		return cmp.Or(cmp.Compare(a.RouteID, b.RouteID), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Hour, b.Hour))
	})
	add := clause.OnConflict{Columns: []clause.Column{{Name: "route_id"}, {Name: "operation"}, {Name: "kind"}, {Name: "field"}, {Name: "hour"}},
		DoUpdates: clause.Assignments(map[string]any{"filled": gorm.Expr("field_fills.filled + excluded.filled"), "answers": gorm.Expr("field_fills.answers + excluded.answers")})}
	return db.Error(s.Write(ctx).Clauses(add).CreateInBatches(&rows, 500).Error)
}

// FieldHistory is what is known of a field: the newest day first.
type FieldHistory struct {
	RouteID, Operation, Kind, Field string
	Days                            [fillDays]Fill
}

const dayMicros = 24 * hourMicros

// FieldHistories returns the counts of the last four weeks of every field that was read then, of one route or of all ("").
func (s *Store) FieldHistories(ctx context.Context, routeID string) ([]FieldHistory, error) {
	now := db.Micros(s.Now().Truncate(time.Hour).Add(time.Hour))
	var rows []struct {
		RouteID, Operation, Kind, Field string
		Day                             int64
		Filled, Answers                 int64
	}
	q := s.Read(ctx).Table("field_fills").Where("hour >= ?", now-fillDays*dayMicros)
	if routeID != "" {
		q = q.Where("route_id = ?", routeID)
	}
	err := q.Select(fmt.Sprintf("route_id, operation, kind, field, (%d - hour - 1) / %d AS day, SUM(filled) AS filled, SUM(answers) AS answers", now, dayMicros)).
		Group("1, 2, 3, 4, 5").Order("1, 2, 3, 4, 5").Scan(&rows).Error
	var list []FieldHistory
	for _, r := range rows {
		if n := len(list); n == 0 || list[n-1].RouteID != r.RouteID || list[n-1].Operation != r.Operation || list[n-1].Kind != r.Kind || list[n-1].Field != r.Field {
			list = append(list, FieldHistory{RouteID: r.RouteID, Operation: r.Operation, Kind: r.Kind, Field: r.Field})
		}
		if r.Day >= 0 && r.Day < fillDays {
			list[len(list)-1].Days[r.Day] = Fill{r.Filled, r.Answers}
		}
	}
	return list, db.Error(err)
}

// JudgeFills compares every field with its settled past, begins an incident for each that has decayed, and ends those of fields that have
// not, or whose past has become what they are now.
func (s *Store) JudgeFills(ctx context.Context) error {
	list, err := s.FieldHistories(ctx, "")
	if err != nil {
		return err
	}
	open, err := s.OpenFieldIncidents(ctx)
	if err != nil {
		return err
	}
	return s.Tx(ctx, func(tx *gorm.DB) error {
		for _, h := range list {
			if err := s.judgeFill(tx, h, h.HasIncident(open)); err != nil {
				return err
			}
		}
		return nil
	})
}

// incident returns the operation by which an incident of the field is told apart from others of its route.
func (h FieldHistory) incident() string {
	return h.Operation + "/" + h.Kind + "/" + h.Field
}

// HasIncident reports whether one of these incidents is about the field.
func (h FieldHistory) HasIncident(list []Incident) bool {
	return slices.ContainsFunc(list, func(i Incident) bool { return i.RouteID == h.RouteID && i.Operation == h.incident() })
}

// FieldOperation returns the operation of an incident about a field.
func (i Incident) FieldOperation() string {
	return strings.TrimSuffix(i.Operation, "/"+i.Kind+"/"+i.Field)
}

// WholeShare is the share of an incident if all answers have the field.
const WholeShare = 1000

// Thousandths rounds a share, 0 to 1, to thousandths: to 0 only if it is 0, and to WholeShare only if it is 1.
func Thousandths(share float64) int64 {
	if share <= 0 || share >= 1 {
		return WholeShare * int64(share)
	}
	return min(max(int64(math.Round(WholeShare*share)), 1), WholeShare-1)
}

func (s *Store) judgeFill(tx *gorm.DB, h FieldHistory, open bool) error {
	j := judge(h.Days, open)
	of := func() *gorm.DB {
		return tx.Model(&Incident{}).Where("route_id = ? AND operation = ? AND ended_at IS NULL", h.RouteID, h.incident())
	}
	share := Thousandths(j.now.share())
	switch {
	case !j.known:
		return nil
	case j.decayed && open:
		return of().Update("share", share).Error
	case j.decayed:
		i := Incident{ID: db.NewID(), Cause: ByField, RouteID: h.RouteID, Operation: h.incident(), Kind: h.Kind, Field: h.Field, Share: share, Settled: Thousandths(j.settled), BeganAt: s.NowMicros(),
			Detail: fmt.Sprintf("%d of %d answers have it", j.now.Filled, j.now.Answers)}
		return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&i).Error
	case open:
		return of().Update("ended_at", s.NowMicros()).Error
	}
	return nil
}

// OpenFieldIncidents lists the incidents about fields that go on.
func (s *Store) OpenFieldIncidents(ctx context.Context) ([]Incident, error) {
	var list []Incident
	err := s.Read(ctx).Where("ended_at IS NULL AND field <> ''").Order("route_id, operation").Find(&list).Error
	return list, db.Error(err)
}

// Sum returns the counts of the newest days.
func (h FieldHistory) Sum(days int) (sum Fill) {
	for _, d := range h.Days[:days] {
		sum.Filled, sum.Answers = sum.Filled+d.Filled, sum.Answers+d.Answers
	}
	return sum
}

// Settled returns the share of the settled past with which the newest answers are compared, in thousandths; false if there were too few.
func (h FieldHistory) Settled() (thousandths int64, known bool) {
	j := judge(h.Days, false)
	return Thousandths(j.settled), j.past
}
