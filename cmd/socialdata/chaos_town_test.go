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
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"socialdata/internal/bundle/tsatest"
	"socialdata/internal/mail/mailtest"
	"socialdata/internal/sources/simulator"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// process is one program of the town: it is killed and started again on the same port.
type process struct {
	verb, port string
	cmd        *exec.Cmd
	away       atomic.Bool  // out of rotation: it is asked nothing
	asked      atomic.Int64 // requests that it has not answered yet
}

// town is everything that runs: PostgreSQL, Redis, two web processes and two workers, over simulated platforms.
type town struct {
	t       *testing.T
	binary  string
	env     []string
	dir     string
	cluster *modelstest.Cluster
	dsn     string
	redis   *jobstest.Server
	web     []*process
	workers []*process
	turn    atomic.Int64 // of the web processes
	tenants []*tenant
	quiet   *tenant // sends no traffic, so that its import waits for no other; nil but while versions change
	inbox   *inbox
	mails   *mailtest.Server
	unsent  string // a workspace whose e-mails are forgotten
	site    *simulator.Simulator
	samples []simulator.Sample
	news    published
	slowest time.Duration     // that an event took to a living endpoint beside a busy slow one
	owner   map[string]string // headers of the owner's session
	log     *os.File
	answers func(method, path string, a reply) // sees every answer; nil: nobody does
}

// newTown is a town of this version.
func newTown(t *testing.T) *town {
	t.Helper()
	return townOf(t, buildProgram(t, "."))
}

// buildProgram builds the program of a folder, and gives its path.
func buildProgram(t *testing.T, folder string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "socialdata")
	c := exec.Command("go", "build", "-buildvcs=false", "-o", binary, ".")
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", folder, err, out)
	}
	return binary
}

