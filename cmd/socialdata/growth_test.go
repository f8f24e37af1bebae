//go:build scale

package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"socialdata/handlers/session"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// How much is stored and asked.
var (
	growthSizes     = flag.String("scale.sizes", "S,M", "which sizes: S (1,000 references), M (100,000), L (1,000,000), or a number; SQLite has at most M")
	growthDatabases = flag.String("scale.databases", "postgres,sqlite", "which databases")
	growthAsks      = flag.Int("scale.asks", 12, "how often each operation is asked")
	growthOnly      = flag.String("scale.only", "", "only operations whose name has this")
	growthFilled    = flag.String("scale.filled", "", "a database that stays: filled where it is empty, then asked; its cluster loads pg_stat_statements and has a database counts")
	growthHold      = flag.Duration("scale.hold", 0, "how long each database stays when it was asked, for a look at it")
)

// mostGrowth is how many times the pages of the smallest size an operation may touch at the largest.
const mostGrowth = 5

// fewPages are so few that their ratio says nothing: a tree of an index is one level higher.
const fewPages = 200

// growthReferences is how many references the workspace that asks has in a size.
func growthReferences(t *testing.T, size string) int {
	if n, ok := map[string]int{"S": 1_000, "M": 100_000, "L": 1_000_000}[size]; ok {
		return n
	}
	n, err := strconv.Atoi(size)
	testkit.Must(t, err)
	return n
}

// cost is the average cost of one operation.
type cost struct {
	pages, statements int64
	median, p95       time.Duration
}

// TestScale fills databases of several sizes, asks the program for lists, searches and reports, and prints what each costs: it should be
// what is asked for, not what is stored.
func TestScale(t *testing.T) {
	for _, kind := range strings.Split(*growthDatabases, ",") {
		sizes := []string{}
		found := map[string]map[string]cost{}
		for _, size := range strings.Split(*growthSizes, ",") {
			references := growthReferences(t, size)
			if kind == "sqlite" && references > growthReferences(t, "M") {
				continue
			}
			t.Run(kind+" "+size, func(t *testing.T) { found[size] = measureSize(t, kind, references) })
			sizes = append(sizes, size)
		}
		t.Log(growthTable(kind, sizes, found))
		judgeGrowth(t, kind, found[sizes[0]], found[sizes[len(sizes)-1]])
	}
}

// judgeGrowth names the operations whose cost follows what is stored.
func judgeGrowth(t *testing.T, kind string, small, large map[string]cost) {
	t.Helper()
	for name, c := range large {
		most := max(mostGrowth*small[name].pages, fewPages)
		if reason := growthExceptions()[name]; c.pages > most && reason == "" {
			t.Errorf("%s on %s: %d pages, %d at the smallest size", name, kind, c.pages, small[name].pages)
		}
	}
}

// measureSize makes a database of a size and asks everything of a program on it.
func measureSize(t *testing.T, kind string, references int) map[string]cost {
	settings := map[string]string{"RATE_LOOKUP": "0", "RATE_IMPORT": "0", "INITIAL_CREDITS": "100000"}
	var watch *pgx.Conn
	switch {
	case kind == "postgres" && *growthFilled != "":
		settings["DATABASE_URL"] = *growthFilled
		forgetProcess(t, *growthFilled)
		watch = statementsRead(t, strings.Replace(*growthFilled, "/growth?", "/counts?", 1))
	case kind == "postgres":
		cluster := modelstest.NewClusterOnDisk(t)
		watch = statementsCounted(t, cluster)
		settings["DATABASE_URL"] = cluster.Database(t, "growth")
	}
	h := newProgram(t, settings, func(h *testProgram) { h.verb = onlyWeb })
	g := &growth{testProgram: h, references: references}
	if g.open(settings["DATABASE_URL"]) {
		began := time.Now()
		g.fill()
		t.Logf("filled in %v", time.Since(began).Round(time.Second))
		g.settle()
		t.Logf("settled after %v", time.Since(began).Round(time.Second))
		testkit.Must(t, h.p.store.Housekeep(t.Context()))
		testkit.Must(t, h.p.store.RouteHealth.KeepReport(t.Context()))
		g.settle()
		t.Logf("kept after %v", time.Since(began).Round(time.Second))
	}
	g.makeKeys()
	costs := map[string]cost{}
	for _, o := range g.operations() {
		if strings.Contains(o.name, *growthOnly) {
			costs[o.name] = g.measure(watch, o)
		}
	}
	if *growthOnly == "" && *growthFilled == "" {
		g.sweep(settings["DATABASE_URL"])
	}
	if *growthHold > 0 {
		t.Logf("the database stays for %v: %s", *growthHold, settings["DATABASE_URL"])
		time.Sleep(*growthHold)
	}
	return costs
}

// leastSwept is how many expired rows must end a second, where enough end that it can be told.
const leastSwept = 5000

// sweep ends the requests of the first two days and says how many a second.
func (g *growth) sweep(postgres string) {
	if !g.onPostgres {
		return
	}
	keep := models.StandardKeepDays()
	keep.Requests = 27
	s, err := models.Open(g.t.Context(), models.Options{Keep: &keep, Options: db.Options{URL: postgres, Secrets: g.p.secrets}})
	testkit.Must(g.t, err)
	defer s.Close()
	before, began := modelstest.CountRows(g.t, s, "requests"), time.Now()
	testkit.Must(g.t, s.Housekeep(g.t.Context()))
	took := time.Since(began)
	swept := before - modelstest.CountRows(g.t, s, "requests")
	second := float64(swept) / took.Seconds()
	if g.t.Logf("%d of %d requests ended in %v, %.0f a second", swept, before, took.Round(time.Millisecond), second); swept > 100_000 && second < leastSwept {
		g.t.Errorf("rows end at %.0f a second", second)
	}
}

