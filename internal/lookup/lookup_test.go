package lookup_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

const link = "https://www.youtube.com/watch?v=aaaaaaaaaaa"

// fake is a route whose answers a test decides.
type fake struct {
	calls atomic.Int64
	item  func(ctx context.Context, r sources.ItemRequest) (*content.Item, error)
}

func (f *fake) route(id string) sources.Route {
	return sources.Route{ID: id, Platform: content.VideoSite, ContractVersion: "1", Captions: true,
		Item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
			f.calls.Add(1)
			return f.item(ctx, r)
		}}
}

// video answers a video with views.
func video(views int64) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	return func(_ context.Context, r sources.ItemRequest) (*content.Item, error) {
		return &content.Item{ID: "video_site:" + r.Link.LocalID, Platform: content.VideoSite, Kind: content.KindVideo, URL: r.Link.Canonical,
			Stats: content.Stats{Views: &views}}, nil
	}
}

func failing(err error) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	return func(context.Context, sources.ItemRequest) (*content.Item, error) {
		var f *apierror.Error
		if !errors.As(err, &f) {
			return nil, err
		}
		own := *f // as an adapter's is: what is added to it is seen by nobody else
		own.Details = maps.Clone(f.Details)
		return nil, &own
	}
}

// bench is a service on one store with a workspace of 100 credits.
type bench struct {
	*lookup.Service
	store     *models.Store
	clock     *modelstest.Clock
	workspace string
	owner     string
}

// each runs f on both databases at the same time: what the routes count is of both together (inTurn counts for each).
func each(t *testing.T, routes []sources.Route, f func(t *testing.T, b *bench), options ...func(*lookup.Options)) {
	t.Helper()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		f(t, newBench(t, s, clock, routes, options...))
	})
}

// inTurn runs f on one database after the other, for tests whose routes share state or count their calls.
func inTurn(t *testing.T, routes []sources.Route, f func(t *testing.T, b *bench), options ...func(*lookup.Options)) {
	t.Helper()
	for name, open := range map[string]func(testing.TB, *modelstest.Clock) *models.Store{"sqlite": modelstest.SQLite, "postgres": modelstest.Postgres} {
		t.Run(name, func(t *testing.T) {
			clock := &modelstest.Clock{}
			f(t, newBench(t, open(t, clock), clock, routes, options...))
		})
	}
}

func newBench(t testing.TB, s *models.Store, clock *modelstest.Clock, routes []sources.Route, options ...func(*lookup.Options)) *bench {
	t.Helper()
	in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W", Credits: 100,
		Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
	if err != nil {
		t.Fatal(err)
	}
	o := lookup.Options{Store: s, Platforms: release(), Routes: routes, Budget: 5 * time.Second, Clock: clock.Now, Log: slog.New(slog.DiscardHandler)}
	for _, option := range options {
		option(&o)
	}
	return &bench{lookup.New(o), s, clock, in.Workspaces[0].WorkspaceID, in.User.ID}
}

func (b *bench) ask(maxAge time.Duration) (*lookup.Result, error) {
	return b.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: link, MaxAge: maxAge})
}

func (b *bench) spent(t testing.TB) int64 {
	t.Helper()
	c, err := b.store.Billing.Credits(context.Background(), b.workspace)
	if err != nil {
		t.Fatal(err)
	}
	return c.Spent
}

func TestAStoredItemIsServedByItsAge(t *testing.T) {
	f := &fake{item: video(7)}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		f.calls.Store(0)
		for i, step := range []struct {
			wait, maxAge time.Duration
			charged      int64
		}{{0, time.Hour, 1}, {time.Minute, time.Hour, 0}, {0, 0, 1}, {2 * time.Hour, time.Hour, 1}, {time.Hour, 24 * time.Hour, 0}} {
			b.clock.Add(step.wait)
			r, err := b.ask(step.maxAge)
			if err != nil {
				t.Fatal(err)
			}
			var body struct {
				Cached bool
				Usage  content.Usage
				Stats  content.Stats
			}
			if err := json.Unmarshal(r.Body, &body); err != nil {
				t.Fatalf("%v in %s", err, r.Body)
			}
			if body.Usage.CreditsCharged != step.charged || body.Cached != (step.charged == 0) || *body.Stats.Views != 7 {
				t.Errorf("step %d: %+v", i, body)
			}
		}
		if n := f.calls.Load(); n != 3 {
			t.Errorf("%d fetches, want three", n)
		}
	})
}