// townOf is a town that runs a program.
func townOf(t *testing.T, binary string) *town {
	t.Helper()
	w := &town{t: t, binary: binary, dir: t.TempDir(), cluster: modelstest.NewCluster(t), redis: jobstest.NewServer(t), inbox: newInbox(t), mails: mailtest.New(t, false), site: simulator.New()}
	w.samples, w.news.byID = w.site.Samples(), map[string]string{}
	platforms := httptest.NewServer(w.site)
	t.Cleanup(platforms.Close)
	authority := httptest.NewServer(tsatest.New(t))
	t.Cleanup(authority.Close)
	w.dsn = w.cluster.Database(t, "chaos")
	w.env = append(os.Environ(), "SOCIALDATA_ORIGIN=http://chaos.test", "SOCIALDATA_DATA_DIR="+filepath.Join(w.dir, "data"), "SOCIALDATA_DATABASE_URL="+w.dsn,
		"SOCIALDATA_REDIS_URL=unix://"+w.redis.Client.Options().Addr, "SOCIALDATA_UPSTREAM="+platforms.URL, "SOCIALDATA_SETUP_TOKEN=chaos",
		"SOCIALDATA_TSA_URL="+authority.URL, "SOCIALDATA_SMTP_URL=smtp://"+w.mails.Addr+"?from=alerts@chaos.example",
		"SOCIALDATA_INITIAL_CREDITS=100000", "SOCIALDATA_RATE_IMPORT=0", "SOCIALDATA_RATE_READ=0", "SOCIALDATA_RATE_LOOKUP=0", "SOCIALDATA_RATE_SIGNIN=0",
		"SOCIALDATA_IMPORT_WORKERS=4", "SOCIALDATA_WEBHOOKS_LOCAL=true", "SOCIALDATA_IMPORT_BACKOFF=1s,2s,4s,8s,8s,8s,8s,8s,8s", "SOCIALDATA_LOG_LEVEL=warn")
	var err error
	if w.log, err = os.Create(filepath.Join(w.dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.tellLog)
	for range 2 {
		w.web = append(w.web, w.run("web"))
		w.waitReady(w.web[len(w.web)-1])
	}
	w.bootstrap()
	for range 2 {
		w.workers = append(w.workers, w.run("work"))
	}
	return w
}

func (w *town) tellLog() {
	if w.t.Failed() {
		raw, _ := os.ReadFile(w.log.Name())
		w.t.Logf("the end of the log:\n%s", raw[max(0, len(raw)-6000):])
	}
}

// run starts a process that ends with the test.
func (w *town) run(verb string) *process {
	p := &process{verb: verb, port: freePort(w.t)}
	w.start(p)
	w.t.Cleanup(p.kill)
	return p
}

func (w *town) start(p *process) {
	p.cmd = exec.Command(w.binary, p.verb)
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = append(w.env, "SOCIALDATA_LISTEN=127.0.0.1:"+p.port, "SOCIALDATA_WORK_LISTEN=127.0.0.1:"+p.port), w.log, w.log
	if err := p.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// havoc lets everything go wrong at random moments, in a random order.
func (w *town) havoc() {
	again := func(p *process) func() { return func() { p.kill(); w.start(p) } }
	var events []func()
	for n := range chaosKills {
		events = append(events, again(w.workers[n%len(w.workers)]))
	}
	for n := range chaosWebKills {
		events = append(events, again(w.web[n%len(w.web)]))
	}
	pauses := []func(){
		func() { _ = w.redis.Client.FlushAll(context.Background()).Err() },
		func() { w.redis.Kill(); time.Sleep(time.Second); w.redis.Start() },
		func() { w.redis.Pause(); time.Sleep(2 * time.Second); w.redis.Resume() },
	}
	for n := range chaosRedis {
		events = append(events, pauses[n%len(pauses)])
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

func (w *town) waitReady(p *process) {
	w.t.Helper()
	for range 400 {
		if resp, err := http.Get("http://127.0.0.1:" + p.port + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.t.Fatal("a web process was not ready within 20 s")
}

// bootstrap makes the workspaces, each with a key.
func (w *town) bootstrap() {
	w.t.Helper()
	in := w.must("POST", "/v1/workspaces/bootstrap", `{"workspaceName":"Chaos","email":"c@example.com","password":"correct horse battery","name":"C"}`,
		map[string]string{"Authorization": "Bearer chaos"})
	w.falsify("UPDATE users SET email_proved_at = 1")
	w.owner = map[string]string{"Cookie": in.cookie, "Origin": "http://chaos.test"}
	ids := []string{in.body["workspaces"].([]any)[0].(map[string]any)["id"].(string)}
	for len(ids) < chaosWorkspaces {
		ids = append(ids, w.must("POST", "/v1/workspaces", `{"name":"Another"}`, w.owner).body["id"].(string))
	}
	for _, id := range ids {
		w.settleIn(id)
	}
}

// settleIn gives a workspace what its traffic and the audit need.
func (w *town) settleIn(id string) *tenant {
	w.t.Helper()
	x := newTenant(w, id, w.samples)
	x.keys = map[string]string{"imports": x.newKey("ingestions:write", "ingestions:read", "references:read", "references:write"),
		"watches": x.newKey("events:read", "watches:read", "watches:write", "ingestions:write")}
	x.listen()
	x.watch(w.samples)
	w.tenants = append(w.tenants, x)
	return x
}

// newKey makes a key of the workspace.
func (x *tenant) newKey(scopes ...string) string {
	x.town.t.Helper()
	body := fmt.Sprintf(`{"name":"chaos","scopes":["%s"]}`, strings.Join(scopes, `","`))
	return x.town.must("POST", "/v1/workspaces/"+x.id+"/api-keys", body, x.town.owner).body["key"].(string)
}

// reply is a response; status 0 means that none came, so that the effect is unknown.
type reply struct {
	status int
	body   map[string]any
	header http.Header
	cookie string
}

func (w *town) must(method, path, body string, header map[string]string) reply {
	w.t.Helper()
	a := w.send(method, path, body, header)
	if a.status == 0 || a.status >= 300 {
		w.t.Fatalf("%s %s: %d %v", method, path, a.status, a.body)
	}
	return a
}

// send asks the web processes in turn, but for those out of rotation.
func (w *town) send(method, path, body string, header map[string]string) reply {
	p := w.next()
	a := p.ask(method, path, body, header)
	p.asked.Add(-1)
	if w.answers != nil {
		w.answers(method, path, a)
	}
	return a
}

// next is the process whose turn it is; it counts as asked from then on.
func (w *town) next() *process {
	for {
		p := w.web[int(w.turn.Add(1))%len(w.web)]
		p.asked.Add(1)
		if !p.away.Load() {
			return p
		}
		p.asked.Add(-1)
	}
}

// ask sends one request to one process.
func (p *process) ask(method, path, body string, header map[string]string) reply {
	req, _ := http.NewRequest(method, "http://127.0.0.1:"+p.port+path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}
	}
	defer resp.Body.Close()
	a := reply{header: resp.Header}
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{} // cut off
	}
	a.status = resp.StatusCode
	_ = json.Unmarshal(raw, &a.body)
	for _, c := range resp.Cookies() {
		a.cookie = c.Name + "=" + c.Value
	}
	return a
}

// rows asks the database, again while it restarts, and gives each row to see.
func (w *town) rows(query string, see func(scan func(...any))) {
	w.t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		conn, err := pgx.Connect(ctx, w.dsn)
		if err == nil {
			var list pgx.Rows
			list, err = conn.Query(ctx, query)
			for err == nil && list.Next() {
				see(func(to ...any) {
					if err := list.Scan(to...); err != nil {
						w.t.Fatal(err)
					}
				})
			}
			if err == nil {
				err = list.Err()
			}
			_ = conn.Close(ctx)
		}
		cancel()
		if err == nil {
			return
		}
		if time.Now().After(end) {
			w.t.Fatalf("%s: %v", query, err)
		}
	}
}

// count reads one number.
func (w *town) count(query string) (n int) {
	w.t.Helper()
	w.rows(query, func(scan func(...any)) { scan(&n) })
	return n
}

// falsify runs statements that no foreign key or trigger sees.
func (w *town) falsify(statements string) {
	w.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, w.dsn)
	if err == nil {
		defer conn.Close(ctx)
		_, err = conn.Exec(ctx, "SET session_replication_role = replica; "+statements)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}
