package db

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
)

// createSchema creates the schema of Options, if one is named and it is not there.
func (d *DB) createSchema(ctx context.Context) error {
	if d.schema == "" {
		return nil
	}
	there, err := d.Schemas(ctx, d.schema)
	if err != nil || len(there) > 0 {
		return err
	}
	return Error(d.Write(ctx).Exec("CREATE SCHEMA IF NOT EXISTS " + pgx.Identifier{d.schema}.Sanitize()).Error)
}

// Schemas lists the schemas of a PostgreSQL database whose names begin with a prefix; none on SQLite.
func (d *DB) Schemas(ctx context.Context, prefix string) (names []string, err error) {
	if !d.Postgres {
		return nil, nil
	}
	pattern := strings.NewReplacer(`\`, `\\`, "_", `\_`, "%", `\%`).Replace(prefix) + "%"
	err = d.Read(ctx).Raw("SELECT nspname FROM pg_namespace WHERE nspname LIKE ? ORDER BY nspname", pattern).Scan(&names).Error
	return names, Error(err)
}

// DropSchema drops a schema of a PostgreSQL database with all that is in it.
func (d *DB) DropSchema(ctx context.Context, name string) error {
	return Error(untilWon(func() error { // a process that still works in it may lock its tables in another order
		return d.Write(ctx).Exec("DROP SCHEMA IF EXISTS " + pgx.Identifier{name}.Sanitize() + " CASCADE").Error
	}))
}

// SchemaName returns the schema in which a PostgreSQL database's tables are; "" on SQLite.
func (d *DB) SchemaName(ctx context.Context) (name string, err error) {
	if !d.Postgres {
		return "", nil
	}
	err = d.Read(ctx).Raw("SELECT current_schema()").Scan(&name).Error
	return name, Error(err)
}
