package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/redis/go-redis/v9"

	servedmedia "socialdata/handlers/media"
	"socialdata/handlers/operations"
	"socialdata/handlers/pages"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/bundle"
	"socialdata/internal/content"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/pagepicture"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/internal/sources/engine"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/shapes"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/web"
)

// program holds all parts, built from the settings.
type program struct {
	cfg        *config
	log        *slog.Logger
	out        io.Writer // where a person reads how to begin
	secrets    [][]byte
	store      *models.Store
	queue      *redis.Options
	redis      *redis.Client
	platforms  sources.Platforms
	routes     []sources.Route
	client     *sources.Client
	lookup     *lookup.Service
	inUse      *rollout.Shapes
	shapes     shapes.Source // inUse's
	replaying  func([]sources.Recording) []sources.Route
	trying     func(shapes.Source) []sources.Route // returns routes that use other shapes
	engine     *engine.Engine                      // nil: none
	imports    *jobs.Client
	inspect    *jobs.Inspector
	media      *jobs.MediaPipeline
	browser    *pagepicture.Browser // nil: none
	metrics    *metrics
	requests   *web.RequestLog
	tests      *testSite     // answers test keys; nil where none is answered
	traced     bool          // spans are exported
	unreadable *atomic.Int64 // encrypted values that no key can decrypt, as counted by the last pass
	closers    []func() error
}