func TestEqualLookupsShareOneFetch(t *testing.T) {
	var f fake
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		var calls atomic.Int64
		f := &fake{}
		release := make(chan struct{})
		f.item = func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
			calls.Add(1)
			<-release
			return video(1)(ctx, r)
		}
		s := newShared(b, f)
		var wg sync.WaitGroup
		errs := make(chan error, 16)
		for range 16 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				_, err := s.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: link, MaxAge: time.Hour})
				errs <- err
			}()
		}
		time.Sleep(100 * time.Millisecond) // let them meet
		close(release)
		wg.Wait()
		close(errs)
		for err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		if calls.Load() != 1 || b.spent(t) != 1 {
			t.Errorf("16 equal lookups: %d fetches, %d credits", calls.Load(), b.spent(t))
		}
	})
}

func newShared(b *bench, f *fake) *lookup.Service {
	return lookup.New(lookup.Options{Store: b.store, Platforms: release(), Routes: []sources.Route{f.route("video_site.web")}, Budget: 5 * time.Second,
		Clock: b.clock.Now, Log: slog.New(slog.DiscardHandler)})
}

func TestACallerWhoLeavesDoesNotEndTheFetchOfOthers(t *testing.T) {
	f := &fake{}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		release := make(chan struct{})
		f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
			<-release
			return video(1)(ctx, r)
		}}
		s := newShared(b, f)
		leaving, leave := context.WithCancel(context.Background())
		left := make(chan error, 1)
		go func() {
			_, err := s.Answer(leaving, lookup.ItemRequest{Workspace: b.workspace, URL: link, MaxAge: time.Hour})
			left <- err
		}()
		time.Sleep(50 * time.Millisecond)
		stays := make(chan error, 1)
		go func() {
			_, err := s.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: link, MaxAge: time.Hour})
			stays <- err
		}()
		time.Sleep(50 * time.Millisecond)
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who left got %v", err)
		}
		close(release)
		if err := <-stays; err != nil {
			t.Errorf("who stayed got %v", err)
		}
	})
}

func TestTheNextRouteAnswersWhereTheFirstFails(t *testing.T) {
	for name, first := range map[string]error{
		"degraded": apierror.New(apierror.CodeRouteDegraded), "changed": apierror.New(apierror.CodeSourceChanged, "missing", []string{"title"}), "cut": apierror.New(apierror.CodeNetworkTransport),
	} {
		t.Run(name, func(t *testing.T) {
			web, api := &fake{item: failing(first)}, &fake{item: video(3)}
			each(t, []sources.Route{web.route("video_site.web"), api.route("video_site.api")}, func(t *testing.T, b *bench) {
				if _, err := b.ask(0); err != nil {
					t.Error(err)
				}
			})
		})
	}
	web, api := &fake{item: failing(apierror.New(apierror.CodeUnavailablePrivate))}, &fake{item: video(3)}
	each(t, []sources.Route{web.route("video_site.web"), api.route("video_site.api")}, func(t *testing.T, b *bench) {
		_, err := b.ask(0)
		f := testkit.WantCode(t, err, apierror.CodeUnavailablePrivate)
		if f.Details["platform"] != content.VideoSite || b.spent(t) != 0 {
			t.Errorf("details %v, spent %d", f.Details, b.spent(t))
		}
	})
	if api.calls.Load() != 0 {
		t.Error("an answer about the content was asked for twice")
	}
}

func TestErrorsAreFreeAndNameTheirRoute(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		code apierror.Code
	}{
		"timeout":          {apierror.New(apierror.CodeNetworkTimeout, "timeoutMs", int64(10)), apierror.CodeNetworkTimeout},
		"own deadline":     {context.DeadlineExceeded, apierror.CodeNetworkTimeout},
		"throttled":        {apierror.New(apierror.CodeRouteDegraded), apierror.CodeRouteDegraded},
		"something broken": {errors.New("surprise"), apierror.CodeInternalError},
	} {
		t.Run(name, func(t *testing.T) {
			f := &fake{item: failing(c.err)}
			each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
				_, err := b.ask(0)
				got := testkit.WantCode(t, err, c.code)
				if c.code != apierror.CodeInternalError && got.Details["routeId"] != "video_site.web" {
					t.Errorf("details %v", got.Details)
				}
				if c.code == apierror.CodeRouteDegraded && got.RetryAfter <= 0 {
					t.Error("route_degraded says when to come back")
				}
				if b.spent(t) != 0 {
					t.Errorf("an error cost %d", b.spent(t))
				}
			})
		})
	}
}

