package models_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
)

// tables lists the tables of the schema, as the row structs name them.
func tables(t *testing.T, s *models.Store) (all []string) {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'reference_words_all%'"
	if s.Postgres {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	modelstest.Must(t, s.Read(t.Context()).Raw(list).Scan(&all).Error)
	return slices.DeleteFunc(all, func(name string) bool { return name == "schema_versions" })
}

// TestEveryTableIsKeptForATime: somebody decided of every table of the schema, once, for how long its rows are kept.
func TestEveryTableIsKeptForATime(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		decided := map[string]int{}
		for _, k := range s.Kept() {
			if k.Life == 0 && k.Until == "" {
				t.Errorf("%s: nothing says when it ends", k.What)
			}
			for _, table := range k.Tables {
				decided[table]++
			}
		}
		all := tables(t, s)
		for _, table := range all {
			if decided[table] != 1 {
				t.Errorf("table %s stands %d times in the table of what is kept", table, decided[table])
			}
			delete(decided, table)
		}
		for table := range decided {
			t.Errorf("there is no table %s", table)
		}
	})
}

// TestSweepsReadIndexes: housekeeping finds what ends by an index in its order, and scans no table.
func TestSweepsReadIndexes(t *testing.T) {
	s := modelstest.SQLite(t, &modelstest.Clock{})
	seen := 0
	hook := func(tx *gorm.DB) {
		sql := tx.Statement.SQL.String()
		if tx.DryRun || !strings.HasPrefix(sql, "DELETE FROM ") && !strings.HasPrefix(sql, "UPDATE attempts") || strings.Contains(sql, "TRUE AND") {
			return // the last one ends a walk along a key
		}
		seen++
		if plan := modelstest.Plan(t, s, sql, tx.Statement.Vars); strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN") {
			t.Errorf("%s\n%s", sql, plan)
		}
	}
	modelstest.Must(t, s.Write(t.Context()).Callback().Row().After("gorm:row").Register("plan", hook))
	modelstest.Must(t, s.Housekeep(t.Context()))
	if seen < 15 {
		t.Errorf("%d sweeps were seen", seen)
	}
}

// TestOldImportsEnd: what is told of an attempt is emptied before the attempt, and an import that failed ends with its attempts; one that
// succeeded stays, and so does the count of all.
func TestOldImportsEnd(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Link: "video_site:1"})
		bad := in.Accept(t, "bad")
		modelstest.Must(t, s.Imports.MarkQueued(t.Context(), bad))
		run := in.Begin(t, bad, "h")
		modelstest.Must(t, s.Imports.EndRun(t.Context(), run, imports.Outcome{Code: "unavailable_removed"}))
		details := func() (n int64) {
			modelstest.Must(t, s.Read(t.Context()).Raw("SELECT COUNT(*) FROM attempts WHERE stages <> '[]'").Scan(&n).Error)
			return n
		}
		for _, step := range []struct {
			after             time.Duration
			details, attempts int64
			imports           int64
		}{{89 * day, 2, 2, 2}, {2 * day, 0, 2, 2}, {280 * day, 0, 1, 1}} {
			clock.Add(step.after)
			modelstest.Must(t, s.Housekeep(t.Context()))
			if d, a, i := details(), modelstest.CountRows(t, s, "attempts"), modelstest.CountRows(t, s, "imports"); d != step.details || a != step.attempts || i != step.imports {
				t.Errorf("%v later: %d attempts with stages of %d, %d imports; want %+v", step.after, d, a, i, step)
			}
		}
	})
}

