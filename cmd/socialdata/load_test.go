//go:build load

package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// loadConnections is how many clients ask at once, where nothing else is said.
const loadConnections = 32

// How much is asked: in every round the measurements take turns of a span, and ratios are taken within a round, because a
// shared machine changes its pace, often within a second.
var (
	loadSpan    = flag.Duration("load.span", 400*time.Millisecond, "how long one turn takes")
	loadTurns   = flag.Int("load.turns", 8, "turns of each measurement in a round")
	loadRounds  = flag.Int("load.rounds", 3, "how often everything is measured")
	loadProfile = flag.String("load.profile", "", "folder for a CPU profile of each server while it answers lookups")
	loadBefore  = flag.String("load.before", "", "this test, built of another version (go test -tags load -c), measured beside this one")
)

// TestLoad measures the cached lookup against what it stands on. It prints and judges nothing: docs/performance.md does.
func TestLoad(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the generator has one thread, as pgbench has
	cluster, queue := modelstest.NewCluster(t), jobstest.Redis(t)
	pg := "SOCIALDATA_DATABASE_URL=" + cluster.Database(t, "load")
	redis := "SOCIALDATA_REDIS_URL=unix://" + queue.Options().Addr
	blobs := "SOCIALDATA_BLOB_URL=" + t.TempDir() // processes of one database share their media, too
	lifted := startLoaded(t, "postgres", true, pg, redis, blobs, "SOCIALDATA_RATE_LOOKUP=0")
	limited := startLoaded(t, "postgres-limited", false, pg, redis, blobs, "SOCIALDATA_RATE_LOOKUP=1000000")
	embedded := startLoaded(t, "sqlite", true, "SOCIALDATA_RATE_LOOKUP=0")

	limited.key = lifted.key
	var before *loaded
	if *loadBefore != "" {
		before = startLoadedOf(t, *loadBefore, "before", false, pg, redis, blobs, "SOCIALDATA_RATE_LOOKUP=0")
		before.key = lifted.key
	}
	dsn := strings.TrimPrefix(pg, "SOCIALDATA_DATABASE_URL=")
	settle(t, dsn)
	bench := pgbench(t, dsn, lifted.key)
	steps := []loadStep{
		{"pgbench", bench},
		{"constant", func() float64 { return lifted.ask(t, "/load/constant") }},
		{"bare", func() float64 { return lifted.ask(t, "/load/bare") }},
		{"lookup", func() float64 { return lifted.ask(t, "/v1/items/lookup") }},
		{"limited", func() float64 { return limited.ask(t, "/v1/items/lookup") }},
		{"sqlite constant", func() float64 { return embedded.ask(t, "/load/constant") }},
		{"sqlite lookup", func() float64 { return embedded.ask(t, "/v1/items/lookup") }},
	}
	if before != nil {
		steps = append(steps, loadStep{"before", func() float64 { return before.ask(t, "/v1/items/lookup") }})
	}
	rate := map[string][]float64{}
	for round := range *loadRounds {
		sums := map[string]float64{}
		for range *loadTurns {
			for _, s := range steps {
				sums[s.name] += s.run()
			}
		}
		for _, s := range steps {
			rate[s.name] = append(rate[s.name], sums[s.name]/float64(*loadTurns))
			fmt.Printf("round %d  %-16s %8.0f /s\n", round+1, s.name, rate[s.name][round])
		}
	}
	report(rate)
	byConnections(t, before, lifted)
	lifted.profile(t, "/v1/items/lookup")
	embedded.profile(t, "/v1/items/lookup")
}

// settle does what PostgreSQL does by itself within minutes: it clears what the filling left and looks at the tables.
func settle(t *testing.T, dsn string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), "VACUUM ANALYZE"); err != nil {
		t.Fatal(err)
	}
}

func report(rate map[string][]float64) {
	median := func(a, b string) float64 {
		ratios := make([]float64, len(rate[a]))
		for n := range ratios {
			ratios[n] = rate[a][n] / rate[b][n]
		}
		slices.Sort(ratios)
		return ratios[len(ratios)/2]
	}
	fmt.Printf("\nmedian of ratios, limits lifted\n")
	fmt.Printf("  lookup / pgbench of its statement   %.2f   (at least 0.80)\n", median("lookup", "pgbench"))
	fmt.Printf("  lookup / bare statement             %.2f   (at least 0.90)\n", median("lookup", "bare"))
	fmt.Printf("  lookup / constant answer            %.2f\n", median("lookup", "constant"))
	fmt.Printf("  SQLite: lookup / constant answer    %.2f   (at least 0.45)\n", median("sqlite lookup", "sqlite constant"))
	fmt.Printf("with the limiter on Redis\n")
	fmt.Printf("  limited lookup / lookup             %.2f   (at least 0.85)\n", median("limited", "lookup"))
	if rate["before"] != nil {
		fmt.Printf("  lookup / lookup of the version before %.2f\n", median("lookup", "before"))
	}
}

