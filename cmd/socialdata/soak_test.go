//go:build soak

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"socialdata/handlers/session"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

var soakFor = flag.Duration("for", 10*time.Minute, "how long the soak goes on after it is warm")

// How much is asked at once, and for how long before the first look.
const (
	soakAskers = 8
	soakWarm   = 45 * time.Second
)

// soak is the whole program on PostgreSQL and Redis, with askers that mix everything.
type soak struct {
	*testProgram
	key, cookie, workspace string
	database               *pgx.Conn
	asked, odd             atomic.Int64
	latest                 sync.Map // status by what was asked, for what should not be
}

// TestSoak runs mixed load and looks at memory, goroutines, file handles and connections at the start and the end.
func TestSoak(t *testing.T) {
	dsn := modelstest.PostgresURL(t)
	s := &soak{testProgram: newProgram(t, map[string]string{"DATABASE_URL": dsn, "REDIS_URL": "unix://" + jobstest.Redis(t).Options().Addr,
		"RATE_LOOKUP": "0", "RATE_IMPORT": "0", "INITIAL_CREDITS": "100000000"})}
	var err error
	s.database, err = pgx.Connect(t.Context(), dsn)
	testkit.Must(t, err)
	defer s.database.Close(context.Background())
	s.begin()
	ctx, stop := context.WithTimeout(t.Context(), soakWarm+*soakFor)
	defer stop()
	var wg sync.WaitGroup
	for range soakAskers {
		wg.Go(func() { s.askOn(ctx) })
	}
	wg.Go(func() { s.importOn(ctx) })
	time.Sleep(soakWarm)
	first := s.look()
	first.print(t, "start")
	for end := time.Now().Add(*soakFor - 5*time.Second); time.Now().Before(end); {
		time.Sleep(min(time.Minute, time.Until(end)))
		s.look().print(t, time.Now().Format("15:04:05"))
	}
	last := s.look()
	last.print(t, "end")
	stop()
	wg.Wait()
	t.Logf("%d requests, %d of them odd", s.asked.Load(), s.odd.Load())
	s.latest.Range(func(k, v any) bool { t.Logf("odd: %v %v", k, v); return true })
	first.flat(t, last)
	if s.odd.Load() > 0 {
		t.Error("some answers were not what they should be")
	}
}

func (s *soak) begin() {
	s.workspace = s.owner()
	_, err := s.p.store.Billing.Grant(s.t.Context(), s.workspace, 100_000_000, "soak")
	testkit.Must(s.t, err)
	_, s.key, err = s.p.store.Accounts.CreateKey(s.t.Context(), accounts.NewAPIKey{WorkspaceID: s.workspace, Name: "soak", Scopes: accounts.Scopes()})
	testkit.Must(s.t, err)
	in, err := s.p.store.Accounts.SignIn(s.t.Context(), "owner@example.com", testPassword)
	testkit.Must(s.t, err)
	cookies, err := session.NewCookies(s.p.secrets, false)
	testkit.Must(s.t, err)
	cookie, err := cookies.Write(in.Token, in.ExpiresAt)
	testkit.Must(s.t, err)
	s.cookie = cookie.Name + "=" + cookie.Value
}

// paths are what an asker chooses from, with the status that it should get.
func (s *soak) paths(sample simulator.Sample) []string {
	link := func(n int) string { return url.QueryEscape(sample.Items[n%len(sample.Items)]) }
	w := "/w/" + s.workspace
	return []string{
		"/v1/items/lookup?url=" + link(rand.IntN(99)), "/v1/items/lookup?url=" + link(rand.IntN(99)), "/v1/items/lookup?url=" + link(rand.IntN(99)),
		"/v1/items/lookup?maxAge=0&include=transcript&url=" + link(rand.IntN(99)), "/v1/items?account=" + url.QueryEscape(sample.Accounts[0]),
		"/v1/resolve?url=" + link(0), "/v1/references", "/v1/ingestions", "/v1/workspaces/" + s.workspace + "/usage?range=24h", "/v1/source-routes",
		w, w + "/imports", w + "/references", w + "/try?url=" + link(1), "/docs", "/status",
	}
}

// askOn asks until the time is over.
func (s *soak) askOn(ctx context.Context) {
	client := &http.Client{Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	samples := s.platforms.Samples()
	for ctx.Err() == nil {
		all := s.paths(samples[rand.IntN(len(samples))])
		path := all[rand.IntN(len(all))]
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
		if err != nil {
			return
		}
		if strings.HasPrefix(path, "/v1/") {
			req.Header.Set("Authorization", "Bearer "+s.key)
		} else {
			req.Header.Set("Cookie", s.cookie)
		}
		r, err := client.Do(req)
		if err != nil {
			if ctx.Err() == nil {
				s.strange(path, err.Error())
			}
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
		s.asked.Add(1)
		if r.StatusCode != http.StatusOK {
			s.strange(path, r.Status)
		}
	}
}

// importOn imports a link every two seconds, whole, and deletes a reference now and then.
func (s *soak) importOn(ctx context.Context) {
	samples := s.platforms.Samples()
	for n := 0; ctx.Err() == nil; n++ {
		sample := samples[n%len(samples)]
		body := fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":"full"}`, sample.Items[n/len(samples)%len(sample.Items)])
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/v1/ingestions", strings.NewReader(body))
		if err != nil {
			return
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", db.NewID())
		if r, err := http.DefaultClient.Do(req); err == nil {
			_ = r.Body.Close()
			s.asked.Add(1)
			if r.StatusCode != http.StatusAccepted {
				s.strange("POST /v1/ingestions", r.Status)
			}
		}
		time.Sleep(2 * time.Second)
	}
}

func (s *soak) strange(what, how string) {
	s.odd.Add(1)
	path, _, _ := strings.Cut(what, "?")
	s.latest.Store(path, how)
}

// seen is the state of the process at one moment.
type seen struct {
	heap, resident      int64 // MB
	goroutines, handles int
	connections         int
}

// look counts what is there, after a collection.
func (s *soak) look() seen {
	s.t.Helper()
	runtime.GC()
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	v := seen{heap: int64(m.HeapAlloc >> 20), resident: resident(s.t), goroutines: runtime.NumGoroutine()}
	files, err := os.ReadDir("/proc/self/fd")
	testkit.Must(s.t, err)
	v.handles = len(files)
	testkit.Must(s.t, s.database.QueryRow(s.t.Context(), "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").Scan(&v.connections))
	return v
}

func resident(t *testing.T) int64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/statm")
	testkit.Must(t, err)
	var size, pages int64
	_, err = fmt.Sscan(string(raw), &size, &pages)
	testkit.Must(t, err)
	return pages * int64(os.Getpagesize()) >> 20
}

func (v seen) print(t *testing.T, when string) {
	t.Helper()
	t.Logf("%-8s heap %4d MB  resident %4d MB  goroutines %4d  file handles %4d  database connections %3d", when, v.heap, v.resident, v.goroutines, v.handles, v.connections)
}

// flat holds that nothing grows with time. What moves with the load of a moment has room.
func (v seen) flat(t *testing.T, end seen) {
	t.Helper()
	if end.heap > v.heap*3/2+16 || end.goroutines > v.goroutines*3/2+40 || end.handles > v.handles*3/2+40 || end.connections > v.connections+20 {
		t.Errorf("it is not flat: %+v became %+v", v, end)
	}
}
