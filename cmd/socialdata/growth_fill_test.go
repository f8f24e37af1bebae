//go:build scale

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// growth is a program on a database of a size: one large workspace, which asks, and twenty smaller ones.
type growth struct {
	*testProgram
	references     int                 // of the large workspace
	run            func(sql string)    // one statement
	runAll         func(sqls []string) // statements that do not depend on each other, several at once on PostgreSQL
	workspace, key string              // the large one
	smallKey       string
	cookie         string
	onPostgres     bool
	rows           int      // of saved_references
	filling        []string // statements that fill
}

// open connects to the database and says whether it is empty.
func (g *growth) open(postgres string) (empty bool) {
	t := g.t
	g.onPostgres = postgres != ""
	g.connect(postgres)
	testkit.Must(t, g.p.store.Read(t.Context()).Raw("SELECT workspace_id FROM members WHERE role = 'owner'").Scan(&g.workspace).Error)
	if g.workspace != "" {
		return false
	}
	g.workspace = g.owner()
	_, err := g.p.store.Billing.Grant(t.Context(), g.workspace, 1_000_000, "scale")
	testkit.Must(t, err)
	g.run("UPDATE users SET support = TRUE")
	return true
}

// makeKeys makes those who ask: keys of two workspaces, and the owner's cookie.
func (g *growth) makeKeys() {
	g.key = g.testProgram.key(g.workspace)
	g.smallKey = g.testProgram.key(fmt.Sprintf("%s%012d", otherWorkspace, 1))
	g.signIn()
}

// fill writes rows by statements over sets, as the program's schema takes them; indexes are made behind them.
func (g *growth) fill() {
	g.rows = g.references + 20*max(g.references/100, 50)
	indexes := g.dropIndexes()
	g.fillPeople()
	g.fillReferences()
	g.fillLogs()
	g.filled()
	g.runAll(indexes)
	g.run("INSERT INTO attempts (id, import_id, number, route_id, version, state, started_at, finished_at, failure_code, retryable) SELECT id, id, 1, 'video_site.web', '1', state, created_at, created_at, outcome_code, FALSE FROM imports WHERE state = 'failed'")
}

// fillers is how many connections fill a PostgreSQL at once.
const fillers = 4

// connect opens the connections that fill.
func (g *growth) connect(postgres string) {
	t := g.t
	g.run = func(sql string) { modelstest.Run(t, g.p.store, sql) }
	g.runAll = func(sqls []string) {
		for _, sql := range sqls {
			g.run(sql)
		}
	}
	if !g.onPostgres {
		return
	}
	config, err := pgxpool.ParseConfig(postgres)
	testkit.Must(t, err)
	config.MaxConns = fillers
	for name, value := range map[string]string{"statement_timeout": "0", "synchronous_commit": "off", "maintenance_work_mem": "1GB"} {
		config.ConnConfig.RuntimeParams[name] = value
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	testkit.Must(t, err)
	t.Cleanup(pool.Close)
	g.run = func(sql string) {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%v in %.400s", err, sql)
		}
	}
	g.runAll = func(sqls []string) {
		var all errgroup.Group
		all.SetLimit(fillers)
		for _, sql := range sqls {
			all.Go(func() error {
				_, err := pool.Exec(t.Context(), sql)
				return err
			})
		}
		testkit.Must(t, all.Wait())
	}
}

// filled runs the inserts that were written so far, so that others may refer to their rows.
func (g *growth) filled() {
	g.runAll(g.filling)
	g.filling = nil
}

// settle brings the database into the state that hours of autovacuum bring it to.
func (g *growth) settle() {
	if g.onPostgres {
		g.run("VACUUM ANALYZE")
	}
}

// dropIndexes takes the indexes of the large tables away and returns what makes them again.
func (g *growth) dropIndexes() (made []string) {
	const tables = "('saved_references', 'reference_words', 'reference_tags', 'imports', 'ledger_entries', 'requests', 'events', 'count_records', 'route_calls')"
	list := "SELECT name, sql AS made FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN " + tables
	if g.onPostgres {
		list = "SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename IN " + tables + " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
	}
	var rows []struct{ Name, Made string }
	testkit.Must(g.t, g.p.store.Read(g.t.Context()).Raw(list).Scan(&rows).Error)
	for _, r := range rows {
		g.run("DROP INDEX " + r.Name)
		made = append(made, r.Made)
	}
	return made
}

const (
	otherWorkspace = "01890a5d-ac96-7100-8000-"
	filledRow      = "01890a5d-ac96-7200-8000-"
)

// numbers is a table n of the numbers from one to another.
func (g *growth) numbers(from, to int) string {
	if g.onPostgres {
		return fmt.Sprintf("generate_series(%d, %d) AS n (i)", from, to)
	}
	return fmt.Sprintf("(WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n) AS n", from, to)
}

