//go:build chaos

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"socialdata/internal/sources/simulator"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// How much goes wrong.
const (
	chaosImports  = 200
	chaosKills    = 30
	chaosFlushes  = 5
	chaosRestarts = 3
	chaosLimit    = 9 * time.Minute
)

// town is everything that runs: PostgreSQL, Redis, one web and two workers, over simulated platforms.
type town struct {
	t       *testing.T
	binary  string
	env     []string
	base    string
	dir     string
	cluster *modelstest.Cluster
	dsn     string
	redis   *redis.Client
	key     string
	mu      sync.Mutex
	workers []*exec.Cmd
	log     *os.File
}

// TestChaos imports while workers are killed, Redis is emptied and PostgreSQL restarts: every import succeeds, with one
// reference each, the ledger is exact to the credit, no blob is an orphan and no row is stuck.
func TestChaos(t *testing.T) {
	began := time.Now()
	town := build200(t)
	links := town.links()
	ids := make([]string, 0, chaosImports)
	for n := range chaosImports {
		ids = append(ids, town.post(links[n%len(links)], n))
	}
	town.havoc()
	town.settle(ids, began)
	town.inspect(len(links))
	t.Logf("%d imports over %d links, %d kills, %d flushes, %d restarts, all in %v", chaosImports, len(links), chaosKills, chaosFlushes, chaosRestarts, time.Since(began).Round(time.Second))
}

