package modelstest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"socialdata/models"
	"socialdata/models/db"
)

// templates are a migrated, empty database of each kind, made once in a process: a copy takes a tenth of the time that the
// migrations take.
var templates migrated

type migrated struct {
	sqliteOnce, postgresOnce sync.Once
	sqlite                   string // the file
	sqliteErr, postgresErr   error
}

// sqliteName is the name of the file in a store's folder.
const sqliteName = "socialdata.db"

// copySQLite puts a migrated database into a folder.
func (m *migrated) copySQLite(t testing.TB, dir string) {
	t.Helper()
	m.sqliteOnce.Do(func() {
		var folder string
		if folder, m.sqliteErr = os.MkdirTemp(fastFolder(), "sqlite"); m.sqliteErr == nil {
			m.sqlite, m.sqliteErr = filepath.Join(folder, sqliteName), migrate(db.Options{DataDir: folder})
		}
	})
	raw, err := os.ReadFile(m.sqlite)
	if m.sqliteErr != nil || err != nil {
		t.Fatal(m.sqliteErr, err)
	}
	if err := os.WriteFile(filepath.Join(dir, sqliteName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// postgres returns the name of a migrated database of the server, to be used as a template.
func (m *migrated) postgres(t testing.TB, base string) string {
	t.Helper()
	name := fmt.Sprintf("template_%d", os.Getpid())
	m.postgresOnce.Do(func() {
		createDatabase(t, base, name, emptyTemplate)
		m.postgresErr = migrate(db.Options{URL: databaseAt(base, name)})
	})
	if m.postgresErr != nil {
		t.Fatal(m.postgresErr)
	}
	return name
}

// remove deletes the file; the database goes with its server.
func (m *migrated) remove() {
	if m.sqlite != "" {
		_ = os.RemoveAll(filepath.Dir(m.sqlite))
	}
}

// migrate makes the tables of a new database and leaves it.
func migrate(o db.Options) error {
	o.Secrets = Secrets()
	s, err := models.Open(context.Background(), models.Options{Options: o})
	if err != nil {
		return err
	}
	if err := s.Migrate(context.Background()); err != nil {
		return err
	}
	return s.Close()
}
