package watches

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// Limits of a report.
const (
	ReportDays = 366 // the longest period
	ReportRows = 20  // of each list
)

// Asked is what a report is about.
type Asked struct {
	From, Before time.Time
	Ads          bool // what is watched are ads: those that run longest come first, others sort by when they were seen last
}

func (a *Asked) period() Period { return Period{From: &a.From, Before: &a.Before} }

// Group is a number of items with the first ReportRows of them.
type Group struct {
	Count int64
	Items []Item
}

// Report is what a watch knows, all of it read at one moment.
type Report struct {
	Running   Group // now
	Ended     Group // in the period
	Found     Group // new in the period
	Creatives Creatives
	Started   Group  // of ads: in the period, also before the watch first looked
	Viewed    []Item // published in the period, most viewed first
	Reach     Reached
	Days      []Day // of the period, the first one first
	RunsSince *int64
}

// Report returns what the watch knows. The caller checks that the watch is of its workspace.
func (s *Store) Report(ctx context.Context, watchID string, a Asked) (r *Report, err error) {
	err = s.Snapshot(ctx, func(tx *gorm.DB) error {
		r = &Report{}
		for _, read := range []func(*gorm.DB, string, Asked) error{r.readRunning, r.readPeriod, r.readCreatives, r.readReach, r.readDays} {
			if err := read(tx, watchID, a); err != nil {
				return err
			}
		}
		return nil
	})
	return r, err
}

// EndsUnknown reports whether nothing is known to have ended, and no look of the period could tell.
func (r *Report) EndsUnknown() bool {
	return r.Ended.Count == 0 && !slices.ContainsFunc(r.Days, func(d Day) bool { return d.Complete > 0 })
}

// group reads how many items a filter selects, and the first ones in an order.
func group(tx *gorm.DB, watchID string, f ItemFilter, order string) (g Group, err error) {
	if err := f.of(tx.Model(&Item{}).Where("watch_id = ?", watchID)).Count(&g.Count).Error; err != nil || g.Count == 0 {
		return g, err
	}
	return g, f.of(tx.Where("watch_id = ?", watchID)).Order(order).Limit(ReportRows).Find(&g.Items).Error
}

// readRunning reads what has not ended. Sorted by age, what is of unknown age comes last.
func (r *Report) readRunning(tx *gorm.DB, watchID string, a Asked) (err error) {
	live := ItemFilter{State: Live}
	if !a.Ads {
		r.Running, err = group(tx, watchID, live, "position DESC, item_id DESC")
		return err
	}
	const age = "COALESCE(published_at, made_at)"
	of := func(aged string) *gorm.DB { return live.of(tx.Where("watch_id = ? AND "+age+" IS "+aged, watchID)) }
	if err = live.of(tx.Model(&Item{}).Where("watch_id = ?", watchID)).Count(&r.Running.Count).Error; err != nil || r.Running.Count == 0 {
		return err
	}
	if err = of("NOT NULL").Order(age + ", item_id").Limit(ReportRows).Find(&r.Running.Items).Error; err != nil {
		return err
	}
	var rest []Item
	if left := ReportRows - len(r.Running.Items); left > 0 {
		err = of("NULL").Order("item_id").Limit(left).Find(&rest).Error
	}
	r.Running.Items = append(r.Running.Items, rest...)
	return err
}

// readPeriod reads what ended, what was found, and what was viewed most or, of ads, started in the period.
func (r *Report) readPeriod(tx *gorm.DB, watchID string, a Asked) (err error) {
	if r.Ended, err = group(tx, watchID, ItemFilter{State: Ended, Ended: a.period()}, "ended_at DESC, item_id DESC"); err != nil {
		return err
	}
	if r.Found, err = group(tx, watchID, ItemFilter{Told: true, FirstSeen: a.period()}, "first_seen_at DESC, item_id DESC"); err != nil {
		return err
	}
	published := ItemFilter{Published: a.period()}
	if a.Ads {
		r.Started, err = group(tx, watchID, published, publishedSQL+" DESC, item_id DESC")
		return err // how often an ad was viewed is not public
	}
	return published.of(tx.Where("watch_id = ? AND views IS NOT NULL", watchID)).Order("views DESC, item_id").Limit(ReportRows / 2).Find(&r.Viewed).Error
}

// Creative is a creative with its variants that run.
type Creative struct {
	Creative    string
	Variants    int64
	FirstSeenAt int64 // of the first variant
	Oldest      *int64
	Position    int64 // of Item
	Item        Item  `gorm:"-"` // the variant that was seen first
}

