package watches

import (
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/history"
)

// MostThresholds is how many thresholds a watch may have.
const MostThresholds = 10

// Field is a number of an item that a threshold compares.
type Field string

// Fields lists every Field once: the counts of an item, and the reach of an ad in the EU.
func Fields() []Field {
	return []Field{"views", "likes", "comments", "shares", "saves", "euReach"}
}

// of returns the number; nil if it is unknown.
func (f Field) of(s content.Stats, reach *int64) *int64 {
	switch f {
	case "views":
		return s.Views
	case "likes":
		return s.Likes
	case "comments":
		return s.Comments
	case "shares":
		return s.Shares
	case "saves":
		return s.Saves
	}
	return reach
}

// Op is how a threshold compares.
type Op string

// The comparisons. Grows compares with the same number some time before.
const (
	Above Op = "above"
	Below Op = "below"
	Grows Op = "grows"
)

// Ops lists every Op once.
func Ops() []Op { return []Op{Above, Below, Grows} }

// Within is the period in which a number grows.
type Within string

// withins are the periods, the shortest first.
var withins = map[Within]time.Duration{"1d": 24 * time.Hour, "7d": 7 * 24 * time.Hour, "30d": 30 * 24 * time.Hour}

// Withins lists every Within once.
func Withins() []Within { return []Within{"1d", "7d", "30d"} }

// Threshold is a bound on a number of each item of a watch.
type Threshold struct {
	Field  Field  `json:"field"`
	Op     Op     `json:"op"`
	Value  int64  `json:"value"`
	Within Within `json:"within,omitempty"` // of Grows only
}

// key identifies a threshold among those of a watch: one whose number was changed is another.
func (t Threshold) key() string { return fmt.Sprint(t.Field, t.Op, t.Value, t.Within) }

// beyond reports whether a number is beyond the threshold. before is the number at the beginning of the period.
func (t Threshold) beyond(now, before int64) bool {
	switch t.Op {
	case Below:
		return now < t.Value
	case Grows:
		return now-before >= t.Value
	case Above:
	}
	return now > t.Value
}

// ThresholdList returns the thresholds of the watch.
func (w *Watch) ThresholdList() []Threshold { return db.FromJSON[[]Threshold](w.Thresholds) }

// thresholdsJSON returns thresholds as they are stored.
func thresholdsJSON(list []Threshold) string {
	if len(list) == 0 {
		return ""
	}
	return db.JSON(list)
}

// crossing is a threshold that an item went beyond.
type crossing struct {
	Threshold
	item        Item
	now, before int64
}

// cross compares the items that a run saw with the thresholds. Each item stores on which side it is, so that a crossing
// is told once. What an item had when a threshold first met it is no crossing, but for an item that the watch found: that
// one began at nothing. first says that the watch only stores what there is.
func cross(tx *gorm.DB, w *Watch, items []Item, now time.Time, first bool) (list []crossing, err error) {
	thresholds := w.ThresholdList()
	if len(thresholds) == 0 {
		for n := range items {
			items[n].Crossed = ""
		}
		return nil, nil
	}
	facts, were, sides := make([]Facts, len(items)), make([]map[string]bool, len(items)), make([]map[string]bool, len(items))
	for n := range items {
		facts[n], were[n], sides[n] = items[n].FactsNow(), items[n].sides(), map[string]bool{}
	}
	for _, t := range thresholds {
		var before map[string]int64
		if t.Op == Grows {
			if before, err = numbersAt(tx, w, t.Field, items, facts, now.Add(-withins[t.Within])); err != nil {
				return nil, err
			}
		}
		for n := range items {
			is := t.Field.of(facts[n].Stats, facts[n].EUReach)
			was, met := were[n][t.key()]
			if is == nil {
				if met {
					sides[n][t.key()] = was
				}
				continue
			}
			from, known := before[items[n].ItemID]
			if !known && t.Op == Grows {
				from = *is
			}
			beyond := t.beyond(*is, from)
			sides[n][t.key()] = beyond
			if begins := !met && items[n].Told && t.Op == Above && !first; beyond && (met && !was || begins) {
				list = append(list, crossing{Threshold: t, item: items[n], now: *is, before: from})
			}
		}
	}
	for n := range items {
		items[n].Crossed = sidesJSON(sides[n])
	}
	return list, nil
}

// sides returns on which side of each threshold the item was, as far as that is known.
func (i *Item) sides() map[string]bool { return db.FromJSON[map[string]bool](i.Crossed) }

func sidesJSON(sides map[string]bool) string {
	if len(sides) == 0 {
		return ""
	}
	return db.JSON(sides)
}

// numbersAt returns the number that each item had at a time, or the first one known after it. facts are what the items say
// now.
func numbersAt(tx *gorm.DB, w *Watch, f Field, items []Item, facts []Facts, at time.Time) (map[string]int64, error) {
	numbers := map[string]int64{}
	ids := make([]string, 0, len(items))
	approximate := map[string]bool{}
	for n, i := range items {
		ids = append(ids, i.ItemID)
		approximate[i.ItemID] = facts[n].Approximate
	}
	if f == "euReach" {
		return numbers, reachesAt(tx, w.ID, ids, at, numbers)
	}
	records, err := history.At(tx, w.WorkspaceID, ids, at)
	for _, r := range records {
		var stats content.Stats
		if r.Approximate != approximate[r.Subject] || json.Unmarshal([]byte(r.Counts), &stats) != nil {
			continue
		}
		if n := f.of(stats, nil); n != nil {
			numbers[r.Subject] = *n
		}
	}
	return numbers, err
}

// Reach is how many people in the EU an ad had reached at a time. A number that stays the same is stored once.
type Reach struct {
	WatchID string `gorm:"primaryKey"`
	ItemID  string `gorm:"primaryKey"`
	At      int64  `gorm:"primaryKey"`
	Reach   int64
}

// TableName names GORM's table: reaches of ads.
func (Reach) TableName() string { return "watch_reaches" }

// reachesAt adds what each ad had reached at a time, or the first number known after it.
func reachesAt(tx *gorm.DB, watchID string, ids []string, at time.Time, numbers map[string]int64) error {
	var list []Reach
	err := tx.Where("watch_id = ? AND item_id IN ?", watchID, ids).Order("at DESC").Find(&list).Error
	addReaches(list, db.Micros(at), numbers)
	return err
}

// addReaches does so with all that is known of the ads, the newest first.
func addReaches(list []Reach, at int64, numbers map[string]int64) {
	settled := map[string]bool{}
	for _, r := range list {
		if !settled[r.ItemID] {
			numbers[r.ItemID], settled[r.ItemID] = r.Reach, r.At <= at
		}
	}
}
