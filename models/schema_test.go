package models_test

import (
	"context"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"gorm.io/gorm/schema"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/observations"
	"socialdata/models/references"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/usage"
)

// rows returns the row structs of all chapters.
func rows() []any {
	return slices.Concat(accounts.Rows(), billing.Rows(), observations.Rows(), imports.Rows(), references.Rows(), usage.Rows(), routehealth.Rows(), support.Rows())
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
		want := append([]string(nil), parsed.DBNames...)
		sort.Strings(have)
		sort.Strings(want)
		if strings.Join(have, " ") != strings.Join(want, " ") {
			t.Errorf("table %s has %v, its struct %v", parsed.Table, have, want)
		}
	}
	var all []string // but for the index of words, which differs from database to database
	s.Read(context.Background()).Raw("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'ref_words%'").Scan(&all)
	for _, name := range all {
		if !tables[name] {
			t.Errorf("table %s has no row struct in this test", name)
		}
	}
}

// TestMigrationsGoBothWays runs every migration up, down and up again.
func TestMigrationsGoBothWays(t *testing.T) {
	ctx := context.Background()
	s, err := models.Open(ctx, models.Options{Options: db.Options{DataDir: t.TempDir(), Secrets: [][]byte{make([]byte, 32)}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	p, err := s.Migrator()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Up(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(ctx, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Up(ctx); err != nil {
		t.Fatal(err)
	}
}