// Running returns for how many days a variant has been there; nil if that is unknown.
func (c *Creative) Running(now time.Time) *int64 {
	if c.Oldest == nil {
		return nil
	}
	i := Item{PublishedAt: c.Oldest, LastSeenAt: c.Oldest}
	return i.DaysRunning(now)
}

// Creatives are the creatives that run, those with the most variants first.
type Creatives struct {
	Count int64 // of creatives
	Items []Creative
}

func (r *Report) readCreatives(tx *gorm.DB, watchID string, _ Asked) error {
	live := ItemFilter{State: Live}
	of := func() *gorm.DB { return live.of(tx.Model(&Item{}).Where("watch_id = ? AND creative <> ''", watchID)) }
	if err := of().Distinct("creative").Count(&r.Creatives.Count).Error; err != nil || r.Creatives.Count == 0 {
		return err
	}
	err := of().Select("creative, COUNT(*) AS variants, MIN(position) AS position, MIN(first_seen_at) AS first_seen_at, MIN(COALESCE(published_at, made_at)) AS oldest").
		Group("creative").Order("variants DESC, creative").Limit(ReportRows).Scan(&r.Creatives.Items).Error
	if err != nil {
		return err
	}
	var places []int64
	for _, c := range r.Creatives.Items {
		places = append(places, c.Position)
	}
	var items []Item
	if err := tx.Where("watch_id = ? AND position IN ?", watchID, places).Find(&items).Error; err != nil {
		return err
	}
	at := map[int64]Item{}
	for _, i := range items {
		at[i.Position] = i
	}
	for n := range r.Creatives.Items {
		r.Creatives.Items[n].Item = at[r.Creatives.Items[n].Position]
	}
	return nil
}

// Reached is what ads have reached in the EU, those that reached the most first.
type Reached struct {
	Ads, Total int64 // ads of which it is known, and the sum: a person counts once for each ad
	Items      []ReachedAd
}

// ReachedAd is an ad with what it had reached.
type ReachedAd struct {
	Item   Item
	Before *int64  // at the beginning of the period; nil if unknown
	Points []Reach // in the period, the last number of each day
}

func (r *Report) readReach(tx *gorm.DB, watchID string, a Asked) error {
	var sums struct{ Ads, Total int64 }
	if err := tx.Model(&Item{}).Select("COUNT(*) AS ads, COALESCE(SUM(eu_reach), 0) AS total").Where("watch_id = ? AND eu_reach IS NOT NULL", watchID).Scan(&sums).Error; err != nil || sums.Ads == 0 {
		return err
	}
	r.Reach.Ads, r.Reach.Total = sums.Ads, sums.Total
	var items []Item
	if err := tx.Where("watch_id = ? AND eu_reach IS NOT NULL", watchID).Order("eu_reach DESC, item_id").Limit(ReportRows / 2).Find(&items).Error; err != nil {
		return err
	}
	var ids []string
	for _, i := range items {
		ids = append(ids, i.ItemID)
	}
	var before, points []Reach
	last := tx.Table("watch_reaches w").Select("MAX(w.at)").Where("w.watch_id = watch_reaches.watch_id AND w.item_id = watch_reaches.item_id AND w.at < ?", db.Micros(a.From))
	if err := tx.Where("watch_id = ? AND item_id IN ? AND at = (?)", watchID, ids, last).Find(&before).Error; err != nil {
		return err
	}
	ranked := tx.Model(&Reach{}).Select("*, ROW_NUMBER() OVER (PARTITION BY item_id, at / ? ORDER BY at DESC) AS place", dayMicros).
		Where("watch_id = ? AND item_id IN ? AND at >= ? AND at < ?", watchID, ids, db.Micros(a.From), db.Micros(a.Before))
	if err := tx.Table("(?) AS ranked", ranked).Where("place = 1").Order("item_id, at").Find(&points).Error; err != nil {
		return err
	}
	for _, i := range items {
		ad := ReachedAd{Item: i}
		for _, b := range before {
			if b.ItemID == i.ItemID {
				ad.Before = new(b.Reach)
			}
		}
		for _, p := range points {
			if p.ItemID == i.ItemID {
				ad.Points = append(ad.Points, p)
			}
		}
		r.Reach.Items = append(r.Reach.Items, ad)
	}
	return nil
}
