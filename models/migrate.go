package models

import (
	"context"
	"embed"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrate brings the schema to this program's version. Several processes may call it at once: on PostgreSQL one holds
// an advisory lock, on SQLite the file's write lock serialises them.
func (s *Store) Migrate(ctx context.Context) error {
	p, err := s.migrator()
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

func (s *Store) migrator() (*goose.Provider, error) {
	db, err := s.write.DB()
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	made := goose.WithGoMigrations(s.wordsMigration(), s.keyedMigration(), s.countsMigration(), s.stagesMigration(), s.leasesMigration())
	if !s.pg {
		return goose.NewProvider(goose.DialectSQLite3, db, files, made)
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db, files, made, goose.WithSessionLocker(locker))
}
