package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
)

// channel is a route of the video site with one channel, whose list a test changes, ten rows a page, newest first.
type channel struct {
	mu      sync.Mutex
	rows    []string // ids
	item    *content.Item
	err     error // of the page failAt
	failAt  int
	calls   int
	running map[string]int // asks by channel
	during  func(ctx context.Context, page int) error
	twice   bool // a channel was asked twice at once
}

const channelID = "UCsXVk37bltHxD1rDPwtNM8Q"

// video is a natural id of the site.
func video(n int) string { return fmt.Sprintf("vid%08d", n) }

// publish puts new videos at the top.
func (c *channel) publish(numbers ...int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, n := range numbers {
		c.rows = slices.Insert(c.rows, 0, video(n))
	}
}

func (c *channel) items(ctx context.Context, ask sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	at, _ := strconv.Atoi(ask.Token)
	c.mu.Lock()
	c.calls++
	who := ask.Account.ID + ask.Account.Handle
	if c.running == nil {
		c.running = map[string]int{}
	}
	c.running[who]++
	c.twice = c.twice || c.running[who] > 1
	rows, during, err := slices.Clone(c.rows), c.during, c.err
	c.mu.Unlock()
	defer func() { c.mu.Lock(); c.running[who]--; c.mu.Unlock() }()
	if during != nil {
		if err := during(ctx, at/10); err != nil {
			return nil, err
		}
	}
	if err != nil && at/10 >= c.failAt {
		return nil, err
	}
	p := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	for _, id := range rows[min(at, len(rows)):min(at+10, len(rows))] {
		p.Rows = append(p.Rows, content.ItemSummary{ID: "video_site:" + id, Platform: content.VideoSite, Kind: content.KindVideo, URL: "https://www.youtube.com/watch?v=" + id, Title: &id})
	}
	if at+10 < len(rows) {
		p.Next = strconv.Itoa(at + 10)
	}
	return p, nil
}

func (c *channel) one(context.Context, sources.ItemRequest) (*content.Item, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	item := *c.item
	return &item, nil
}

// watchBench runs watches of a channel.
type watchBench struct {
	*jobs.Watches
	*channel
	t                *testing.T
	clock            *modelstest.Clock
	workspace, owner string
	id               string
	started          []string // imports
	delivered        func()   // nil, or what happens when one was started
}

func (b *watchBench) Deliver(_ context.Context, id string) {
	if b.started = append(b.started, id); b.delivered != nil {
		b.delivered()
	}
}

func newWatchBench(t *testing.T, s *models.Store, clock *modelstest.Clock, credits int64) *watchBench {
	t.Helper()
	in := modelstest.Install(t, s, credits)
	b := &watchBench{channel: &channel{}, t: t, clock: clock, workspace: in.Workspace, owner: in.Owner}
	b.startWorker(s)
	return b
}

// startWorker makes a worker that shares nothing but the database with the one before.
func (b *watchBench) startWorker(s *models.Store) {
	log := slog.New(slog.DiscardHandler)
	service := lookup.New(lookup.Options{Store: s, Platforms: release(), Budget: 5 * time.Second, Clock: b.clock.Now, Log: log,
		Routes: []sources.Route{{ID: "video_site.web", Platform: content.VideoSite, ContractVersion: "1", Items: b.items, Item: b.one, Playlist: b.listed, Hashtag: b.listed}}})
	b.Watches = &jobs.Watches{Store: s, Lookup: service, Log: log, Starts: jobs.Starter{Store: s, Lookup: service, Queue: b}}
}

func eachWatch(t *testing.T, credits int64, f func(b *watchBench)) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) { f(newWatchBench(t, s, clock, credits)) })
}

// watch makes a watch of the channel, which has 15 videos.
func (b *watchBench) watch(change ...func(*watches.NewWatch)) {
	b.t.Helper()
	for n := range 15 {
		b.publish(n)
	}
	n := watches.NewWatch{WorkspaceID: b.workspace, Name: "channel", Every: "1h", DailyCredits: 100,
		Source: watches.Source{Kind: watches.Account, Account: "video_site:" + channelID}}
	for _, c := range change {
		c(&n)
	}
	w, err := b.Store.Watches.Create(b.t.Context(), n)
	testkit.Must(b.t, err)
	b.id = w.ID
}

