package models_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/modelstest"
)

// million is how many imports the workspace of these benchmarks has, over a year, and how many rows its chain.
const million = 1_000_000

// BenchmarkDepth measures what must not grow with a workspace: the report and the pages of lists, first and in the depth.
func BenchmarkDepth(b *testing.B) {
	for name, open := range map[string]func(testing.TB, *modelstest.Clock) *models.Store{"sqlite": modelstest.SQLite, "postgres": modelstest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := open(b, &modelstest.Clock{})
			in, err := s.Bootstrap(context.Background(), models.NewInstallation{WorkspaceName: "W", Credits: 1,
				Owner: models.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
			must(b, err)
			ws := in.Workspaces[0].WorkspaceID
			fillMillion(b, s, ws)
			benchUsage(b, s, ws)
			benchPages(b, s, ws)
		})
	}
}

func benchUsage(b *testing.B, s *models.Store, ws string) {
	for _, name := range []string{"24h", "7d", "30d"} {
		b.Run("usage "+name, func(b *testing.B) {
			for b.Loop() {
				w, _ := s.PresetWindow(name)
				_, err := s.Usage(context.Background(), ws, w)
				must(b, err)
			}
		})
	}
}

func benchPages(b *testing.B, s *models.Store, ws string) {
	first := models.PageRequest{Limit: 30}
	deep := first
	b.Run("imports, first page", func(b *testing.B) {
		for b.Loop() {
			page, err := s.Imports(context.Background(), ws, models.ImportFilter{}, first)
			must(b, err)
			deep.Cursor = page.NextCursor
		}
	})
	for range 10_000 / 3 { // a page of 100 rows is three of 30
		page, err := s.Imports(context.Background(), ws, models.ImportFilter{}, models.PageRequest{Limit: 100, Cursor: deep.Cursor})
		must(b, err)
		deep.Cursor = page.NextCursor
	}
	b.Run("imports, page 10000", func(b *testing.B) {
		for b.Loop() {
			_, err := s.Imports(context.Background(), ws, models.ImportFilter{}, deep)
			must(b, err)
		}
	})
	ids := make([]string, 30)
	for n := range ids {
		ids[n] = fmt.Sprint("new", n)
	}
	for name, c := range map[string]models.Chain{"chain, first page": {Root: "new", Page: 1}, "chain, page 10000": {Root: "root", Page: 10_000}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _, err := s.Given(context.Background(), c, "o", ids)
				must(b, err)
			}
		})
	}
}

func fillMillion(b *testing.B, s *models.Store, ws string) {
	b.Helper()
	for from := 0; from < million; from += million / 20 { // a statement may take 30 s
		fillPart(b, s, ws, from, from+million/20)
	}
	if s.IsPostgres() {
		s.Run(b, "VACUUM ANALYZE imports")
		s.Run(b, "VACUUM ANALYZE chain_rows")
	}
}

func fillPart(b *testing.B, s *models.Store, ws string, from, to int) {
	b.Helper()
	numbers := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", from+1, to)
	padded := "substr('000000000000' || i, -12)"
	if s.IsPostgres() {
		padded = "lpad(i::text, 12, '0')"
	}
	now, step := time.Now().UnixMicro(), (365*24*time.Hour).Microseconds()/million
	s.Run(b, numbers+"INSERT INTO imports (id, workspace_id, job_id, source_url, canonical_url, platform, subject, media_profile, transcript, hold_days, tags, state, stage, attempt, "+
		"cancel_requested, outcome_code, outcome_message, revision, delivery, lease_holder, lease_until, takeovers, created_at, updated_at) SELECT '01890a5d-ac96-774e-bcce-' || "+padded+", '"+ws+
		"', 'j', 'u', 'u', CASE i % 4 WHEN 0 THEN 'video_site' WHEN 1 THEN 'clip_site' WHEN 2 THEN 'photo_site' ELSE 'ad_library' END, 's', 'none', TRUE, 30, '[]', "+
		"CASE WHEN i % 9 = 0 THEN 'failed' ELSE 'succeeded' END, '', 1, FALSE, CASE WHEN i % 9 = 0 THEN 'source_changed' ELSE '' END, '', 1, 0, '', 0, 0, "+
		fmt.Sprintf("%d - (%d - CAST(i AS BIGINT)) * %d, %d FROM n", now, million, step, now))
	s.Run(b, numbers+"INSERT INTO chain_rows (root, row_id, page, expires_at) SELECT 'root', 'row' || i, i / 30, 0 FROM n WHERE i <= 310000")
}
