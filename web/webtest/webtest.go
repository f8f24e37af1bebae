// Package webtest runs the whole web server in a test: a real store, a real queue, simulated platforms, and one
// helper per kind of caller. Only tests may import it.
package webtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync/atomic"
	"testing"
	"time"

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
	"socialdata/internal/issuer"
	"socialdata/internal/kept"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/rollout"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/web"
)

// Origin is the default web origin of a Site.
const Origin = "http://social.example"

// MaxMediaBytes is what all parts of a post may have.
const MaxMediaBytes = 4 << 20

// Password is the owner's password.
const Password = "correct horse battery staple"

// OwnerEmail is the first owner's e-mail.
const OwnerEmail = "olive@example.com"

// Site is a running server with its first owner, their workspace and a key with all scopes.
type Site struct {
	T         testing.TB
	Server    *web.Server
	Store     *models.Store
	Clock     *modelstest.Clock
	Platforms *simulator.Simulator
	Calls     atomic.Int64 // calls to platforms, counted when they start; a cancelled call may still arrive later
	Blobs     *blobs.Store
	Log       *bytes.Buffer     // what the server logged, as JSON lines
	Pictures  map[string][]byte // what platforms show, by address
	Delivered []string          // ids of the imports that were queued; no worker runs them

	Workspace string
	OwnerID   string
	Key       string
	Cookie    string
	Requests  *web.RequestLog // written by Flush
}

// Options configure a Site.
type Options struct {
	Rates   web.Rates
	Credits int64
	Checks  []web.Check
	Origin  string        // "" means Origin
	Proxies []string      // networks whose X-Forwarded-For is trusted
	Timeout time.Duration // of a request that contacts no platform; 0 means the server's default

	Platforms platforms.List   // nil means those of the release
	Sites     []simulator.Site // simulated in addition to those of the release

	Media string // where media is kept; "" means a folder

	Traced bool // whether requests join the caller's trace

	Issuer      *issuer.Issuer     // where people sign in; nil for none
	AutoJoin    *accounts.AutoJoin // of people from there; nil for nothing
	NoPasswords bool               // people sign in at the issuer only

	StaffFactor bool // staff need a second factor

	Documents http.RoundTripper // reaches the metadata documents of programs; nil: public addresses only

	Embedder operations.Embedder // makes vectors for searches by meaning; nil: there are none

	SetupToken string // if not "", the token for setting up the site, which then has no owner yet
}

// New starts a site with a store and a queue. Rates of 0 disable limits.
func New(t testing.TB, s *models.Store, clock *modelstest.Clock, queue *redis.Client, o Options) *Site {
	t.Helper()
	site := &Site{T: t, Store: s, Clock: clock, Platforms: simulator.New(o.Sites...), Log: &bytes.Buffer{}}
	log := slog.New(slog.NewJSONHandler(site.Log, nil))
	if o.Platforms == nil {
		o.Platforms = platforms.All()
	}
	set := o.Platforms.Set()
	client := counted{Fetcher: sourcestest.Fetcher(t, site.Platforms, o.Platforms.Hosts()...), calls: &site.Calls}
	routes := o.Platforms.Routes(client, platforms.Options{})
	cookies, err := session.NewCookies(modelstest.Secrets(), false)
	testkit.Must(t, err)
	site.Blobs, err = blobs.Open(cmp.Or(o.Media, t.TempDir()))
	testkit.Must(t, err)
	links, err := media.NewSigner(modelstest.Secrets()...)
	testkit.Must(t, err)
	limiter := web.NewLimiter(queue, log)
	if o.Credits == 0 {
		o.Credits = 1000
	}
	passwords := &session.Passwords{Store: s, Guard: web.NewSignInGuard(limiter, o.Rates), Closed: o.NoPasswords, StaffFactor: o.StaffFactor}
	queues := jobs.NewInspector(queue.Options(), s)
	t.Cleanup(func() { _ = queues.Close() })
	signer, err := bundle.NewSigner(modelstest.Secrets()...)
	testkit.Must(t, err)
	keep := &kept.Reader{Store: s, Blobs: site.Blobs, Signer: signer, Program: "1.2.0", Reference: v1.RenderReference}
	service := lookup.New(lookup.Options{Store: s, Platforms: set, Fetcher: client, Routes: routes, Budget: 10 * time.Second, Clock: clock.Now, Log: log})
	tables := export.NewTables()
	site.Requests = web.NewRequestLog(s.Requests, log, nil)
	acts := &operations.Service{Store: s, Platforms: set, Lookup: service, Shapes: rollout.New(s.Rollouts, shapes.Default, set, "webtest", log), Imports: site, Links: links, Passwords: passwords, InitialCredits: o.Credits, Uploads: site.Blobs, MaxMediaBytes: MaxMediaBytes,
		Issuer: o.Issuer, AutoJoin: o.AutoJoin, Embedder: o.Embedder}
	site.Server, err = web.New(web.Options{
		Requests: site.Requests, SigningKeys: signer.PublicKeys(), Signer: signer,
		Pages: &pages.Handlers{Sources: func() string { return "Shapes of 2026-10-05." }, Base: page.Base{Service: acts, Tables: tables, Cookies: cookies, Thumbnails: site}, Kept: keep, Queues: queues, Origin: Origin, Program: "1.2.0"},
		Media: &servedmedia.Handlers{Store: s, Blobs: site.Blobs, Links: links, Cookies: cookies},
		Store: s, Cookies: cookies, Origin: cmp.Or(o.Origin, Origin), TrustedProxies: o.Proxies, Rates: o.Rates, Limiter: limiter, Checks: o.Checks,
		Timeout: o.Timeout, Traced: o.Traced, Log: log, Documents: o.Documents,
		API: &v1.Handlers{Tables: tables, Awaiter: jobs.NewAwaiter(s.Imports, log), Service: acts, Routes: routes, Cookies: cookies, Origin: Origin, Kept: keep,
			Program: "1.2.0"},
	})
	testkit.Must(t, err)
	if o.SetupToken != "" {
		_, err = s.Accounts.EnsureSetupToken(context.Background(), o.SetupToken)
		testkit.Must(t, err)
		return site
	}
	site.settle(o.Credits, cookies)
	return site
}