// run runs the watch and returns how it went.
func (b *watchBench) run() *watches.Run {
	b.t.Helper()
	b.clock.Add(2 * time.Hour)
	testkit.Must(b.t, b.RunDue(b.t.Context(), b.id))
	return b.now().LastRun
}

func (b *watchBench) now() *watches.Seen {
	b.t.Helper()
	w, err := b.Store.Watches.Find(b.t.Context(), b.workspace, b.id)
	testkit.Must(b.t, err)
	return w
}

// found returns how often each item was told as new.
func (b *watchBench) found() map[string]int {
	b.t.Helper()
	times := map[string]int{}
	p, err := b.Store.Events.List(b.t.Context(), b.workspace, events.Filter{Types: []events.Type{events.WatchFound}}, db.PageRequest{Limit: 100})
	testkit.Must(b.t, err)
	for _, e := range p.Items {
		for _, part := range strings.Split(e.Data, `"id":"video_site:`)[1:] {
			times[part[:11]]++
		}
	}
	return times
}

func (b *watchBench) spent() int64 {
	b.t.Helper()
	c, err := b.Store.Billing.Credits(b.t.Context(), b.workspace)
	testkit.Must(b.t, err)
	return c.Spent
}

// TestARunFindsWhatIsNew goes from the first look to news of several pages, charged as lookups.
func TestARunFindsWhatIsNew(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch()
		if r := b.run(); !r.First || r.Pages != 1 || r.Credits != 1 || r.Found != 0 || b.spent() != 1 {
			b.t.Errorf("the first look: %+v", r)
		}
		if r := b.run(); r.Found != 0 || r.Pages != 1 || b.spent() != 2 {
			b.t.Errorf("the second: %+v", r)
		}
		b.publish(100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111)
		if r := b.run(); r.Found != 12 || r.Pages != 2 || r.Credits != 2 || r.Missed != "" || b.spent() != 4 {
			b.t.Errorf("news of two pages: %+v", r)
		}
		for n := 200; n < 260; n++ {
			b.publish(n)
		}
		if r := b.run(); r.Found != 50 || r.Pages != 5 || r.Missed != watches.MissedPages {
			b.t.Errorf("more than five pages: %+v", r)
		}
		for id, times := range b.found() {
			if times != 1 {
				b.t.Errorf("%s was told %d times", id, times)
			}
		}
		p, err := b.Store.History.Records(b.t.Context(), b.workspace, "video_site:"+video(100), history.Period{}, db.PageRequest{Limit: 1})
		testkit.Must(b.t, err)
		if len(p.Items) != 0 {
			b.t.Errorf("rows without counts have a history: %+v", p.Items)
		}
	})
}

// TestARunThatFailsTellsNothing neither on the first page nor on a later one; the next run tells all.
func TestARunThatFailsTellsNothing(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch()
		b.run()
		for n := 100; n < 115; n++ {
			b.publish(n)
		}
		for _, page := range []int{0, 1} {
			b.err, b.failAt = apierror.New(apierror.CodeSourceChanged), page
			if r := b.run(); r.State != watches.RunFailed || r.Code != apierror.CodeSourceChanged || len(b.found()) != 0 {
				b.t.Errorf("page %d: %+v", page, r)
			}
		}
		b.err = nil
		b.clock.Add(time.Hour)
		if r := b.run(); r.Found != 15 || len(b.found()) != 15 {
			b.t.Errorf("%+v", r)
		}
	})
}

// TestABrokenRunGoesOn breaks a run off on its second page, as a worker that stops does: the next worker pays for the second
// page alone.
func TestABrokenRunGoesOn(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch()
		b.run()
		for n := 100; n < 115; n++ {
			b.publish(n)
		}
		b.clock.Add(2 * time.Hour)
		ctx, stop := context.WithCancel(b.t.Context())
		b.during = func(ctx context.Context, page int) error {
			if page == 1 {
				stop()
				return context.Canceled
			}
			return nil
		}
		if err := b.RunDue(ctx, b.id); err == nil {
			b.t.Fatal("the run was not broken off")
		}
		b.during = nil
		b.startWorker(b.Store) // the fetch of the one before may still be on its way
		if now := b.now(); now.LastRun.State != watches.RunRunning || now.Running(b.Store.Now()) {
			b.t.Errorf("%+v", now.LastRun)
		}
		calls, spent := b.calls, b.spent()
		testkit.Must(b.t, b.RunDue(b.t.Context(), b.id))
		if r := b.now().LastRun; r.Found != 15 || r.Credits != 2 || b.calls != calls+1 || b.spent() != spent+1 {
			b.t.Errorf("%+v after %d calls, %d credits", r, b.calls-calls, b.spent()-spent)
		}
	})
}