// TestWhatWasPaidForIsKeptWithItsAnswer walks along the entitlements and names of accounts, more than one stretch of them: those without
// an answer end by their age, and every pass goes on where the one before ended.
func TestWhatWasPaidForIsKeptWithItsAnswer(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ws := modelstest.Install(t, s, 0).Workspace
		now := clock.Now().UnixMicro()
		const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) "
		modelstest.Run(t, s, numbers+"INSERT INTO entitlements (workspace_id, subject, counts, paid_at) SELECT '"+ws+"', 's' || i, '', ? + i % 2 * 200000000000000 FROM n", now)
		modelstest.Run(t, s, numbers+"INSERT INTO account_names (platform, name, account_id, seen_at) SELECT 'video_site', 'n' || i, 'a', ? + i % 2 * 200000000000000 FROM n", now)
		clock.Add(366 * day)
		kept := modelstest.NewObservation(clock, "s2", "")
		modelstest.Must(t, s.Observations.Observe(t.Context(), kept))
		for range 2 {
			modelstest.Must(t, s.Housekeep(t.Context()))
		}
		if e, n := modelstest.CountRows(t, s, "entitlements"), modelstest.CountRows(t, s, "account_names"); e != 1251 || n != 1250 {
			t.Errorf("%d entitlements and %d names are left, want 1251 and 1250", e, n)
		}
	})
}

// TestKeepingForEver: with 0 days nothing ends by its age.
func TestKeepingForEver(t *testing.T) {
	dir := t.TempDir()
	s, err := models.Open(t.Context(), models.Options{Keep: &models.KeepDays{}, Options: db.Options{DataDir: dir, Secrets: modelstest.Secrets(), Clock: func() time.Time { return time.Now().AddDate(100, 0, 0) }}})
	modelstest.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	modelstest.Must(t, s.Migrate(t.Context()))
	modelstest.Must(t, s.Requests.Append(t.Context(), []requests.Request{{ID: db.NewID(), At: 1, WorkspaceID: "w"}}))
	modelstest.Must(t, s.Observations.Observe(t.Context(), modelstest.NewObservation(&modelstest.Clock{}, "s", "")))
	modelstest.Must(t, s.Housekeep(t.Context()))
	if r, o := modelstest.CountRows(t, s, "requests"), modelstest.CountRows(t, s, "observations"); r != 1 || o != 1 {
		t.Errorf("%d requests and %d observations are left", r, o)
	}
}

// BenchmarkSweep ends rows of the widest tables and says how many a second: what is left lives, and lies before and behind them.
func BenchmarkSweep(b *testing.B) {
	const rows = 60_000
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
		fill := map[string]string{
			"requests": "INSERT INTO requests (id, workspace_id, at, request_id, method, operation, subject, status, code, duration_ms, credits, cached, route_id, key_id, user_id) SELECT %id, 'w' || i % 50, %at, 'r' || i, 'GET', 'o', " +
				"'video_site:' || i, 200, CASE WHEN i % 9 = 0 THEN 'x' ELSE '' END, 0, 0, FALSE, 'video_site.web', 'k' || i % 50, '' FROM n",
			"observations": "INSERT INTO observations (subject, variant, id, observed_at, route_id, version, counts, rows, body) SELECT 's' || i, '', 'o' || i, %at, 'r', '1', '', 1, %body FROM n",
		}
		body := "zeroblob(1500)"
		if s.Postgres {
			body = "decode(repeat('00', 1500), 'hex')"
		}
		for _, table := range slices.Sorted(maps.Keys(fill)) {
			b.Run(table, func(b *testing.B) {
				swept := 0
				for b.Loop() {
					b.StopTimer()
					modelstest.Run(b, s, "DELETE FROM "+table)
					numbers := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", 2*rows)
					at := fmt.Sprintf("CASE WHEN i %% 4 IN (1, 2) THEN i ELSE %d + i END", time.Now().UnixMicro())
					modelstest.Run(b, s, numbers+strings.NewReplacer("%id", "'"+table+"' || i", "%at", at, "%body", body).Replace(fill[table]))
					if s.Postgres {
						modelstest.Run(b, s, "VACUUM ANALYZE "+table)
					}
					b.StartTimer()
					modelstest.Must(b, s.Housekeep(context.Background()))
					swept += 2*rows - int(modelstest.CountRows(b, s, table))
				}
				b.ReportMetric(float64(swept)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	})
}
