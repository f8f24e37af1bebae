package watches

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// TestWhatARowSaysOfAnItem sees an item again, which was seen two days ago and ended yesterday if it did, by rows of today.
func TestWhatARowSaysOfAnItem(t *testing.T) {
	t.Parallel()
	now := time.Now()
	at, before, yesterday := db.Micros(now), db.Micros(now.AddDate(0, 0, -2)), db.Micros(now.AddDate(0, 0, -1))
	was := func(change func(*Item)) Item {
		i := Item{ItemID: "a", Title: new("title"), LastSeenAt: &before, Facts: `{"text":"old","stats":{}}`, Creative: "media:m"}
		change(&i)
		return i
	}
	ended := func(why Why) Item { return was(func(i *Item) { i.EndedAt, i.EndedWhy = &yesterday, why }) }
	active, inactive := new(true), new(false)
	for _, tt := range []struct {
		name  string
		item  Item
		row   Row
		told  string // of "edited", "ended" and "returned"
		state ItemState
		why   Why
		end   int64
	}{
		{name: "nothing new", item: was(func(*Item) {}), row: Row{Facts: Facts{Text: new("old")}}, state: Live},
		{name: "another text", item: was(func(*Item) {}), row: Row{Facts: Facts{Text: new("new")}}, told: "edited", state: Live},
		{name: "another text than one that was never noted", item: was(func(i *Item) { i.LastSeenAt = nil }), row: Row{Facts: Facts{Text: new("new")}}, state: Live},
		{name: "inactive", item: was(func(*Item) {}), row: Row{Active: inactive}, told: "ended", state: Ended, why: Inactive, end: at},
		{name: "inactive since yesterday", item: was(func(*Item) {}), row: Row{Active: inactive, EndedAt: new(now.AddDate(0, 0, -1))}, told: "ended", state: Ended, why: Inactive, end: yesterday},
		{name: "inactive from tomorrow", item: was(func(*Item) {}), row: Row{Active: inactive, EndedAt: new(now.AddDate(0, 0, 1))}, told: "ended", state: Ended, why: Inactive, end: at},
		{name: "inactive when it is noted first", item: was(func(i *Item) { i.LastSeenAt = nil }), row: Row{Active: inactive}, state: Ended, why: Inactive, end: at},
		{name: "inactive after it was missing", item: ended(Missing), row: Row{Active: inactive}, state: Ended, why: Inactive, end: yesterday},
		{name: "back after it was missing", item: ended(Missing), row: Row{}, told: "returned", state: Live},
		{name: "active after it was missing", item: ended(Missing), row: Row{Active: active}, told: "returned", state: Live},
		{name: "active after it was inactive", item: ended(Inactive), row: Row{Active: active}, told: "returned", state: Live},
		{name: "not saying so after it was inactive", item: ended(Inactive), row: Row{}, state: Ended, why: Inactive, end: yesterday},
		{name: "active as before", item: was(func(*Item) {}), row: Row{Active: active}, state: Live},
	} {
		i, v := tt.item, verdict{}
		i.see(&tt.row, at, &v)
		var told []string
		for word, n := range map[string]int{"edited": len(v.edited), "ended": len(v.ended), "returned": len(v.returned)} {
			if n == 1 {
				told = append(told, word)
			}
		}
		if strings.Join(told, " ") != tt.told || i.State() != tt.state || i.EndedWhy != tt.why || i.EndedAt != nil && *i.EndedAt != tt.end || *i.Title != "title" || tt.row.Facts.Text == nil && i.Creative != "media:m" {
			t.Errorf("%s: told %v, %s since %v because of %q, %+v", tt.name, told, i.State(), i.EndedAt, i.EndedWhy, i)
		}
	}
	for name, tt := range map[string]struct {
		had  Item
		row  Row
		want *int64
	}{
		"an approximate time":            {row: Row{MadeAt: &now}, want: &at},
		"none":                           {},
		"beside a better one":            {row: Row{MadeAt: &now, PublishedAt: &now}},
		"beside a better one of earlier": {had: Item{PublishedAt: &at}, row: Row{MadeAt: &now}},
	} {
		if tt.had.see(&tt.row, at, &verdict{}); fmt.Sprint(tt.had.MadeAt != nil) != fmt.Sprint(tt.want != nil) {
			t.Errorf("%s: made at %v", name, tt.had.MadeAt)
		}
	}
	titled := was(func(*Item) {})
	if titled.see(&Row{Title: new("other"), Facts: Facts{Media: "n"}}, at, &verdict{}); *titled.Title != "other" || titled.Creative != "media:n" {
		t.Errorf("a new title and picture: %+v", titled)
	}
}