// TestRunLeftForLongLooksAnew leaves a run to the next worker for a day: what anybody observed meanwhile is not its look.
func TestRunLeftForLongLooksAnew(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch()
		b.run()
		b.clock.Add(2 * time.Hour)
		ctx, stop := context.WithCancel(b.t.Context())
		b.during = func(context.Context, int) error { stop(); return context.Canceled }
		if err := b.RunDue(ctx, b.id); err == nil {
			b.t.Fatal("the run was not broken off")
		}
		b.during = nil
		b.startWorker(b.Store)
		b.clock.Add(time.Minute)
		_, err := b.Lookup.Watch(b.t.Context(), b.workspace, billing.Spender{}, b.now().Source(), "", 0) // somebody's lookup, soon after
		testkit.Must(b.t, err)
		b.clock.Add(24 * time.Hour)
		b.publish(100)
		testkit.Must(b.t, b.RunDue(b.t.Context(), b.id))
		if r := b.now().LastRun; r.Found != 1 {
			b.t.Errorf("a day later the run found %d", r.Found)
		}
	})
}

// TestLostRunIsNotCountedAsOne takes a run over while its worker asks the platform.
func TestLostRunIsNotCountedAsOne(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.watch()
		var outcomes []string
		b.Ended = func(o string) { outcomes = append(outcomes, o) }
		b.during = func(context.Context, int) error {
			modelstest.Run(b.t, b.Store, "UPDATE jobs SET lease_holder = 'another worker'")
			return nil
		}
		testkit.Must(b.t, b.RunDue(b.t.Context(), b.id))
		if !slices.Equal(outcomes, []string{"lease_lost"}) {
			b.t.Errorf("outcomes %v", outcomes)
		}
	})
}

// TestNewsIsImported within the credits of the day, and once.
func TestNewsIsImported(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		price := billing.StandardPrices().FullImport()
		b.watch(func(n *watches.NewWatch) {
			n.DailyCredits = 2*price + 3 // two imports, and a page each for the first look and the second
			n.Import = &watches.Import{MediaProfile: "full", Transcript: true, MediaHoldDays: 30, Tags: []string{"found"}}
		})
		b.clock.Add(time.Until(b.Store.Now().UTC().Truncate(24 * time.Hour).Add(25 * time.Hour))) // at one in the night
		b.run()
		b.publish(100, 101, 102)
		if r := b.run(); r.Found != 3 || r.Imports != 2 || r.ImportsSkipped != 1 || len(b.started) != 2 {
			b.t.Errorf("%+v, %d started", r, len(b.started))
		}
		p, err := b.Store.Watches.Items(b.t.Context(), b.workspace, b.id, watches.ItemFilter{}, db.PageRequest{Limit: 100})
		testkit.Must(b.t, err)
		last := p.Items[len(p.Items)-1]
		if last.ItemID != "video_site:"+video(102) || last.ImportID != b.started[0] {
			b.t.Errorf("%+v", last)
		}
		d, err := b.Store.Imports.Find(b.t.Context(), b.workspace, b.started[0])
		testkit.Must(b.t, err)
		if d.SourceURL != "https://www.youtube.com/watch?v="+video(102) || d.Tags != `["found"]` {
			b.t.Errorf("%+v", d.Import)
		}
		if now := b.now(); now.SpentToday(b.Store.Now()) != 2*price+2 {
			b.t.Errorf("%d are spent", now.SpentToday(b.Store.Now()))
		}
	})
}