func build200(t *testing.T) *town {
	t.Helper()
	w := &town{t: t, dir: t.TempDir(), cluster: modelstest.NewCluster(t), redis: jobstest.Redis(t)}
	w.binary = filepath.Join(w.dir, "socialdata")
	if out, err := exec.Command("go", "build", "-o", w.binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	platforms := httptest.NewServer(simulator.New())
	t.Cleanup(platforms.Close)
	port := freePort(t)
	w.base, w.dsn = "http://127.0.0.1:"+port, w.cluster.Database(t, "chaos")
	w.env = append(os.Environ(), "SOCIALDATA_ORIGIN="+w.base, "SOCIALDATA_DATA_DIR="+filepath.Join(w.dir, "data"), "SOCIALDATA_DATABASE_URL="+w.dsn,
		"SOCIALDATA_REDIS_URL=unix://"+w.redis.Options().Addr, "SOCIALDATA_UPSTREAM="+platforms.URL, "SOCIALDATA_SETUP_TOKEN=chaos", "SOCIALDATA_INITIAL_CREDITS=100000",
		"SOCIALDATA_RATE_IMPORT=0", "SOCIALDATA_RATE_READ=0", "SOCIALDATA_IMPORT_BACKOFF=1s,2s,4s,8s,8s,8s,8s,8s,8s", "SOCIALDATA_LOG_LEVEL=warn")
	var err error
	if w.log, err = os.Create(filepath.Join(w.dir, "log")); err != nil {
		t.Fatal(err)
	}
	w.start("web", port)
	w.waitReady()
	w.bootstrap()
	for range 2 {
		w.workers = append(w.workers, w.start("work", freePort(t)))
	}
	t.Cleanup(func() {
		for _, c := range w.workers {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
		if t.Failed() {
			raw, _ := os.ReadFile(w.log.Name())
			t.Logf("the end of the log:\n%s", raw[max(0, len(raw)-6000):])
		}
	})
	return w
}

func (w *town) start(verb, port string) *exec.Cmd {
	w.t.Helper()
	c := exec.Command(w.binary, verb)
	c.Env, c.Stdout, c.Stderr = append(w.env, "SOCIALDATA_LISTEN=127.0.0.1:"+port), w.log, w.log
	if err := c.Start(); err != nil {
		w.t.Fatal(err)
	}
	if verb == "web" {
		w.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	}
	return c
}

// havoc kills, flushes and restarts at random moments, in a random order.
func (w *town) havoc() {
	events := []func(){}
	for range chaosKills {
		events = append(events, w.kill)
	}
	for range chaosFlushes {
		events = append(events, func() { _ = w.redis.FlushAll(context.Background()).Err() })
	}
	for range chaosRestarts {
		events = append(events, func() { w.cluster.Restart(w.t) })
	}
	rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
	for _, event := range events {
		time.Sleep(time.Duration(300+rand.IntN(1500)) * time.Millisecond)
		event()
	}
}

// kill ends a worker with SIGKILL and starts another one.
func (w *town) kill() {
	n := rand.IntN(len(w.workers))
	_ = w.workers[n].Process.Kill()
	_ = w.workers[n].Wait()
	w.workers[n] = w.start("work", freePort(w.t))
}

// settle waits until every import has ended.
func (w *town) settle(ids []string, began time.Time) {
	w.t.Helper()
	for {
		counts := map[string]int{}
		for _, state := range []string{"accepted", "queued", "running", "retry_wait", "failed", "succeeded"} {
			counts[state] = w.count("SELECT COUNT(*) FROM imports WHERE state = '" + state + "'")
		}
		if counts["succeeded"] == len(ids) {
			return
		}
		if counts["failed"] > 0 || time.Since(began) > chaosLimit {
			w.t.Fatalf("after %v: %v", time.Since(began), counts)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// inspect holds the end state against what must be true.
func (w *town) inspect(links int) {
	w.t.Helper()
	refs := w.count("SELECT COUNT(*) FROM refs")
	ready := w.count("SELECT COUNT(*) FROM refs WHERE state = 'ready'")
	spent := w.count("SELECT spent FROM workspaces")
	charged := w.count("SELECT -SUM(amount) FROM ledger WHERE amount < 0")
	if refs != links || ready != links {
		w.t.Errorf("%d references, %d ready, want %d of each", refs, ready, links)
	}
	if twice := w.count("SELECT COUNT(*) FROM (SELECT subject, reason FROM ledger GROUP BY subject, reason HAVING COUNT(*) > 1) x"); spent != charged || twice != 0 {
		w.t.Errorf("spent %d, the ledger says %d, %d charges twice", spent, charged, twice)
	}
	for end := time.Now().Add(40 * time.Second); ; time.Sleep(500 * time.Millisecond) {
		unsettled := w.count("SELECT COUNT(*) FROM media WHERE state IN ('uploading', 'deleting')")
		rows, blobs := w.count("SELECT COUNT(*) FROM media WHERE state = 'ready'"), w.blobs()
		if unsettled == 0 && rows == blobs {
			w.t.Logf("%d references, %d credits, %d blobs", refs, spent, blobs)
			return
		}
		if time.Now().After(end) {
			w.t.Errorf("%d media rows unsettled, %d rows, %d blobs", unsettled, rows, blobs)
			return
		}
	}
}

func (w *town) blobs() int {
	n := 0
	_ = filepath.WalkDir(filepath.Join(w.dir, "data", "media"), func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil
	})
	return n
}

// count asks the database, again while it restarts.
func (w *town) count(query string) int {
	w.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		n, err := w.ask(query)
		if err == nil {
			return n
		}
		if time.Now().After(end) {
			w.t.Fatalf("%s: %v", query, err)
		}
	}
}

func (w *town) ask(query string) (n int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, w.dsn)
	if err != nil {
		return 0, err
	}
	defer conn.Close(ctx)
	return n, conn.QueryRow(ctx, query).Scan(&n)
}

// links are items with media that is not broken, five of each platform.
func (w *town) links() []string {
	var links []string
	for _, s := range simulator.New().Samples() {
		links = append(links, s.Items[:5]...)
	}
	return links
}

func (w *town) post(link string, n int) string {
	w.t.Helper()
	profile := []string{"none", "analysis", "full"}[n%3]
	body := fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":%q}`, link, profile)
	for range 100 {
		r := w.send("POST", "/v1/ingestions", body, map[string]string{"Authorization": "Bearer " + w.key, "Idempotency-Key": fmt.Sprint("chaos-", n)})
		if id, ok := r["id"].(string); ok {
			return id
		}
		time.Sleep(200 * time.Millisecond)
	}
	w.t.Fatalf("import %d was never accepted", n)
	return ""
}

func (w *town) send(method, path, body string, header map[string]string) map[string]any {
	req, _ := http.NewRequest(method, w.base+path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer resp.Body.Close()
	raw, _ := io.ReadAll(resp.Body)
	var out map[string]any
	_ = json.Unmarshal(raw, &out)
	if out == nil {
		out = map[string]any{}
	}
	for _, c := range resp.Cookies() {
		out["cookie"] = c.Name + "=" + c.Value
	}
	return out
}

func (w *town) waitReady() {
	w.t.Helper()
	for range 200 {
		if resp, err := http.Get(w.base + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.t.Fatal("the web process was not ready within 10 s")
}

func (w *town) bootstrap() {
	w.t.Helper()
	in := w.send("POST", "/v1/workspaces/bootstrap", `{"workspaceName":"Chaos","email":"c@example.com","password":"correct horse battery","name":"C"}`,
		map[string]string{"Authorization": "Bearer chaos"})
	ws := in["workspaces"].([]any)[0].(map[string]any)["id"].(string)
	key := w.send("POST", "/v1/workspaces/"+ws+"/api-keys", `{"name":"chaos","scopes":["ingestions:write","ingestions:read"]}`,
		map[string]string{"Cookie": in["cookie"].(string), "Origin": w.base})
	w.key = key["key"].(string)
}
