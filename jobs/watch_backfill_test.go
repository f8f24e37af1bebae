package jobs_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/watches"
)

// before asks for n of what is there, each import of which costs a credit.
func before(n, daily int64) func(*watches.NewWatch) {
	return func(w *watches.NewWatch) {
		w.Backfill, w.DailyCredits, w.Import = n, daily, &watches.Import{MediaProfile: "none", MediaHoldDays: 30, Tags: []string{}}
	}
}

// day runs the watch once, as it is due on the next day.
func (b *watchBench) day() *watches.Seen {
	b.t.Helper()
	testkit.Must(b.t, b.RunDue(b.t.Context(), b.id))
	w, err := b.Store.Watches.Find(b.t.Context(), b.workspace, b.id)
	testkit.Must(b.t, err)
	b.clock.Add(24 * time.Hour)
	return w
}

// TestBackfillInOneRun imports the requested number of newest items, across pages, each once, and reports none of them as new.
func TestBackfillInOneRun(t *testing.T) {
	eachWatch(t, 1000, func(b *watchBench) {
		b.watch(before(12, 100))
		w := b.day()
		if w.BackfillImported != 12 || w.BackfillFound != 12 || !w.BackfillDone() || w.SpentToday(b.clock.Now().Add(-24*time.Hour)) != 14 {
			b.t.Fatalf("%+v", w.Watch)
		}
		b.publish(100)
		w = b.day()
		if len(b.started) != 13 || w.LastRun.Found != 1 || w.LastRun.Imports != 1 || w.BackfillImported != 12 {
			b.t.Errorf("%d imports, %+v", len(b.started), w.LastRun)
		}
		b.oncePerItem()
	})
}

// oncePerItem fails if an item was imported twice.
func (b *watchBench) oncePerItem() {
	b.t.Helper()
	seen := map[string]bool{}
	for _, id := range b.started {
		if seen[id] {
			b.t.Errorf("import %s was begun twice", id)
		}
		seen[id] = true
	}
}

// TestBackfillOverDays goes on each day with that day's credits, also for a watch that runs once a week, and is done with what the
// list has, though more is wanted.
func TestBackfillOverDays(t *testing.T) {
	eachWatch(t, 1000, func(b *watchBench) {
		b.watch(before(500, 6), func(w *watches.NewWatch) { w.Every = "7d" })
		var imported []int64
		for range 6 {
			w := b.day()
			imported = append(imported, w.BackfillImported)
			if w.BackfillDone() {
				break
			}
		}
		if !slices.Equal(imported, []int64{4, 9, 14, 15}) { // of 6 credits a day a look takes one; the first day two pages
			b.t.Errorf("imported %v", imported)
		}
		w, err := b.Store.Watches.Find(b.t.Context(), b.workspace, b.id)
		testkit.Must(b.t, err)
		if !w.BackfillDone() || w.BackfillFound != 15 || w.BackfillLeft() != 0 || len(b.started) != 15 {
			b.t.Errorf("%d imports, %+v", len(b.started), w.Watch)
		}
		if next := time.UnixMicro(*w.NextRunAt); next.Before(b.clock.Now().Add(5 * 24 * time.Hour)) {
			b.t.Errorf("it is done and hurries on: %s", next)
		}
		b.oncePerItem()
	})
}

// TestBackfillSurvivesAKill: another worker continues after a kill, and starts no import twice.
func TestBackfillSurvivesAKill(t *testing.T) {
	eachWatch(t, 1000, func(b *watchBench) {
		b.watch(before(15, 100))
		ctx, kill := context.WithCancel(b.t.Context())
		b.during = func(_ context.Context, page int) error {
			if page == 1 {
				kill()
				return errors.New("killed")
			}
			return nil
		}
		_ = b.RunDue(ctx, b.id)
		b.during = nil
		b.startWorker(b.Store)
		b.clock.Add(3 * time.Minute)
		w := b.day()
		if w.BackfillImported != 15 || !w.BackfillDone() || len(b.started) != 15 || w.Items != 15 || w.LastRun.Found != 0 {
			b.t.Errorf("%d imports, %+v", len(b.started), w.Watch)
		}
		b.oncePerItem()
	})
}