// forgetProcess lets a process with other keys and another blob store use a database.
func forgetProcess(t *testing.T, postgres string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), postgres)
	testkit.Must(t, err)
	defer conn.Close(t.Context())
	var made bool
	if testkit.Must(t, conn.QueryRow(t.Context(), "SELECT to_regclass('settings') IS NOT NULL").Scan(&made)); made {
		_, err = conn.Exec(t.Context(), "DELETE FROM settings WHERE name IN ($1, $2)", agreedKeys, agreedBlobs)
		testkit.Must(t, err)
	}
}

// statementsCounted lets a cluster count what statements touch, and returns a connection that reads it; the test is skipped where
// PostgreSQL has no pg_stat_statements.
func statementsCounted(t *testing.T, cluster *modelstest.Cluster) *pgx.Conn {
	t.Helper()
	address := cluster.Database(t, "counts")
	conn, err := pgx.Connect(t.Context(), address)
	testkit.Must(t, err)
	for _, set := range []string{"shared_preload_libraries = 'pg_stat_statements'", "shared_buffers = '1GB'", "effective_cache_size = '8GB'", "max_wal_size = '8GB'", "wal_level = 'minimal'",
		"max_wal_senders = 0", "autovacuum = off"} {
		_, err = conn.Exec(t.Context(), "ALTER SYSTEM SET "+set)
		testkit.Must(t, err)
	}
	_ = conn.Close(t.Context())
	cluster.Restart(t)
	return statementsRead(t, address)
}

// statementsRead connects to the database counts of a cluster that counts statements.
func statementsRead(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	testkit.Must(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), "CREATE EXTENSION IF NOT EXISTS pg_stat_statements"); err != nil {
		t.Skipf("no pg_stat_statements: %v", err)
	}
	return conn
}

// measure asks an operation several times, once before anything counts.
func (g *growth) measure(watch *pgx.Conn, o growthOperation) (c cost) {
	g.ask(o)
	if watch != nil {
		_, err := watch.Exec(g.t.Context(), "SELECT pg_stat_statements_reset()")
		testkit.Must(g.t, err)
	}
	took := []time.Duration{}
	for range *growthAsks {
		began := time.Now()
		g.ask(o)
		took = append(took, time.Since(began))
		if len(took) > 2 && took[0] > 3*time.Second {
			break
		}
	}
	slices.Sort(took)
	c.median, c.p95 = took[len(took)/2], took[len(took)*95/100]
	if watch != nil {
		n := int64(len(took))
		testkit.Must(g.t, watch.QueryRow(g.t.Context(), `SELECT COALESCE(SUM(shared_blks_hit + shared_blks_read), 0)::bigint / $1, COALESCE(SUM(calls), 0)::bigint / $1
			FROM pg_stat_statements WHERE query ~* '^\s*(SELECT|WITH)' AND query NOT LIKE '%pg_%'`, n).Scan(&c.pages, &c.statements))
	}
	return c
}

// ask sends one request and wants what was asked for.
func (g *growth) ask(o growthOperation) {
	g.t.Helper()
	req, err := http.NewRequest(http.MethodGet, g.base+o.path, nil)
	testkit.Must(g.t, err)
	switch {
	case o.key != "":
		req.Header.Set("Authorization", "Bearer "+o.key)
	default:
		req.Header.Set("Cookie", g.cookie)
	}
	r, err := http.DefaultClient.Do(req)
	testkit.Must(g.t, err)
	defer r.Body.Close()
	body, _ := io.ReadAll(r.Body)
	if r.StatusCode != http.StatusOK {
		g.t.Errorf("%s: %d %.300s", o.name, r.StatusCode, body)
	}
	if *growthOnly != "" {
		g.t.Logf("%s: %.700s", o.name, body)
	}
}

// signIn makes the cookie of the owner, who is of support.
func (g *growth) signIn() {
	in, err := g.p.store.Accounts.SignIn(g.t.Context(), "owner@example.com", testPassword)
	testkit.Must(g.t, err)
	cookies, err := session.NewCookies(g.p.secrets, false)
	testkit.Must(g.t, err)
	cookie, err := cookies.Write(in.Token, in.ExpiresAt)
	testkit.Must(g.t, err)
	g.cookie = cookie.Name + "=" + cookie.Value
}

// growthTable writes what was measured as docs/performance.md shows it.
func growthTable(kind string, sizes []string, found map[string]map[string]cost) string {
	names := map[string]bool{}
	for _, costs := range found {
		for name := range costs {
			names[name] = true
		}
	}
	var b strings.Builder
	list := strings.Join(sizes, " / ")
	fmt.Fprintf(&b, "%s\n| operation | statements %s | pages %s | last / first | median ms %s | p95 ms %s |\n|---|---|---|---|---|---|\n", kind, list, list, list, list)
	sorted := []string{}
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.SortFunc(sorted, cmp.Compare)
	for _, name := range sorted {
		column := func(of func(cost) string) string {
			cells := []string{}
			for _, size := range sizes {
				cells = append(cells, of(found[size][name]))
			}
			return strings.Join(cells, " / ")
		}
		first, last := found[sizes[0]][name], found[sizes[len(sizes)-1]][name]
		ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1000) }
		fmt.Fprintf(&b, "| %s | %s | %s | %.1f | %s | %s |\n", name, column(func(c cost) string { return fmt.Sprint(c.statements) }), column(func(c cost) string { return fmt.Sprint(c.pages) }),
			float64(last.pages)/float64(max(first.pages, 1)), column(func(c cost) string { return ms(c.median) }), column(func(c cost) string { return ms(c.p95) }))
	}
	return b.String()
}
