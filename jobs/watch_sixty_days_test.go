package jobs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// post is a row of the simulated lists: an ad, or a video of the channel.
type post struct {
	id, text, link, picture string
	madeOn                  int // day
	views, reach            int64
	inactive                bool
}

// market is a simulated advertiser and a simulated channel, with what is wrong with their answers today.
type market struct {
	mu          sync.Mutex // the reads of a worker that was killed may still run when the script goes on
	begin       time.Time
	ads, videos []post
	wall        bool // every request is refused
	short       bool // an answer has a third of its rows, and no further page
	shuffled    bool // the rows come in another order
	walledPage  int  // the page from which requests are refused; 0: none
}

func (m *market) at(day int) *content.Time {
	at := content.At(m.begin.Add(time.Duration(day) * 24 * time.Hour))
	return &at
}

// find returns a post by its id.
func find(list []post, id string) *post {
	n := slices.IndexFunc(list, func(p post) bool { return p.id == id })
	return &list[n]
}

// page returns ten rows of a list.
func (m *market) page(list []post, token string, row func(p post) content.ItemSummary) (*sources.Page[content.ItemSummary], error) {
	at, _ := strconv.Atoi(token)
	if m.wall || m.walledPage > 0 && at/10 >= m.walledPage {
		return nil, apierror.New(apierror.CodeRouteDegraded)
	}
	list = slices.Clone(list)
	if m.shuffled {
		slices.Reverse(list)
	}
	if m.short {
		list = list[:len(list)/3]
	}
	p := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	for _, one := range list[min(at, len(list)):min(at+10, len(list))] {
		p.Rows = append(p.Rows, row(one))
	}
	if at+10 < len(list) {
		p.Next = strconv.Itoa(at + 10)
	}
	return p, nil
}

func (m *market) search(_ context.Context, ask sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.page(m.ads, ask.Token, func(p post) content.ItemSummary {
		return content.ItemSummary{ID: "ad_library:" + p.id, Platform: content.AdLibrary, Kind: content.KindAd, URL: "https://www.facebook.com/ads/library/?id=" + p.id,
			Author: &content.AccountRef{ID: "ad_library:5000000000101", Platform: content.AdLibrary}, Text: &p.text, PublishedAt: m.at(p.madeOn),
			Thumbnails: []content.Image{{URL: "https://cdn.example/" + p.picture + ".jpg?signed=" + strconv.Itoa(rand.IntN(1e6))}},
			Ad: &content.AdSummary{ArchiveID: p.id, PageID: "5000000000101", Active: new(!p.inactive), StartedAt: m.at(p.madeOn), LinkURL: &p.link,
				Transparency: &content.AdTransparency{EUReach: &p.reach}}}
	})
}

func (m *market) items(_ context.Context, ask sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.page(m.videos, ask.Token, func(p post) content.ItemSummary {
		return content.ItemSummary{ID: "video_site:" + p.id, Platform: content.VideoSite, Kind: content.KindVideo, URL: "https://www.youtube.com/watch?v=" + p.id, Title: &p.text,
			PublishedAt: m.at(p.madeOn), Stats: content.Stats{Views: &p.views}}
	})
}

func ad(n int) string { return fmt.Sprintf("9%014d", n) }

// open fills the market with what is there on the first day: 12 ads, and 25 videos of which one page is read.
func (m *market) open() {
	for n := range 12 {
		m.ads = append(m.ads, post{id: ad(n), text: fmt.Sprintf("Lamp %d for your kitchen", n), link: fmt.Sprintf("https://shop.example/%d", n), picture: fmt.Sprintf("picture%04d_n", n), madeOn: -30 + n, reach: 100})
	}
	for n := range 25 {
		m.videos = append(m.videos, post{id: video(n), text: fmt.Sprintf("Video %d", n), madeOn: -n - 1, views: 500})
	}
}

// remove takes a post out of a list.
func remove(list []post, id string) []post {
	return slices.DeleteFunc(list, func(p post) bool { return p.id == id })
}