// byConnections shows lookups at few and many connections, of two versions in turns if there are two.
func byConnections(t *testing.T, servers ...*loaded) {
	t.Helper()
	fmt.Printf("\nlookups by connections           /s   median ms   99th ms\n")
	for _, connections := range []int{1, 8, 32, 128} {
		turns := map[*loaded][]answers{}
		for range *loadTurns {
			for _, s := range servers {
				if s != nil {
					turns[s] = append(turns[s], s.answers(t, "/v1/items/lookup", connections))
				}
			}
		}
		for _, s := range servers {
			if s == nil {
				continue
			}
			slices.SortFunc(turns[s], func(a, b answers) int { return cmp.Compare(a.perSecond, b.perSecond) })
			a := turns[s][len(turns[s])/2]
			fmt.Printf("  %-10s %3d connections   %8.0f   %9.2f   %7.2f\n", s.name, connections, a.perSecond, a.median, a.p99)
		}
	}
}

// loadStep is one measurement of a round.
type loadStep struct {
	name string
	run  func() float64
}

// loaded is a server that runs for a measurement, with a key that may ask it.
type loaded struct {
	name, address, key string
}

// startLoaded runs a server in a process of its own; fill puts a workspace and observations into its database.
func startLoaded(t *testing.T, name string, fill bool, env ...string) *loaded {
	t.Helper()
	return startLoadedOf(t, os.Args[0], name, fill, env...)
}

func startLoadedOf(t *testing.T, program, name string, fill bool, env ...string) *loaded {
	t.Helper()
	dir := t.TempDir()
	s := &loaded{name: name, address: "127.0.0.1:" + freePort(t)}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "-test.run", "^TestLoadedServer$", "-test.timeout", "1h")
	c.Stdout, c.Stderr = log, log
	c.Env = append(os.Environ(), "SOCIALDATA_LISTEN="+s.address, "SOCIALDATA_DATA_DIR="+dir, "LOAD_SERVER=1", fmt.Sprint("LOAD_FILL=", fill),
		"SOCIALDATA_SECRET_KEYS=BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=") // processes of one database share their keys
	c.Env = append(c.Env, env...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	for range 2400 { // filling takes a while
		if resp, err := http.Get("http://" + s.address + "/load/key"); err == nil {
			raw, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			s.key = string(raw)
			return s
		}
		time.Sleep(50 * time.Millisecond)
	}
	raw, _ := os.ReadFile(log.Name())
	t.Fatalf("%s did not start: %.2000s", name, raw)
	return nil
}

// ask counts answers a second on one path, for items taken at random.
func (s *loaded) ask(t *testing.T, path string) float64 {
	t.Helper()
	return s.answers(t, path, loadConnections).perSecond
}

func (s *loaded) answers(t *testing.T, path string, connections int) answers {
	t.Helper()
	a, err := generate(s.address, path, s.key, connections, *loadSpan)
	if err != nil {
		t.Fatalf("%s %s: %v", s.name, path, err)
	}
	return a
}

// profile writes a CPU profile of the server while it answers.
func (s *loaded) profile(t *testing.T, path string) {
	t.Helper()
	if *loadProfile == "" {
		return
	}
	done := make(chan struct{})
	go func() { defer close(done); s.ask(t, path) }()
	resp, err := http.Get(fmt.Sprintf("http://%s/load/profile?ms=%d", s.address, loadSpan.Milliseconds()-200))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, _ := io.ReadAll(resp.Body)
	<-done
	if err := os.WriteFile(filepath.Join(*loadProfile, s.name+".pprof"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
}

var tps = regexp.MustCompile(`tps = ([0-9.]+) \(without`)

// pgbench runs the statement of a lookup without a server of ours, prepared, on as many connections. It does so for a second at
// least, because its connections have to plan it first.
func pgbench(t *testing.T, dsn, key string) func() float64 {
	t.Helper()
	program, err := exec.LookPath("pgbench")
	if err != nil {
		t.Fatal("pgbench is needed: it comes with PostgreSQL")
	}
	script := filepath.Join(t.TempDir(), "lookup.sql")
	if err := os.WriteFile(script, []byte(pgbenchScript()), 0o644); err != nil {
		t.Fatal(err)
	}
	host, name := strings.SplitN(dsn, "?host=", 2)[1], regexp.MustCompile(`/(\w+)\?`).FindStringSubmatch(dsn)[1]
	return func() float64 {
		out, err := exec.Command(program, "-n", "-M", "prepared", "-c", strconv.Itoa(loadConnections), "-j", "1", "-T", strconv.Itoa(max(1, int(loadSpan.Seconds()))), "-h", host, "-U", "test",
			"-D", `digest=\x`+digestHex(key), "-f", script, name).CombinedOutput()
		found := tps.FindSubmatch(out)
		if err != nil || found == nil {
			t.Fatalf("pgbench: %v: %s", err, out)
		}
		n, _ := strconv.ParseFloat(string(found[1]), 64)
		return n
	}
}