// TestARunWithoutCredits is no fault.
func TestARunWithoutCredits(t *testing.T) {
	eachWatch(t, 2, func(b *watchBench) {
		b.watch()
		b.run()
		for n := 100; n < 115; n++ {
			b.publish(n)
		}
		if r := b.run(); r.Found != 10 || r.Missed != watches.MissedCredits || b.now().PausedReason != watches.ByCredits {
			b.t.Errorf("%+v", r)
		}
		if r := b.run(); r.Code != apierror.CodeInsufficientCredits || b.now().Failures != 0 {
			b.t.Errorf("%+v", r)
		}
	})
}

// TestASingleItemIsLookedAt tells what changes of it, and that it is gone only when that is decided.
func TestASingleItemIsLookedAt(t *testing.T) {
	eachWatch(t, 100, func(b *watchBench) {
		b.item = &content.Item{ID: "video_site:" + video(1), Platform: content.VideoSite, Kind: content.KindVideo, URL: "https://www.youtube.com/watch?v=" + video(1), Stats: content.Stats{Views: new(int64(5))}}
		b.watch(func(n *watches.NewWatch) { n.Source = watches.Source{Kind: watches.Single, URL: b.item.URL} })
		if r := b.run(); !r.First || r.Changed || r.Credits != 1 {
			b.t.Errorf("%+v", r)
		}
		b.item.Stats.Views = new(int64(6))
		if r := b.run(); !r.Changed {
			b.t.Errorf("%+v", r)
		}
		p, err := b.Store.History.Records(b.t.Context(), b.workspace, "video_site:"+video(1), history.Period{}, db.PageRequest{Limit: 5})
		testkit.Must(b.t, err)
		if len(p.Items) != 2 || p.Items[0].Source != history.Watch {
			b.t.Errorf("%+v", p.Items)
		}
		b.item.Stats.Views, b.item.Incomplete = nil, true
		if r := b.run(); r.Changed {
			b.t.Errorf("an incomplete look tells %+v", r)
		}
		for _, tt := range []struct {
			code apierror.Code
			gone bool
		}{{apierror.CodeSourceChanged, false}, {apierror.CodeUnavailableRestricted, false}, {apierror.CodeUnavailableRemoved, true}} {
			b.err = apierror.New(tt.code)
			b.clock.Add(24 * time.Hour)
			r := b.run()
			if gone := b.now().GoneCode != ""; gone != tt.gone || (r.State == watches.RunFailed) == tt.gone {
				b.t.Errorf("after %s: gone %v, %+v", tt.code, gone, r)
			}
		}
	})
}

// TestWorkersShareWatches lets two processes run thirty watches while the queue is emptied: each runs, and none twice at
// once.
func TestWorkersShareWatches(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		s := modelstest.SQLite(t, &modelstest.Clock{})
		b := newWatchBench(t, s, &modelstest.Clock{}, 1000)
		b.publish(1, 2, 3)
		b.during = func(ctx context.Context, _ int) error {
			select {
			case <-time.After(30 * time.Millisecond): // long enough for another worker to begin
			case <-ctx.Done():
			}
			return ctx.Err()
		}
		var ids []string
		for n := range 30 {
			w, err := s.Watches.Create(t.Context(), watches.NewWatch{WorkspaceID: b.workspace, Name: "w", Every: "1h", DailyCredits: 10,
				Source: watches.Source{Kind: watches.Account, Account: fmt.Sprintf("video_site:@maker%d", n)}})
			testkit.Must(t, err)
			ids = append(ids, w.ID)
		}
		for range 2 {
			w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: client.Options(), Store: s, Log: slog.New(slog.DiscardHandler), Importer: &jobs.Importer{Store: s},
				Repair: &jobs.Repair{Store: s}, Watches: b.Watches})
			testkit.Must(t, err)
			testkit.Must(t, w.Start())
			defer w.Shutdown()
		}
		testkit.Must(t, client.FlushAll(t.Context()).Err())
		testkit.Eventually(t, "every watch has run", func() bool {
			return !slices.ContainsFunc(ids, func(id string) bool {
				w, err := s.Watches.Find(t.Context(), b.workspace, id)
				return err != nil || w.LookedAt == nil
			})
		})
		if b.mu.Lock(); b.twice || b.calls != len(ids) {
			t.Errorf("%d calls, one channel twice at once: %v", b.calls, b.twice)
		}
		b.mu.Unlock()
	})
}