// TestBackfillBeginsNoImportTwice: a worker that began imports and was killed before it noted them leaves nothing to be paid twice.
func TestBackfillBeginsNoImportTwice(t *testing.T) {
	eachWatch(t, 1000, func(b *watchBench) {
		b.watch(before(5, 100))
		ctx, kill := context.WithCancel(b.t.Context())
		b.delivered = func() {
			if len(b.started) == 3 {
				kill()
			}
		}
		_ = b.RunDue(ctx, b.id)
		b.delivered = nil
		if w := b.now(); w.BackfillImported != 0 || len(b.started) < 3 {
			b.t.Fatalf("%d imports, %+v", len(b.started), w.Watch)
		}
		b.startWorker(b.Store)
		b.clock.Add(3 * time.Minute)
		w := b.day()
		ids := map[string]bool{}
		for _, id := range b.started {
			ids[id] = true
		}
		if len(ids) != 5 || w.BackfillImported != 5 || !w.BackfillDone() {
			b.t.Errorf("%d imports, %+v", len(ids), w.Watch)
		}
	})
}

// listed lists the channel's rows as a playlist or a hashtag, ten a page, in the list's order.
func (c *channel) listed(_ context.Context, ask sources.LinkedListRequest) (*sources.Page[content.ItemSummary], error) {
	return c.page(ask.Token), nil
}

func (c *channel) page(token string) *sources.Page[content.ItemSummary] {
	at, _ := strconv.Atoi(token)
	c.mu.Lock()
	defer c.mu.Unlock()
	p := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	for _, id := range c.rows[min(at, len(c.rows)):min(at+10, len(c.rows))] {
		p.Rows = append(p.Rows, content.ItemSummary{ID: "video_site:" + id, Platform: content.VideoSite, Kind: content.KindVideo, URL: "https://www.youtube.com/watch?v=" + id, Title: &id})
	}
	if at+10 < len(c.rows) {
		p.Next = strconv.Itoa(at + 10)
	}
	return p
}

func ofList(address string) func(*watches.NewWatch) {
	return func(w *watches.NewWatch) { w.Source = watches.Source{Kind: watches.List, URL: address} }
}

// TestWatchOfAPlaylist: what is added is new wherever it stands, at the end of a list of several pages, too; what is moved is not.
func TestWatchOfAPlaylist(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch(ofList("https://www.youtube.com/playlist?list=PLofATest0000001"))
		if r := b.run(); r.Found != 0 || r.Pages != 2 || b.now().Items != 15 {
			b.t.Fatalf("the first look: %+v", r)
		}
		b.rows = append(b.rows, video(100))              // at the end
		b.rows = slices.Insert(b.rows, 7, video(101))    // in the middle
		b.rows = append([]string{b.rows[12]}, b.rows...) // moved
		b.rows = slices.Delete(b.rows, 13, 14)
		if r := b.run(); r.Found != 2 || r.Pages != 2 || b.found()[video(100)] != 1 || b.found()[video(101)] != 1 {
			b.t.Errorf("found %v: %+v", b.found(), r)
		}
		if r := b.run(); r.Found != 0 {
			b.t.Errorf("again: %+v", r)
		}
	})
}

// TestWatchOfAHashtag is one of a ranking: what stands before the last that was known is new, what follows it is old.
func TestWatchOfAHashtag(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch(ofList("https://www.youtube.com/hashtag/supper"))
		if r := b.run(); r.Found != 0 || r.Pages != 1 || b.now().Items != 10 {
			b.t.Fatalf("the first look: %+v", r)
		}
		b.rows = slices.Insert(b.rows, 3, video(100))
		b.rows = slices.Delete(b.rows, 5, 7) // so that an old one moves up behind all that was known
		if r := b.run(); r.Found != 1 || r.Pages != 1 || b.found()[video(100)] != 1 {
			b.t.Errorf("found %v: %+v", b.found(), r)
		}
	})
}