// build opens the stores and connects the parts; close ends them. It returns an error if the data directory is not writable.
func build(ctx context.Context, cfg *config) (*program, error) {
	tuneGC()
	tuneScheduler()
	log, flush := cfg.logger()
	logLibraries(log)
	p := &program{cfg: cfg, log: log, out: os.Stdout, unreadable: &atomic.Int64{}, closers: []func() error{flush}}
	for _, warning := range cfg.warnings() {
		log.Warn(warning)
	}
	if err := p.openTracing(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if err := p.open(ctx); err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.warnOfAutoJoin(ctx)
	return p, nil
}

// open opens the stores and connects the parts.
func (p *program) open(ctx context.Context) error {
	if err := p.openStore(ctx); err != nil {
		return err
	}
	p.metrics = newMetrics(p.store)
	p.requests = web.NewRequestLog(p.store.Requests, p.log, func(lines int) { p.metrics.unlogged.Add(float64(lines)) })
	for _, part := range []func(context.Context) error{p.openQueue, p.openSources, p.openBrowser, p.openMedia, p.agree} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// openStore opens the database and migrates it.
func (p *program) openStore(ctx context.Context) (err error) {
	if err := os.MkdirAll(p.cfg.DataDir, 0o750); err != nil {
		return fmt.Errorf("the data folder: %w", err)
	}
	if p.secrets, err = p.cfg.secretKeys(); err != nil {
		return err
	}
	o := models.Options{Prices: p.cfg.prices(), Watches: p.cfg.WatchesMost, Exports: &p.cfg.ExportsMost, Keep: p.cfg.keepDays(), Cost: p.cfg.cost, Options: db.Options{URL: string(p.cfg.DatabaseURL), DataDir: p.cfg.DataDir, Secrets: p.secrets, Clock: p.cfg.clock}}
	if t := p.cfg.test; t != nil {
		o.Schema, o.Conns, o.Prices = t.schema, testConns, testPrices()
	}
	p.store, err = models.Open(ctx, o)
	if err != nil {
		return databaseProblem(err)
	}
	p.closers = append(p.closers, p.store.Close)
	if err := p.store.Ping(ctx); err != nil {
		return databaseProblem(err)
	}
	if err := p.clockAgrees(ctx); err != nil {
		return err
	}
	return migrationProblem(p.store.Migrate(ctx))
}

// openQueue connects to Redis, or starts the in-process queue. Redis need not respond yet; if it does, it must accept the password.
func (p *program) openQueue(ctx context.Context) error {
	if p.cfg.RedisURL == "" {
		embedded, err := jobs.StartEmbedded()
		if err != nil {
			return fmt.Errorf("the in-process queue: %w", err)
		}
		p.closers = append(p.closers, func() error { embedded.Close(); return nil })
		p.queue = embedded.Options()
	} else {
		var err error
		if p.queue, err = redis.ParseURL(string(p.cfg.RedisURL)); err != nil {
			return errors.New("SOCIALDATA_REDIS_URL: want redis://[user:password@]host:port or rediss://…, with special characters as %XX") // the cause may hold the password
		}
	}
	p.queue.ContextTimeoutEnabled = true // otherwise deadlines of contexts are ignored
	redis.SetLogger(redisLog{p.log})
	p.redis = redis.NewClient(p.queue)
	p.closers = append(p.closers, p.redis.Close)
	return p.queueProblem(ctx)
}

// lookupBudget is how many consecutive upstream calls a live answer may wait for.
const lookupBudget = 3

func (p *program) openSources(ctx context.Context) error {
	adapters := platforms.All()
	p.platforms = adapters.Set()
	if err := p.openShapes(ctx); err != nil {
		return err
	}
	access, err := p.openAccess()
	if err != nil {
		return err
	}
	client, err := sources.NewClient(sources.ClientOptions{Hosts: adapters.Hosts(), Upstream: p.cfg.Upstream, Timeout: p.cfg.SourceTimeout, Access: access,
		Agent: func() string { return p.shapes.Now().UserAgent }})
	if err != nil {
		return err
	}
	p.client = client
	options := platforms.Options{Shapes: p.shapes, HasCookies: client.HasCookies, Official: p.officialPlatforms(),
		Credentials: map[content.Platform]string{content.VideoSite: string(p.cfg.VideoSiteAPIKey), content.AdLibrary: string(p.cfg.AdLibraryToken),
			content.PhotoSite: string(p.cfg.PhotoSiteToken)},
		Accounts: map[content.Platform]string{content.PhotoSite: p.cfg.PhotoSiteAccount}}
	p.routes = adapters.Routes(client, options)
	p.replaying = func(calls []sources.Recording) []sources.Route { return adapters.Routes(client.Replay(calls), options) }
	p.trying = func(with shapes.Source) []sources.Route {
		tried := options
		tried.Shapes = with
		return adapters.Routes(client.As(func() string { return with.Now().UserAgent }), tried)
	}
	p.warnOfOrders()
	if err := p.openEngine(ctx); err != nil {
		return err
	}
	for _, id := range p.cfg.RoutesDisabled {
		if !slices.ContainsFunc(p.routes, func(r sources.Route) bool { return r.ID == id }) {
			p.log.Warn("SOCIALDATA_ROUTES_DISABLED names a route that there is not", "route", id)
		}
	}
	for _, entry := range p.cfg.PolicyBlock {
		if !strings.Contains(entry, ":") && len(p.platforms.OfHost(entry)) == 0 {
			p.log.Warn("SOCIALDATA_POLICY_BLOCK names a host of no platform, which blocks nothing", "host", entry)
		}
	}
	p.lookup = p.newLookup(p.cfg.RoutesDisabled, p.cfg.PolicyBlock)
	return nil
}

// newLookup returns the lookup service, with routes to disable and objects to block.
func (p *program) newLookup(disabled, blocked []string) *lookup.Service {
	o := lookup.Options{Store: p.store, Platforms: p.platforms, Fetcher: p.client, Begins: p.fileBegins(), Replaying: p.replaying, Routes: p.routes, Shapes: func() string { return p.shapes.Now().Version() }, Disabled: disabled, Blocked: blocked,
		Budget: lookupBudget * p.cfg.SourceTimeout, Clock: p.store.Now, Log: p.log, Observer: p.metrics}
	if t := p.cfg.test; t != nil {
		o.Rehearsal = t.links
	}
	return lookup.New(o)
}

// fileBegins returns a function that reports whether the bytes of a file come.
func (p *program) fileBegins() func(context.Context, sources.MediaFile) error {
	d := p.downloader()
	return func(ctx context.Context, f sources.MediaFile) error {
		return d.Begins(ctx, media.Request{URL: f.URL, Header: f.Header})
	}
}

// web builds the server.
func (p *program) web() (*web.Server, error) {
	secure := strings.HasPrefix(p.cfg.Origin, "https:")
	cookies, err := session.NewCookies(p.secrets, secure)
	if err != nil {
		return nil, err
	}
	links, err := media.NewSigner(p.secrets...)
	if err != nil {
		return nil, err
	}
	signer, err := bundle.NewSigner(p.secrets...)
	if err != nil {
		return nil, err
	}
	retired, err := p.cfg.retiredKeys()
	if err != nil {
		return nil, err
	}
	signer.Retire(retired...)
	keep := &kept.Reader{Store: p.store, Blobs: p.media.Blobs, Signer: signer, Program: version, Reference: v1.RenderReference}
	rates := web.Rates{Lookup: p.cfg.RateLookup, Read: p.cfg.RateRead, Import: p.cfg.RateImport, SignIn: p.cfg.RateSignIn}
	mails, err := p.mails()
	if err != nil {
		return nil, err
	}
	limiter := p.limiter()
	tables := export.NewTables()
	passwords := &session.Passwords{Store: p.store, Guard: web.NewSignInGuard(limiter, rates), Closed: !p.cfg.Passwords, StaffFactor: p.cfg.StaffTOTP}
	signIn, err := p.newIssuer()
	if err != nil {
		return nil, err
	}
	join, err := p.cfg.autoJoin()
	if err != nil {
		return nil, err
	}
	acts := &operations.Service{Store: p.store, Platforms: p.platforms, Lookup: p.lookup, Imports: p.imports, Links: links, Passwords: passwords, Mails: mails, Shapes: p.inUse, InitialCredits: p.cfg.InitialCredits, Unmetered: p.cfg.Unmetered, AsksMeter: p.cfg.embedded(),
		Uploads: p.media.Blobs, MaxMediaBytes: p.cfg.MediaMaxBytes, WebhooksLocal: p.cfg.WebhooksLocal, TakesPictures: p.browser != nil, Issuer: signIn, AutoJoin: join}
	if server := p.embeddings(questionPatience); server != nil {
		acts.Embedder = server
	}
	o := web.Options{
		Store: p.store, Cookies: cookies, Origin: p.cfg.Origin, TrustedProxies: p.cfg.TrustedProxies,
		Rates: rates, Connections: p.cfg.Connections, Limiter: limiter, Checks: p.checks(false), Log: p.log, Observe: p.metrics.request, Requests: p.requests, Traced: p.traced,
		Pages: &pages.Handlers{Base: page.Base{Service: acts, Cookies: cookies, Tables: tables, Thumbnails: p.media, DemoPeople: p.cfg.demoPeople}, Sources: p.sourcesSentence, Aging: p.agingRoute,
			Kept: keep, Queues: p.inspect, Origin: p.cfg.Origin, Program: version},
		SigningKeys: signer.PublicKeys(), Signer: signer,
		Media: &servedmedia.Handlers{Store: p.store, Blobs: p.media.Blobs, Links: links, Cookies: cookies},
		API: &v1.Handlers{Tables: tables, Awaiter: jobs.NewAwaiter(p.store.Imports, p.log), Service: acts, Routes: p.routes, Kept: keep, Cookies: cookies,
			Origin: p.cfg.Origin, Program: version},
	}
	if p.tests != nil {
		o.TestSite = p.tests
	}
	return web.New(o)
}

// limiter returns the counter of requests.
func (p *program) limiter() web.Limiter {
	if t := p.cfg.test; t != nil {
		return t.limiter
	}
	return web.NewLimiter(p.redis, p.log)
}

// close ends every part in reverse order.
func (p *program) close() error {
	var errs []error
	for _, c := range slices.Backward(p.closers) {
		errs = append(errs, c())
	}
	return errors.Join(errs...)
}

// redisLog writes go-redis's log to ours at debug level, because the caller of a failed command reports the error.
type redisLog struct{ log *slog.Logger }

// Printf implements go-redis' logger.
func (l redisLog) Printf(ctx context.Context, format string, v ...any) {
	l.log.DebugContext(ctx, "redis", "said", fmt.Sprintf(format, v...))
}