// script is what happens on a day before the watches look.
func script(day int, m *market) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wall, m.short, m.shuffled, m.walledPage = false, false, false, 0
	switch day {
	case 3:
		m.ads = slices.Insert(m.ads, 0, post{id: ad(100), text: "A new lamp", link: "https://shop.example/new", picture: "picture0100_n", madeOn: 3, reach: 1})
		m.videos = slices.Insert(m.videos, 0, post{id: video(100), text: "New video", madeOn: 3, views: 900})
	case 5, 6:
		m.wall = true
	case 8:
		m.ads = remove(m.ads, ad(4)) // missing today and tomorrow
	case 11, 12, 13:
		m.short = true
	case 16:
		find(m.ads, ad(5)).inactive = true
		find(m.videos, video(100)).views = 1500 // beyond 1000
	case 18:
		find(m.ads, ad(5)).inactive = false
		find(m.videos, video(100)).views = 1600 // still beyond
	case 20, 21:
		m.shuffled = true
	case 23:
		find(m.ads, ad(6)).text = "Lamp 6, now at half the price"
		find(m.ads, ad(7)).link = "https://shop.example/sale"
		find(m.videos, video(2)).text = "Video 2 (corrected)"
	case 25:
		m.videos = remove(m.videos, video(3)) // newer than the oldest row of the page that is read
	case 27:
		m.walledPage = 1 // the second page of the ads
	case 29:
		m.ads = append(m.ads, post{id: ad(4), text: "Lamp 4 for your kitchen", link: "https://shop.example/4", picture: "picture0004_n", madeOn: -26, reach: 100})
		m.videos = remove(m.videos, video(20)) // older than anything that is read
	case 31:
		m.ads = remove(m.ads, ad(8)) // missing for one look only
	case 32:
		m.ads = append(m.ads, post{id: ad(8), text: "Lamp 8 for your kitchen", link: "https://shop.example/8", picture: "picture0008_n", madeOn: -22, reach: 100})
	case 35:
		m.ads = remove(m.ads, ad(9)) // missing, then a wall between the looks
	case 36:
		m.wall = true
	case 40:
		find(m.ads, ad(10)).reach = 5000 // grows by more than 1000 within a week
	case 41:
		find(m.ads, ad(10)).reach = 5100 // and goes on
	case 44:
		find(m.ads, ad(11)).picture = "picture9999_n"
		find(m.videos, video(100)).views = 800 // back, and beyond again two days later
	case 46:
		find(m.videos, video(100)).views = 1001
	case 47:
		m.ads = remove(m.ads, ad(1)) // missing, then a short answer between the looks
	case 48:
		m.short = true
	case 50:
		for n := range 20 { // a page and more of news
			m.videos = slices.Insert(m.videos, 0, post{id: video(200 + n), text: fmt.Sprintf("Series %d", n), madeOn: 50, views: 10})
		}
	case 54:
		m.short, m.shuffled = true, true
	case 56:
		m.wall = true
	}
}

// wanted is what the watches tell, by day; found lists the number of items.
func wanted() []string {
	return []string{
		"3 ads watch.found 1", "3 channel watch.found 1",
		"9 ads watch.ended " + ad(4) + " missing",
		"16 ads watch.ended " + ad(5) + " inactive", "16 channel watch.threshold " + video(100) + " 1500",
		"18 ads watch.returned " + ad(5) + " inactive",
		"23 ads watch.changed " + ad(6) + " [text]", "23 ads watch.changed " + ad(7) + " [link]", "23 channel watch.changed " + video(2) + " [text]",
		"26 channel watch.ended " + video(3) + " missing",
		"29 ads watch.returned " + ad(4) + " missing",
		"38 ads watch.ended " + ad(9) + " missing",
		"40 ads watch.threshold " + ad(10) + " 5000",
		"44 ads watch.changed " + ad(11) + " [media]",
		"46 channel watch.threshold " + video(100) + " 1001",
		"50 ads watch.ended " + ad(1) + " missing", "50 channel watch.found 20",
	}
}

// sixty is one run of the script.
type sixty struct {
	*market
	t         *testing.T
	clock     *modelstest.Clock
	store     *models.Store
	workspace string
	watches   *jobs.Watches
	ids       []string
	told      []string
	seen      map[string]bool
}

// Deliver implements the queue of imports, of which there are none.
func (b *sixty) Deliver(context.Context, string) {}

// startWorker makes a worker that shares nothing but the database with the one before.
func (b *sixty) startWorker() {
	log := slog.New(slog.DiscardHandler)
	service := lookup.New(lookup.Options{Store: b.store, Platforms: release(), Budget: 5 * time.Second, Clock: b.clock.Now, Log: log, Routes: []sources.Route{
		{ID: "video_site.web", Platform: content.VideoSite, ContractVersion: "1", Items: b.items},
		{ID: "ad_library.web", Platform: content.AdLibrary, ContractVersion: "1", Search: b.search}}})
	b.watches = &jobs.Watches{Store: b.store, Lookup: service, Log: log, Starts: jobs.Starter{Store: b.store, Lookup: service, Queue: b}}
}