// TestAgesOfItems says since when items are there, and for how many days.
func TestAgesOfItems(t *testing.T) {
	t.Parallel()
	now := time.Now()
	ago := func(days int) *int64 { return new(db.Micros(now.AddDate(0, 0, -days))) }
	for _, tt := range []struct {
		name  string
		item  Item
		days  int64 // -1 is unknown
		began *int64
	}{
		{"published before it was seen", Item{PublishedAt: ago(5), FirstSeenAt: *ago(3), LastSeenAt: ago(0)}, 5, ago(5)},
		{"published later than it was seen", Item{PublishedAt: ago(2), FirstSeenAt: *ago(3), LastSeenAt: ago(0)}, 2, ago(3)},
		{"of unknown age", Item{FirstSeenAt: *ago(3), LastSeenAt: ago(0)}, -1, ago(3)},
		{"ended", Item{MadeAt: ago(5), FirstSeenAt: *ago(3), EndedAt: ago(1)}, 4, ago(5)},
		{"not noted yet", Item{PublishedAt: ago(5), FirstSeenAt: *ago(3)}, -1, ago(5)},
	} {
		days := int64(-1)
		if n := tt.item.DaysRunning(now); n != nil {
			days = *n
		}
		if days != tt.days || tt.item.Began() != *tt.began {
			t.Errorf("%s: for %d days, since %d", tt.name, days, tt.item.Began())
		}
	}
}

// TestVariantsOfOneCreative have a name in common.
func TestVariantsOfOneCreative(t *testing.T) {
	t.Parallel()
	text := func(s string) string { return (&Row{Facts: Facts{Text: &s}}).creative() }
	if text("Buy  now") != text(" buy now ") || text("buy now") == text("buy later") || !strings.HasPrefix(text("a"), "text:") || text(" ") != "" {
		t.Errorf("texts: %q, %q, %q", text("Buy  now"), text("buy later"), text(" "))
	}
	for want, r := range map[string]Row{"": {}, "group:g": {Collation: "g", Facts: Facts{Media: "m"}}, "media:m": {Facts: Facts{Media: "m", Text: new("a")}}} {
		if got := r.creative(); got != want {
			t.Errorf("%+v is of %q", r, got)
		}
	}
}

// TestThresholdsAreCrossedOnce says of an item with so many views whether it crosses a threshold, and on which side it is then. Of
// Grows a test with a database tells.
func TestThresholdsAreCrossedOnce(t *testing.T) {
	t.Parallel()
	above, below := Threshold{Field: "views", Op: Above, Value: 10}, Threshold{Field: "views", Op: Below, Value: 10}
	beyond, within := func(t Threshold) string { return sidesJSON(map[string]bool{t.key(): true}) }, func(t Threshold) string { return sidesJSON(map[string]bool{t.key(): false}) }
	for _, tt := range []struct {
		name    string
		of      Threshold
		views   *int64
		was     string
		told    bool // found by the watch
		first   bool // the watch only stores what there is
		crosses bool
		is      string
	}{
		{name: "beyond", of: above, views: new(int64(11)), was: within(above), crosses: true, is: beyond(above)},
		{name: "not yet beyond", of: above, views: new(int64(10)), was: within(above), is: within(above)},
		{name: "beyond as before", of: above, views: new(int64(12)), was: beyond(above), is: beyond(above)},
		{name: "beyond when it is met first", of: above, views: new(int64(11)), is: beyond(above)},
		{name: "beyond when it is found", of: above, views: new(int64(11)), told: true, crosses: true, is: beyond(above)},
		{name: "not beyond when it is found", of: above, views: new(int64(1)), told: true, is: within(above)},
		{name: "beyond in the first look", of: above, views: new(int64(11)), told: true, first: true, is: beyond(above)},
		{name: "unknown", of: above, was: beyond(above), is: beyond(above)},
		{name: "never known", of: above},
		{name: "below", of: below, views: new(int64(9)), was: within(below), crosses: true, is: beyond(below)},
		{name: "not yet below", of: below, views: new(int64(10)), was: within(below), is: within(below)},
		{name: "below when it is found", of: below, views: new(int64(9)), told: true, is: beyond(below)},
		{name: "of another threshold before", of: above, views: new(int64(11)), was: within(below), is: beyond(above)},
	} {
		other := Item{ItemID: "unknown", Crossed: tt.was} // before one that is known
		items := []Item{other, {ItemID: "a", Facts: db.JSON(Facts{Stats: content.Stats{Views: tt.views}}), Crossed: tt.was, Told: tt.told}}
		list, err := cross(nil, &Watch{Thresholds: thresholdsJSON([]Threshold{tt.of})}, items, time.Now(), tt.first)
		if err != nil || (len(list) == 1) != tt.crosses || items[1].Crossed != tt.is {
			t.Errorf("%s: %+v, then %s, %v", tt.name, list, items[1].Crossed, err)
		}
	}
	items := []Item{{Crossed: beyond(above)}}
	if list, err := cross(nil, &Watch{}, items, time.Now(), false); len(list) != 0 || err != nil || items[0].Crossed != "" {
		t.Errorf("without thresholds: %v, %+v, %v", list, items, err)
	}
	if text := thresholdsJSON(nil); text != "" || (&Watch{}).ThresholdList() != nil {
		t.Errorf("no thresholds are stored as %q", text)
	}
	if grows := (Threshold{Op: Grows, Value: 5}); !grows.beyond(15, 10) || grows.beyond(14, 10) {
		t.Error("a number grows by as much as is said, or more")
	}
	numbers := map[string]int64{}
	addReaches([]Reach{{ItemID: "a", At: 9, Reach: 90}, {ItemID: "b", At: 8, Reach: 80}, {ItemID: "a", At: 5, Reach: 50}, {ItemID: "a", At: 4, Reach: 40}, {ItemID: "b", At: 6, Reach: 60}}, 5, numbers)
	if numbers["a"] != 50 || numbers["b"] != 60 {
		t.Errorf("at that time, or else first after it: %v", numbers)
	}
}
