package observations

import (
	"cmp"
	"maps"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// recordKey is the key of a stored observation.
type recordKey struct {
	subject string
	variant Variant
}

func (o *Observation) key() recordKey { return recordKey{o.Subject, o.Variant} }

// recordObservations stores what was fetched, in one statement and sorted by subject, so that transactions of two
// workspaces cannot deadlock. The newest observation of a subject and variant wins.
func (s *Store) recordObservations(tx *gorm.DB, list []*Observation) error {
	newest := map[recordKey]*Observation{}
	keep := func(o *Observation) {
		if have := newest[o.key()]; have == nil || have.ObservedAt <= o.ObservedAt {
			newest[o.key()] = o
		}
	}
	var names []AccountName
	for _, o := range list {
		keep(o)
		if o.Variant.alsoPlain() {
			plain := *o
			plain.Variant, plain.BodyFull = Plain, nil
			keep(&plain)
		}
		names = append(names, o.Names...)
	}
	return db.Together(tx, func(tx *gorm.DB) error {
		if err := saveObservations(tx, slices.SortedFunc(maps.Values(newest), compareKeys)); err != nil {
			return err
		}
		return s.recordNames(tx, names)
	})
}

func compareKeys(a, b *Observation) int {
	return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Variant, b.Variant))
}

// saveObservations writes observations with different keys, but never overwrites a newer one.
func saveObservations(tx *gorm.DB, list []*Observation) error {
	if len(list) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "subject"}, {Name: "variant"}},
		Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr("observations.observed_at <= excluded.observed_at")}},
		UpdateAll: true,
	}).Create(list).Error
}