// look runs a watch; with a kill it is broken off after some statements, once or more often, and goes on in other workers.
func (b *sixty) look(id string, kill func() int) {
	for range 4 {
		n := kill()
		if n == 0 {
			break
		}
		_ = b.watches.RunDue(modelstest.KilledAfter(b.t, b.store, n), id)
		b.startWorker()
		b.clock.Add(time.Minute) // the lease ends
	}
	modelstest.AwaitKilled(b.t, b.store, work.Watches)
	testkit.Must(b.t, b.watches.RunDue(b.t.Context(), id))
}

// note adds the events of today in short, sorted.
func (b *sixty) note(day int) {
	b.t.Helper()
	p, err := b.store.Events.List(b.t.Context(), b.workspace, events.Filter{}, db.PageRequest{Limit: 100})
	testkit.Must(b.t, err)
	var today []string
	for _, e := range p.Items {
		if b.seen[e.ID] || !strings.HasPrefix(string(e.Type), "watch.") {
			continue
		}
		b.seen[e.ID] = true
		var data struct {
			Name    string
			ID      string
			Number  int64
			Changed []string
			Items   []struct{ ID, Why string }
		}
		testkit.Must(b.t, json.Unmarshal([]byte(e.Data), &data))
		head := fmt.Sprintf("%d %s %s ", day, data.Name, e.Type)
		local := func(id string) string { _, id, _ = strings.Cut(id, ":"); return id }
		switch e.Type {
		case events.WatchFound:
			today = append(today, head+strconv.Itoa(len(data.Items)))
		case events.WatchChanged:
			today = append(today, head+local(data.ID)+" "+fmt.Sprint(data.Changed))
		case events.WatchThreshold:
			today = append(today, head+local(data.ID)+" "+fmt.Sprint(data.Number))
		default:
			for _, i := range data.Items {
				today = append(today, head+local(i.ID)+" "+i.Why)
			}
		}
	}
	slices.Sort(today)
	b.told = append(b.told, today...)
}

// sixtyDays plays the script.
func sixtyDays(t *testing.T, s *models.Store, clock *modelstest.Clock, kill func() int) *sixty {
	in := modelstest.Install(t, s, 100_000)
	b := &sixty{market: &market{begin: s.Now()}, t: t, clock: clock, store: s, workspace: in.Workspace, seen: map[string]bool{}}
	b.open()
	b.startWorker()
	for _, n := range []watches.NewWatch{
		{Name: "ads", ReadsAll: true, Source: watches.Source{Kind: watches.Search, Platform: content.AdLibrary, Query: "lamp"},
			Thresholds: []watches.Threshold{{Field: "euReach", Op: watches.Grows, Value: 1000, Within: "7d"}}},
		{Name: "channel", Source: watches.Source{Kind: watches.Account, Account: "video_site:" + channelID},
			Thresholds: []watches.Threshold{{Field: "views", Op: watches.Above, Value: 1000}}},
	} {
		n.WorkspaceID, n.Every, n.DailyCredits = in.Workspace, "1h", 1000
		w, err := s.Watches.Create(t.Context(), n)
		testkit.Must(t, err)
		b.ids = append(b.ids, w.ID)
	}
	for day := range 60 {
		script(day, b.market)
		for _, id := range b.ids {
			b.look(id, kill)
		}
		b.note(day)
		clock.Add(24 * time.Hour)
	}
	return b
}

// TestSixtyDays follows an advertiser and a channel for sixty days, with walls, short pages and re-ordered lists: what is
// told is the script, no more and no less.
func TestSixtyDays(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		b := sixtyDays(t, s, clock, func() int { return 0 })
		if diff := cmp.Diff(wanted(), b.told); diff != "" {
			t.Errorf("what is told differs (-want +got)\n%s", diff)
		}
	})
}

// TestSixtyDaysOfKills plays the same while the process is killed at random statements.
func TestSixtyDaysOfKills(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 1))
		b := sixtyDays(t, s, clock, func() int {
			if random.IntN(2) == 0 {
				return 0
			}
			return 1 + random.IntN(40)
		})
		if diff := cmp.Diff(wanted(), b.told); diff != "" {
			t.Errorf("with seed %d what is told differs (-want +got)\n%s", seed, diff)
		}
	})
}
