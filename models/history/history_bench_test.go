package history_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/history"
	"socialdata/models/modelstest"
)

// How much history a benchmark makes: the records of one item, and how many items there are.
const (
	recordsOfItem = 1000
	itemsPostgres = 10_000 // ten million records
	itemsSQLite   = 1_000
)

// BenchmarkHistoryDepth measures pages of one item's history, its chart and what a serving adds, among ten million records
// (a million on SQLite).
func BenchmarkHistoryDepth(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, _ *modelstest.Clock) {
		ws := modelstest.Install(b, s, 0).Workspace
		fillHistory(b, s, ws)
		subject, ctx := "video_site:item000042", context.Background()
		deep := db.PageRequest{Limit: 30}
		for range recordsOfItem/deep.Limit - 1 {
			page, err := s.History.Records(ctx, ws, subject, history.Period{}, deep)
			modelstest.Must(b, err)
			deep.Cursor = page.NextCursor
		}
		for name, p := range map[string]db.PageRequest{"first page": {Limit: 30}, "last page": deep, "hundred rows": {Limit: 100}} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					_, err := s.History.Records(ctx, ws, subject, history.Period{}, p)
					modelstest.Must(b, err)
				}
			})
		}
		at := db.Micros(time.Now())
		b.Run("a change", func(b *testing.B) {
			for n := int64(0); b.Loop(); n++ {
				seen := []history.Seen{{Subject: subject, Counts: views(1_000_000 + n), Source: history.Lookup, At: at + n}}
				modelstest.Must(b, s.Tx(ctx, func(tx *gorm.DB) error { return history.Add(tx, ws, seen) }))
			}
		})
		b.Run("a sweep of nothing", func(b *testing.B) {
			for b.Loop() {
				modelstest.Must(b, s.Housekeep(ctx))
			}
		})
	})
}

// fillHistory writes the records of many items, as they would be after years.
func fillHistory(b *testing.B, s *models.Store, ws string) {
	b.Helper()
	now := db.Micros(time.Now())
	row := `INSERT INTO count_records (id, workspace_id, subject, approximate, counts, source, observed_at, confirmed_at, newest)
		SELECT %s, '` + ws + `', %s, FALSE, '{"views":' || r || ',"likes":1,"comments":2,"shares":null,"saves":null}', 'lookup', %d + r * 1000, %d + r * 1000, r = %d FROM %s`
	if strings.HasPrefix(b.Name(), "BenchmarkHistoryDepth/postgres") {
		for from := 1; from <= itemsPostgres; from += 200 { // a statement may take so long and no longer
			modelstest.Run(b, s, fmt.Sprintf(row, `lpad(to_hex(i), 8, '0') || lpad(to_hex(r), 8, '0')`, `'video_site:item' || lpad(i::text, 6, '0')`, now-1e9, now-1e9, recordsOfItem,
				fmt.Sprintf("generate_series(1, %d) r, generate_series(%d, %d) i", recordsOfItem, from, from+199)))
		}
		modelstest.Run(b, s, "ANALYZE count_records")
		return
	}
	modelstest.Run(b, s, fmt.Sprintf(`WITH RECURSIVE rs(r) AS (SELECT 1 UNION ALL SELECT r + 1 FROM rs WHERE r < %d), items(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM items WHERE i < %d) `,
		recordsOfItem, itemsSQLite)+fmt.Sprintf(row, `printf('%08x%08x', i, r)`, `printf('video_site:item%06d', i)`, now-1e9, now-1e9, recordsOfItem, "rs, items"))
}
