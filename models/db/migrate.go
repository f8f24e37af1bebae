package db

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// migrations are named by number: NNNNN_name.sql for both databases, or NNNNN_name.postgres.sql beside
// NNNNN_name.sqlite.sql where they differ.
//
//go:embed migrations/*.sql
var migrations embed.FS

// versionsTable has the applied migrations. Pre-release programs used other numbers, in goose's default table.
const versionsTable = "schema_versions"

// ErrUnreleased is returned for a database created by a pre-release program, which cannot be migrated.
var ErrUnreleased = errors.New("the database was made before the first release")

// Migrate migrates the schema to this program's version, or returns ErrUnreleased without a change. Several processes
// may call it at once: PostgreSQL serialises them with an advisory lock, SQLite with the file's write lock.
func (d *DB) Migrate(ctx context.Context) error {
	if err := d.createSchema(ctx); err != nil {
		return err
	}
	if err := d.checkReleased(ctx); err != nil {
		return err
	}
	p, err := d.migrator()
	if err != nil {
		return err
	}
	step := func() error { _, err := p.UpByOne(ctx); return err }
	for err == nil {
		err = untilWon(step) // processes of the version before may be at work: each step may lose to them as often as any transaction
	}
	if !errors.Is(err, goose.ErrNoNextVersion) {
		return err
	}
	return d.Optimize(ctx)
}

// checkReleased returns ErrUnreleased if there are tables but no record of the migrations that created them.
func (d *DB) checkReleased(ctx context.Context) error {
	list := "SELECT name FROM sqlite_master WHERE name IN ?"
	if d.Postgres {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ?"
	}
	const ours = "workspaces"
	var have []string
	if err := d.Read(ctx).Raw(list, []string{ours, versionsTable}).Scan(&have).Error; err != nil {
		return Error(err)
	}
	if slices.Contains(have, ours) && !slices.Contains(have, versionsTable) {
		return ErrUnreleased
	}
	return nil
}

func (d *DB) migrator() (*goose.Provider, error) {
	db, err := d.write.DB()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if !d.Postgres {
		return goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithTableName(versionsTable), excludeDialect(files, "postgres"))
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, goose.WithTableName(versionsTable), excludeDialect(files, "sqlite"), goose.WithSessionLocker(locker))
}

// excludeDialect leaves out the files for the other database.
func excludeDialect(files fs.FS, other string) goose.ProviderOption {
	names, _ := fs.Glob(files, "*."+other+".sql") // the pattern is well-formed
	return goose.WithExcludeNames(names)
}