func TestACrashOfAnAdapterIsAnError(t *testing.T) {
	f := &fake{item: func(context.Context, sources.ItemRequest) (*content.Item, error) { panic("surprise") }}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		_, err := b.ask(0)
		testkit.WantCode(t, err, apierror.CodeInternalError)
	})
}

func TestWithoutCreditsNothingIsFetched(t *testing.T) {
	f := &fake{item: video(1)}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		poor, err := b.store.Accounts.CreateWorkspace(context.Background(), "Poor", b.owner, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := f.calls.Load()
		_, err = b.Answer(context.Background(), lookup.ItemRequest{Workspace: poor.ID, URL: link})
		got := testkit.WantCode(t, err, apierror.CodeInsufficientCredits)
		if got.Details["required"] != int64(1) || got.Details["balance"] != int64(0) || f.calls.Load() != before {
			t.Errorf("details %v, %d fetches", got.Details, f.calls.Load()-before)
		}
	})
}

func TestOperatorsSwitchOffRoutesAndContent(t *testing.T) {
	f := &fake{item: video(1)}
	routes := []sources.Route{f.route("video_site.web")}
	each(t, routes, func(t *testing.T, b *bench) {
		_, err := b.ask(0)
		testkit.WantCode(t, err, apierror.CodeRouteDisabled)
	}, func(o *lookup.Options) { o.Disabled = []string{"video_site.web"} })
	for _, blocked := range []string{"www.youtube.com", "WWW.YouTube.com", "youtube.com", "m.youtube.com", "youtu.be", "video_site:aaaaaaaaaaa"} {
		each(t, routes, func(t *testing.T, b *bench) {
			for _, u := range []string{link, "https://youtu.be/aaaaaaaaaaa"} {
				_, err := b.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: u})
				testkit.WantCode(t, err, apierror.CodePolicyBlocked)
			}
		}, func(o *lookup.Options) { o.Blocked = []string{blocked} })
	}
	if f.calls.Load() != 0 {
		t.Error("something switched off was fetched")
	}
	each(t, routes, func(t *testing.T, b *bench) {
		if _, err := b.ask(0); err != nil {
			t.Errorf("another host than the blocked one: %v", err)
		}
	}, func(o *lookup.Options) { o.Blocked = []string{"tube.com", "", "example.com", "www.tiktok.com"} })
}

// TestOnlyThePlatformsWordCountsForHealth: a crash of ours or our storage says nothing of a route, least of all that it
// works.
func TestOnlyThePlatformsWordCountsForHealth(t *testing.T) {
	for _, c := range []struct {
		err              error
		total, succeeded int64
	}{
		{errors.New("our own mistake"), 0, 0}, {apierror.New(apierror.CodeStorageUnavailable), 0, 0}, {apierror.New(apierror.CodeUnsupportedObject), 0, 0}, {apierror.New(apierror.CodeRateLimited), 0, 0},
		{apierror.New(apierror.CodeUnavailablePrivate), 1, 1}, {apierror.New(apierror.CodeNotFound, "resource", "item"), 1, 1},
		{apierror.New(apierror.CodeSourceChanged), 1, 0}, {context.DeadlineExceeded, 1, 0},
	} {
		f := &fake{item: failing(c.err)}
		each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
			if _, err := b.ask(0); err == nil {
				t.Fatal("it succeeded")
			}
			states, err := b.RouteStates(context.Background())
			if err != nil || states[0].Stats.Total != c.total || states[0].Stats.Succeeded != c.succeeded {
				t.Errorf("%v: %+v, %v", c.err, states[0].Stats, err)
			}
		})
	}
}

// nextCursor reads the cursor of a page.
func nextCursor(t *testing.T, body []byte) string {
	t.Helper()
	var page struct{ Page struct{ NextCursor string } }
	if err := json.Unmarshal(body, &page); err != nil || page.Page.NextCursor == "" {
		t.Fatalf("no cursor in %s, %v", body, err)
	}
	return page.Page.NextCursor
}