// counted counts the calls of a fetcher.
type counted struct {
	sources.Fetcher
	calls *atomic.Int64
}

// Fetch implements sources.Fetcher.
func (c counted) Fetch(ctx context.Context, r sources.Request) (*sources.Answer, error) {
	c.calls.Add(1)
	return c.Fetcher.Fetch(ctx, r)
}

// Deliver implements v1.Deliverer.
func (s *Site) Deliver(_ context.Context, id string) { s.Delivered = append(s.Delivered, id) }

// Thumbnail implements page.Thumbnails: it has the pictures of s.Pictures, by their addresses.
func (s *Site) Thumbnail(_ context.Context, sizes []content.Image, dest string) error {
	for _, size := range sizes {
		if picture := s.Pictures[size.URL]; picture != nil {
			return os.WriteFile(dest, picture, 0o600)
		}
	}
	return media.ErrNoPicture
}

// settle creates the first owner, workspace and key.
func (s *Site) settle(credits int64, cookies *session.Cookies) {
	s.T.Helper()
	ctx := context.Background()
	in, err := s.Store.Accounts.Bootstrap(ctx, accounts.NewInstallation{WorkspaceName: "First", Credits: credits,
		Owner: accounts.NewUser{Email: OwnerEmail, Name: "Owner", Password: Password}})
	testkit.Must(s.T, err)
	cookie, err := cookies.Write(in.Token, in.ExpiresAt)
	testkit.Must(s.T, err)
	s.Workspace, s.OwnerID, s.Cookie = in.Workspaces[0].WorkspaceID, in.User.ID, cookie.Value
	_, s.Key, err = s.Store.Accounts.CreateKey(ctx, accounts.NewAPIKey{WorkspaceID: s.Workspace, Name: "test", CreatedBy: s.OwnerID, Scopes: accounts.Scopes()})
	testkit.Must(s.T, err)
}

// Reply is a response with its body.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// JSON decodes the body.
func (r *Reply) JSON(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(r.Body, &v); err != nil {
		t.Fatalf("%v in %.300s", err, r.Body)
	}
	return v
}

// Code returns the error code, or "" if the response is not an error.
func (r *Reply) Code() string {
	var e struct{ Error struct{ Code string } }
	_ = json.Unmarshal(r.Body, &e)
	return e.Error.Code
}

// Do sends a request. A nil body sends none, text is sent unchanged, and anything else is sent as JSON.
func (s *Site) Do(method, path string, body any, header map[string]string) *Reply {
	s.T.Helper()
	var rd io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		rd = bytes.NewReader([]byte(b))
	default:
		raw, err := json.Marshal(b)
		testkit.Must(s.T, err)
		rd = bytes.NewReader(raw)
	}
	req := httptest.NewRequest(method, path, rd)
	if rd != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := s.Server.App().Test(req, -1)
	testkit.Must(s.T, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	testkit.Must(s.T, err)
	return &Reply{Status: resp.StatusCode, Header: resp.Header, Body: raw}
}

// AsKey returns the header with the site's key.
func (s *Site) AsKey() map[string]string {
	return map[string]string{"Authorization": "Bearer " + s.Key}
}

// AsOwner returns the headers of the owner's session, with the right Origin.
func (s *Site) AsOwner() map[string]string {
	return map[string]string{"Cookie": session.CookieName + "=" + s.Cookie, "Origin": Origin}
}
