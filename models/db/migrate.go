package db

import (
	"context"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations are named by number: NNNNN_name.sql for both databases, or NNNNN_name.postgres.sql beside
// NNNNN_name.sqlite.sql where they differ.
//
//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings the schema to this program's version. Several processes may call it at once: on PostgreSQL one holds
// an advisory lock, on SQLite the file's write lock serialises them.
func (d *DB) Migrate(ctx context.Context) error {
	p, err := d.Migrator()
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// Migrator returns what runs the migrations of this database, up and down.
func (d *DB) Migrator() (*goose.Provider, error) {
	db, err := d.write.DB()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	// A migration that was written beside one with a higher number may come after it: a database that has that one takes it too.
	late := goose.WithAllowOutofOrder(true)
	if !d.Postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files, excludeDialect(files, "postgres"), late)
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, excludeDialect(files, "sqlite"), goose.WithSessionLocker(locker), late)
}

// excludeDialect leaves out the files of the other database.
func excludeDialect(files fs.FS, other string) goose.ProviderOption {
	names, _ := fs.Glob(files, "*."+other+".sql") // the pattern is well-formed
	return goose.WithExcludeNames(names)
}
