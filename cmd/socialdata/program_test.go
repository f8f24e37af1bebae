package main

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/caarlos0/env/v11"

	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// testProgram is the whole program in this process: web, workers and simulated platforms, on real stores.
type testProgram struct {
	t         *testing.T
	base      string // its address
	p         *program
	platforms *simulator.Simulator
	clock     pastClock // set back where a test needs a past
	verb      verb
	stop      func() // drains and closes; the end of the test does it as well
}

// verb says which halves of the program run.
type verb struct{ web, work bool }

var (
	serveAll = verb{true, true}
	onlyWeb  = verb{web: true}
	onlyWork = verb{work: true}
)

// eachProgram runs f on the embedded defaults and on PostgreSQL with Redis.
func eachProgram(t *testing.T, f func(t *testing.T, h *testProgram)) {
	t.Helper()
	t.Parallel()
	t.Run("embedded", func(t *testing.T) { t.Parallel(); f(t, newProgram(t, map[string]string{})) })
	t.Run("postgres+redis", func(t *testing.T) { t.Parallel(); f(t, newProgram(t, servers(t))) })
}

// servers has a program use a database of PostgreSQL, and Redis.
func servers(t *testing.T) map[string]string {
	return map[string]string{"DATABASE_URL": modelstest.MigratedURL(t), "REDIS_URL": "unix://" + jobstest.Redis(t).Options().Addr}
}

// inBrowser runs the flow of a page on the embedded defaults, beside other flows.
func inBrowser(t *testing.T, f func(t *testing.T, h *testProgram)) {
	t.Helper()
	t.Parallel()
	f(t, newProgram(t, map[string]string{}))
}

// inBrowserOnServers runs the flow of a page that searches, pages or imports on PostgreSQL and Redis. What a page shows does not depend
// on the stores, and the tests of package web read each page on both pairs.
func inBrowserOnServers(t *testing.T, f func(t *testing.T, h *testProgram)) {
	t.Helper()
	t.Parallel()
	f(t, newProgram(t, servers(t)))
}

// newProgram starts the program with the settings of a test and those given, and stops it when the test ends. The
// functions in before run after the program is built and before it starts.
func newProgram(t *testing.T, settings map[string]string, before ...func(*testProgram)) *testProgram {
	t.Helper()
	h := &testProgram{t: t, platforms: simulator.New(), verb: serveAll}
	upstream := httptest.NewServer(h.platforms)
	t.Cleanup(upstream.Close)
	port := freePort(t)
	h.base = "http://localhost:" + port
	all := map[string]string{"SOCIALDATA_LISTEN": "127.0.0.1:" + port, "SOCIALDATA_WORK_LISTEN": "127.0.0.1:" + port, "SOCIALDATA_ORIGIN": h.base,
		"SOCIALDATA_UPSTREAM": upstream.URL, "SOCIALDATA_SETUP_TOKEN": "let me in", "SOCIALDATA_LOG_LEVEL": "error", "SOCIALDATA_IMPORT_BACKOFF": "1s,60s",
		"SOCIALDATA_RATE_SIGNIN": "0", "SOCIALDATA_RATE_READ": "0", "SOCIALDATA_WEBHOOKS_LOCAL": "true"}
	for name, value := range settings {
		all["SOCIALDATA_"+name] = value
	}
	if settings["DATA_DIR"] == "" {
		all["SOCIALDATA_DATA_DIR"] = modelstest.Folder(t, settings["DATABASE_URL"] == "")
	}
	cfg := &config{}
	testkit.Must(t, env.ParseWithOptions(cfg, env.Options{Prefix: "SOCIALDATA_", Environment: all}))
	cfg.clock, cfg.cost = h.clock.Now, accounts.PasswordCost{KiB: 64, Passes: 1}
	ctx, stop := context.WithCancel(context.Background())
	var err error
	h.p, err = build(ctx, cfg)
	testkit.Must(t, err)
	h.p.out = io.Discard
	for _, do := range before {
		do(h)
	}
	done := make(chan error, 1)
	go func() { done <- h.p.run(ctx, h.verb.web, h.verb.work, nil) }()
	h.stop = sync.OnceFunc(func() {
		stop()
		if err := <-done; err != nil {
			t.Errorf("the program ended with %v", err)
		}
		_ = h.p.close()
	})
	t.Cleanup(h.stop)
	h.waitReady()
	return h
}

func (h *testProgram) waitReady() {
	h.t.Helper()
	h.until("the program was ready", func() bool {
		r, err := http.Get(h.base + "/readyz")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
}

// testPassword is the password of every user of a testProgram.
const testPassword = "correct horse battery"

// owner creates the first owner and workspace and returns the workspace's id.
func (h *testProgram) owner() (workspace string) {
	h.t.Helper()
	in, err := h.p.store.Accounts.Bootstrap(h.t.Context(), accounts.NewInstallation{WorkspaceName: "First", Credits: 1000,
		Owner: accounts.NewUser{Email: "owner@example.com", Name: "Olive Owner", Password: testPassword}})
	testkit.Must(h.t, err)
	return in.Workspaces[0].WorkspaceID
}

// idle waits until every import of a workspace has ended.
func (h *testProgram) idle(workspace string) {
	h.t.Helper()
	h.until("every import ended", func() bool {
		n, err := h.p.store.Imports.InFlight(h.t.Context(), workspace)
		testkit.Must(h.t, err)
		return n == 0
	})
}

// until waits for something that a quiet machine does within seconds, and a busy one within minutes.
func (h *testProgram) until(what string, done func() bool) {
	h.t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("%v went by before %s", patience, what)
		}
	}
}

// lastPort is the last port that a test of this process was given; processes begin at different ones.
var lastPort = func() *atomic.Int64 {
	var n atomic.Int64
	n.Store(10_000 + rand.Int64N(15_000))
	return &n
}()

// freePort returns a port below those that systems give to connections: one of these could take it before the program listens.
func freePort(t testing.TB) string {
	t.Helper()
	for range 1000 {
		port := strconv.FormatInt(lastPort.Add(1), 10)
		if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}

// key creates an API key with every scope for a workspace.
func (h *testProgram) key(workspace string) string {
	h.t.Helper()
	_, text, err := h.p.store.Accounts.CreateKey(h.t.Context(), accounts.NewAPIKey{WorkspaceID: workspace, Name: "test", CreatedBy: db.NewID(), Scopes: accounts.Scopes()})
	testkit.Must(h.t, err)
	return text
}