// id is an id that ends with a number.
func (g *growth) id(prefix, number string) string {
	if g.onPostgres {
		return "'" + prefix + "' || lpad((" + number + ")::text, 12, '0')"
	}
	return "'" + prefix + "' || substr('000000000000' || (" + number + "), -12)"
}

func (g *growth) blob(text string) string {
	if g.onPostgres {
		return "convert_to(" + text + ", 'UTF8')"
	}
	return "CAST(" + text + " AS BLOB)"
}

// filledAtOnce is how many rows one statement fills, so that no statement holds many in memory.
const filledAtOnce = 500_000

// insert fills columns of a table with an expression each, which may use the number i. The statements run in filled.
func (g *growth) insert(table string, rows int, columns ...string) {
	g.insertWhere(table, rows, "", columns...)
}

func (g *growth) insertWhere(table string, rows int, where string, columns ...string) {
	var names, values []string
	for n := 0; n < len(columns); n += 2 {
		names, values = append(names, columns[n]), append(values, columns[n+1])
	}
	for from := 1; from <= rows; from += filledAtOnce {
		g.filling = append(g.filling, "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") SELECT "+strings.Join(values, ", ")+" FROM "+g.numbers(from, min(from+filledAtOnce-1, rows))+where)
	}
}

// owner is whose row a number is, where the large workspace has so many of them.
func (g *growth) ownerOf(large int) string {
	return fmt.Sprintf("CASE WHEN i <= %d THEN '%s' ELSE %s END", large, g.workspace, g.id(otherWorkspace, "i % 20 + 1"))
}

// at is the time of a row, spread over some days before now in the order of numbers.
func (g *growth) at(large int, days int) string {
	now, step := time.Now().Add(-time.Hour).UnixMicro(), time.Duration(days)*24*time.Hour/time.Duration(large)
	return fmt.Sprintf("%d - CAST(%d - (i %% %d) AS BIGINT) * %d", now, large, large, step.Microseconds())
}

func (g *growth) fillPeople() {
	workspaces := max(g.references/200, 25)
	g.insert("workspaces", workspaces, "id", g.id(otherWorkspace, "i"), "name", "'Workspace ' || i", "revision", "1", "balance", "0", "granted", "0", "spent", "0", "created_at", "i")
	g.insert("users", 20, "id", g.id("01890a5d-ac96-7300-8000-", "i"), "email", "'p' || i || '@example.com'", "name", "'Person ' || i", "password_hash", "''", "operator", "FALSE", "support", "FALSE", "created_at", "0")
	g.filled()
	g.insert("members", 20, "workspace_id", "'"+g.workspace+"'", "user_id", g.id("01890a5d-ac96-7300-8000-", "i"), "role", "'member'", "joined_at", "i")
	g.insert("audit_entries", g.references/10, "id", g.id(filledRow, "i"), "user_id", "(SELECT MIN(user_id) FROM members WHERE role = 'owner')", "workspace_id", g.ownerOf(g.references/20), "action", "'import_rerun'", "subject", "'s'",
		"reason", "'why'", "request_id", "'r'", "created_at", g.at(g.references/10, 90))
}

