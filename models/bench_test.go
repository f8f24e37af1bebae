package models_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
	"socialdata/models/usage"
)

// million is how many imports the workspace of these benchmarks has, and how many rows its list session.
const million = 1_000_000

const day = 24 * time.Hour

// BenchmarkDepth measures what must not grow with a workspace: the report and the pages of lists, first and in the depth.
func BenchmarkDepth(b *testing.B) {
	for period, over := range map[string]time.Duration{"a year": 365 * day, "30 days": 30 * day} {
		b.Run(period, func(b *testing.B) {
			modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
				in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W", Credits: 1,
					Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
				modelstest.Must(b, err)
				ws := in.Workspaces[0].WorkspaceID
				fillMillion(b, s, ws, over)
				benchUsage(b, s, ws)
				if over > 30*day {
					benchPages(b, s, ws)
				}
			})
		})
	}
}

// benchUsage takes the presets and, of each further bucket, the longest custom period, ending today.
func benchUsage(b *testing.B, s *models.Store, ws string) {
	report := func(name string, w usage.Window) {
		b.Run("usage "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.Usage.Report(context.Background(), ws, w)
				modelstest.Must(b, err)
			}
		})
		b.Run("spending "+name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.Usage.Spending(context.Background(), ws, w)
				modelstest.Must(b, err)
			}
		})
	}
	for _, name := range []string{"6h", "24h", "7d", "30d"} {
		w, _ := s.Usage.PresetWindow(name, time.UTC)
		report(name, w)
	}
	today := time.Now().UTC().Truncate(day)
	for _, days := range []int{4, 8, 25, 90} {
		w, err := usage.CustomWindow(today.AddDate(0, 0, 1-days).Format(time.DateOnly), today.Format(time.DateOnly), time.UTC)
		modelstest.Must(b, err)
		report(fmt.Sprint(days, " days"), w)
	}
}

func benchPages(b *testing.B, s *models.Store, ws string) {
	first := db.PageRequest{Limit: 30}
	deep := first
	b.Run("imports, first page", func(b *testing.B) {
		for b.Loop() {
			page, err := s.Imports.List(context.Background(), ws, imports.Filter{}, first)
			modelstest.Must(b, err)
			deep.Cursor = page.NextCursor
		}
	})
	for range 10_000 / 3 { // a page of 100 rows is three of 30
		page, err := s.Imports.List(context.Background(), ws, imports.Filter{}, db.PageRequest{Limit: 100, Cursor: deep.Cursor})
		modelstest.Must(b, err)
		deep.Cursor = page.NextCursor
	}
	b.Run("imports, page 10000", func(b *testing.B) {
		for b.Loop() {
			_, err := s.Imports.List(context.Background(), ws, imports.Filter{}, deep)
			modelstest.Must(b, err)
		}
	})
	ids := make([]string, 30)
	for n := range ids {
		ids[n] = fmt.Sprint("new", n)
	}
	for name, c := range map[string]observations.ListSession{"list session, first page": {Root: "new", Page: 1}, "list session, page 10000": {Root: "root", Page: 10_000}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.Observations.OpenPage(context.Background(), c, "o", ids)
				modelstest.Must(b, err)
			}
		})
	}
}

// fillMillion makes the rows, and counts them as housekeeping does.
func fillMillion(b *testing.B, s *models.Store, ws string, over time.Duration) {
	b.Helper()
	for from := 0; from < million; from += million / 20 { // a statement may take 30 s
		fillPart(b, s, ws, over, from, from+million/20)
	}
	if s.Postgres {
		modelstest.Run(b, s, "VACUUM ANALYZE imports")
		modelstest.Run(b, s, "VACUUM ANALYZE ledger_entries")
		modelstest.Run(b, s, "VACUUM ANALYZE list_session_rows")
	}
	began := time.Now()
	modelstest.Must(b, s.Housekeep(context.Background()))
	b.Logf("housekeeping took %s", time.Since(began).Round(time.Millisecond))
}

func fillPart(b *testing.B, s *models.Store, ws string, over time.Duration, from, to int) {
	b.Helper()
	numbers := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", from+1, to)
	padded := "substr('000000000000' || i, -12)"
	if s.Postgres {
		padded = "lpad(i::text, 12, '0')"
	}
	now, step := time.Now().UnixMicro(), over.Microseconds()/million
	modelstest.Run(b, s, numbers+"INSERT INTO imports (id, workspace_id, job_id, source_url, canonical_url, platform, subject, media_profile, transcript, hold_days, tags, state, stage, attempt, "+
		"cancel_requested, outcome_code, outcome_message, revision, lease_holder, lease_until, takeovers, created_at, updated_at) SELECT '01890a5d-ac96-774e-bcce-' || "+padded+", '"+ws+
		"', 'j', 'u', 'u', CASE i % 4 WHEN 0 THEN 'video_site' WHEN 1 THEN 'clip_site' WHEN 2 THEN 'photo_site' ELSE 'ad_library' END, 's', 'none', TRUE, 30, '[]', "+
		"CASE WHEN i % 9 = 0 THEN 'failed' ELSE 'succeeded' END, '', 1, FALSE, CASE WHEN i % 9 > 0 THEN '' ELSE "+
		"CASE i / 36 % 4 WHEN 0 THEN 'source_changed' WHEN 1 THEN 'retry_exhausted' WHEN 2 THEN 'unavailable_removed' ELSE 'insufficient_credits' END END, '', 1, '', 0, 0, "+
		fmt.Sprintf("%d - (%d - CAST(i AS BIGINT)) * %d, %d FROM n", now, million, step, now))
	modelstest.Run(b, s, numbers+"INSERT INTO ledger_entries (id, workspace_id, amount, balance_after, part, subject, reason, note, created_at) SELECT '01890a5d-ac96-774e-bcce-' || "+padded+", '"+ws+
		"', -1, 0, 'fetch', 's', 'import:' || i, '', "+fmt.Sprintf("%d - (%d - CAST(i AS BIGINT)) * %d FROM n", now, million, step))
	modelstest.Run(b, s, numbers+"INSERT INTO list_session_rows (root, row_id, page, expires_at) SELECT 'root', 'row' || i, i / 30, 0 FROM n WHERE i <= 310000")
}
