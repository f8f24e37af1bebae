package models_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/schema"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/acts"
	"socialdata/models/alerts"
	"socialdata/models/billing"
	"socialdata/models/boards"
	"socialdata/models/captures"
	"socialdata/models/changes"
	"socialdata/models/db"
	"socialdata/models/digests"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/history"
	"socialdata/models/idempotency"
	"socialdata/models/imports"
	"socialdata/models/links"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/requests"
	"socialdata/models/reruns"
	"socialdata/models/rollouts"
	"socialdata/models/routehealth"
	"socialdata/models/shares"
	"socialdata/models/support"
	"socialdata/models/usage"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// rows returns the row structs of all chapters.
func rows() []any {
	return slices.Concat(accounts.Rows(), acts.Rows(), alerts.Rows(), billing.Rows(), boards.Rows(), captures.Rows(), changes.Rows(), digests.Rows(), erasures.Rows(), observations.Rows(), history.Rows(), idempotency.Rows(), events.Rows(), exports.Rows(), imports.Rows(), links.Rows(), references.Rows(), requests.Rows(), reruns.Rows(), rollouts.Rows(), usage.Rows(), routehealth.Rows(), shares.Rows(), support.Rows(), watches.Rows(), work.Rows())
}

// TestStructsAreTheSchema compares every row struct with the table that the migrations make.
func TestStructsAreTheSchema(t *testing.T) {
	s, err := models.Open(context.Background(), models.Options{Options: db.Options{DataDir: t.TempDir(), Secrets: [][]byte{make([]byte, 32)}, Clock: time.Now}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if err := s.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	tables := map[string]bool{}
	for _, row := range rows() {
		parsed, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
		if err != nil {
			t.Fatal(err)
		}
		tables[parsed.Table] = true
		var have []string
		if err := s.Read(context.Background()).Raw("SELECT name FROM pragma_table_info(?)", parsed.Table).Scan(&have).Error; err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, f := range parsed.Fields {
			if f.DBName != "" && !f.IgnoreMigration {
				want = append(want, f.DBName)
			}
		}
		sort.Strings(have)
		sort.Strings(want)
		if strings.Join(have, " ") != strings.Join(want, " ") {
			t.Errorf("table %s has %v, its struct %v", parsed.Table, have, want)
		}
	}
	var all []string // but for the index of words, which differs from database to database
	s.Read(context.Background()).Raw("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_versions' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'reference_words%'").Scan(&all)
	for _, name := range all {
		if !tables[name] {
			t.Errorf("table %s has no row struct in this test", name)
		}
	}
}

// TestUnreleasedDatabaseIsRefused takes the numbers of the schema away, as in a database of a program before the first release:
// it is refused and stays as it is. One that a later version has migrated is no such database.
func TestUnreleasedDatabaseIsRefused(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		modelstest.Run(t, s, "INSERT INTO schema_versions (version_id, is_applied) VALUES (99999, TRUE)")
		modelstest.Must(t, s.Migrate(t.Context()))
		modelstest.Run(t, s, "ALTER TABLE schema_versions RENAME TO goose_db_version")
		for range 2 {
			if err := s.Migrate(t.Context()); !errors.Is(err, db.ErrUnreleased) {
				t.Errorf("%v", err)
			}
		}
	})
}

// TestBothDatabasesHaveEveryMigration: a number that has a file for one database has one for the other.
func TestBothDatabasesHaveEveryMigration(t *testing.T) {
	names, err := filepath.Glob("db/migrations/*.sql")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	numbers := map[string][]string{}
	for _, name := range names {
		number, rest, _ := strings.Cut(filepath.Base(name), "_")
		_, dialect, _ := strings.Cut(rest, ".")
		numbers[number] = append(numbers[number], dialect)
	}
	for number, dialects := range numbers {
		if got := strings.Join(dialects, " "); got != "sql" && got != "postgres.sql sqlite.sql" {
			t.Errorf("migration %s has files %s", number, got)
		}
	}
}