func (g *growth) fillReferences() {
	n := g.references
	owner, at, id := g.ownerOf(n), g.at(n, 89), g.id(filledRow, "i")
	platform := "CASE WHEN i % 10 < 5 THEN 'video_site' WHEN i % 10 < 9 THEN 'clip_site' ELSE 'photo_site' END"
	subject := platform + " || ':' || " + g.id("", "i")
	g.insert("contents", g.rows, "subject", subject, "id", id)
	g.filled()
	tags := "CASE WHEN i % 2 = 0 THEN '[\"red\",\"c' || (i % 1000) || '\",\"t' || (i % 20) || '\"]' ELSE '[\"c' || (i % 1000) || '\",\"t' || (i % 20) || '\"]' END"
	g.insert("saved_references", g.rows, "id", id, "workspace_id", owner, "content_id", id, "import_id", id, "platform", platform, "canonical_url", "'https://example.com/' || i",
		"state", "CASE WHEN i % 100 = 50 THEN 'failed' ELSE 'ready' END", "media_availability", "CASE WHEN i % 100 = 50 THEN 'failed' WHEN i % 3 = 0 THEN 'expired' ELSE 'unavailable' END",
		"failure_code", "''", "retryable", "FALSE", "tags", tags, "hold_reason", "'ingestion_request'", "hold_revision", "1", "revision", "1", "created_at", at, "updated_at", at,
		"source_observed", g.blob("'{\"sourceTitle\":\"A title ' || i || '\",\"sourceDescription\":\""+strings.Repeat("some text of it ", 20)+"\"}'"), "sort_title", "'a title ' || i",
		"view_count", fmt.Sprintf("(i * CAST(7919 AS BIGINT)) %% %d", n), "like_count", "i % 5000", "length_ms", "i % 60000", "published_at", at)
	g.filled()
	words := "'demo w' || (i % 1000) || ' v' || (i % 50) || ' u' || i || CASE WHEN i % 2 = 0 THEN ' half' ELSE '' END || CASE WHEN i % 200 = 7 THEN ' mid' ELSE '' END || " +
		fmt.Sprintf("CASE WHEN i %% %d = 3 THEN ' rare' ELSE '' END", n/5)
	for k := range 40 {
		words += fmt.Sprintf(" || ' x' || ((i * %d + %d) %% 5003)", 7+2*k, k)
	}
	none := "''"
	if g.onPostgres {
		words, none = "string_to_array("+words+", ' ')", "'{}'"
	}
	g.insert("reference_words", g.rows, "reference_id", id, "workspace_id", owner, "created_at", at, "written", words, "said", none, "stale", "FALSE")
	for tag, where := range map[string]string{"'c' || (i % 1000)": "", "'t' || (i % 20)": "", "'red'": " WHERE i % 2 = 0"} {
		g.insertWhere("reference_tags", g.rows, where, "reference_id", id, "workspace_id", owner, "created_at", at, "platform", platform, "tag", tag)
	}
	code := "CASE WHEN i % 100 <> 50 THEN '' WHEN i % 300 = 50 THEN 'not_found' ELSE 'network_timeout' END"
	g.insert("imports", g.rows, "id", id, "workspace_id", owner, "job_id", "'j'", "source_url", "'https://example.com/' || i", "canonical_url", "'https://example.com/' || i", "platform", platform, "subject", subject,
		"media_profile", "'none'", "transcript", "TRUE", "hold_days", "30", "tags", tags, "state", "CASE WHEN i % 100 = 50 THEN 'failed' ELSE 'succeeded' END", "stage", "''", "attempt", "1", "cancel_requested", "FALSE",
		"reference_id", id, "outcome_code", code, "outcome_message", "''", "cause_code", code, "revision", "1", "lease_holder", "''", "lease_until", "0", "takeovers", "0", "created_at", at, "updated_at", at, "finished_at", at)
}

func (g *growth) fillLogs() {
	n := g.references
	id := g.id(filledRow, "i")
	g.insert("requests", 10*n, "id", id, "workspace_id", g.ownerOf(9*n), "at", g.at(9*n, 29), "request_id", "'r' || i", "method", "'GET'", "operation",
		"CASE i % 5 WHEN 0 THEN 'lookupItem' WHEN 1 THEN 'listItems' WHEN 2 THEN 'listReferences' WHEN 3 THEN 'getMe' ELSE 'lookupAccount' END",
		"subject", "''", "status", "CASE WHEN i % 20 = 0 THEN 429 ELSE 200 END", "code", "CASE WHEN i % 20 = 0 THEN 'rate_limited' ELSE '' END", "duration_ms", "5", "credits", "0", "cached", "FALSE", "route_id", "''", "key_id", "'k1'", "user_id", "''")
	g.insert("ledger_entries", 10*n, "id", id, "workspace_id", g.ownerOf(9*n), "amount", "-1", "balance_after", "1", "part", "'fetch'", "subject", "'s' || i", "reason", "'filled ' || i", "note", "''", "created_at", g.at(9*n, 89))
	g.insert("events", n, "id", id, "workspace_id", g.ownerOf(n), "type", "CASE WHEN i % 2 = 0 THEN 'reference.updated' ELSE 'import.succeeded' END", "data", "'{}'", "created_at", g.at(n, 29), "position", "i")
	g.run(fmt.Sprintf("INSERT INTO event_orders (workspace_id, last) VALUES ('%s', %d)", g.workspace, n))
	g.insert("count_records", 10*n, "id", id, "workspace_id", g.ownerOf(9*n), "subject", "'video_site:' || (i / 20)", "approximate", "FALSE", "counts", "'{}'", "source", "'lookup'", "observed_at", "i", "confirmed_at", g.at(9*n, 89), "newest", "i % 20 = 19")
	calls := max(n*3/10, 1000)
	now := time.Now().UnixMicro()
	g.insert("route_calls", calls, "id", id, "route_id", "'video_site.web'", "operation", "'item'", "subject", "'s' || i", "workspace_id", "'"+g.workspace+"'", "at",
		fmt.Sprintf("%d - CAST(i AS BIGINT) * %d", now, (23*time.Hour).Microseconds()/int64(calls)), "ok", "i % 50 > 0", "code", "''", "ms", "i % 900")
	g.run("INSERT INTO route_operations (route_id, operation, state, reason, since, probe_at, last_failure_code) VALUES ('video_site.web', 'item', 'enabled', '', 0, 0, '') ON CONFLICT DO NOTHING")
}
