package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/ncruces/go-sqlite3/driver"
	"github.com/ncruces/go-sqlite3/ext/fts5"
	"github.com/ncruces/go-sqlite3/gormlite"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"socialdata/internal/slots"
)

// Options say where the database is.
type Options struct {
	URL     string           // "" or sqlite:PATH or postgres://…
	DataDir string           // directory of the embedded database if URL is ""
	Clock   func() time.Time // nil is time.Now
	Schema  string           // of PostgreSQL in which the tables are; "": the one that the address leads to. Migrate creates it
	Conns   int32            // of PostgreSQL at most; 0: what the address says, or maxConns
	Secrets [][]byte         // keys of 32 bytes; new cursors are sealed with a key derived from the first one
}

// Open connects and does not migrate. It returns an error if the database does not answer.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	cursors, err := NewSealer(o.Secrets, "cursor")
	if err != nil {
		return nil, err
	}
	encrypter, err := NewEncrypter(o.Secrets, "database")
	if err != nil {
		return nil, err
	}
	d := &DB{clock: o.Clock, Cursors: cursors, Secrets: encrypter, snapshots: slots.New(maxSnapshots, 1)}
	if strings.HasPrefix(o.URL, "postgres://") || strings.HasPrefix(o.URL, "postgresql://") {
		d.searches = newSearches(true)
		return d, d.openPostgres(ctx, o)
	}
	path := strings.TrimPrefix(o.URL, "sqlite:")
	if path == "" {
		path = filepath.Join(o.DataDir, "socialdata.db")
	}
	if strings.Contains(path, "://") {
		return nil, errors.New("the address is neither sqlite: nor postgres://")
	}
	d.searches = newSearches(false)
	return d, d.openSQLite(path)
}

// maxConns is the size of one process's pool, unless the address sets pool_max_conns.
const maxConns = 16

func (d *DB) openPostgres(ctx context.Context, o Options) error {
	cfg, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return errors.New("the address cannot be read: want postgres://user:password@host:port/name, with special characters as %XX") // the cause may hold the password
	}
	switch {
	case o.Conns > 0:
		cfg.MaxConns = o.Conns
	case !strings.Contains(o.URL, "pool_max_conns"):
		cfg.MaxConns = maxConns
	}
	if o.Schema != "" {
		d.schema, cfg.ConnConfig.RuntimeParams["search_path"] = o.Schema, o.Schema
	}
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	if cfg.ConnConfig.RuntimeParams["statement_timeout"] == "" {
		cfg.ConnConfig.RuntimeParams["statement_timeout"] = "30000"
	}
	if cfg.ConnConfig.RuntimeParams["jit"] == "" {
		cfg.ConnConfig.RuntimeParams["jit"] = "off" // compiling takes longer than any of our statements would gain
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	db := stdlib.OpenDBFromPool(pool)
	db.SetMaxIdleConns(0) // the pgx pool keeps idle connections
	g, err := gorm.Open(postgres.New(postgres.Config{Conn: db}), gormConfig(d.Now))
	if err != nil {
		pool.Close()
		return err
	}
	if err := errors.Join(traceStatements(g), noteStatements(g)); err != nil {
		return err
	}
	d.write, d.read, d.Postgres = g, g, true
	if cfg.ConnConfig.DefaultQueryExecMode != pgx.QueryExecModeSimpleProtocol { // which does not support the binary format
		d.Pool = pool
	}
	d.close = func() error { err := db.Close(); pool.Close(); return err }
	return nil
}

// sqliteReaders is the maximum number of reading connections to an SQLite file in one process.
const sqliteReaders = 8

// openSQLite opens one writing connection and a pool of readers: with immediate transactions, the single writer
// serialises writes. Committed data is on the disk (synchronous=full), and a log that grew is truncated to 64 MiB.
func (d *DB) openSQLite(path string) error {
	const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)&_pragma=journal_size_limit(67108864)&_pragma=foreign_keys(on)&_pragma=temp_store(memory)&_pragma=cache_size(-16384)"
	name := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas
	wdb, w, err := openFile(name+"&_txlock=immediate", d.Now)
	if err != nil {
		return err
	}
	rdb, r, err := openFile(name+"&_txlock=deferred", d.Now)
	if err != nil {
		return err
	}
	if err := errors.Join(traceStatements(w), traceStatements(r), noteStatements(w)); err != nil {
		return err
	}
	wdb.SetMaxOpenConns(1)
	wdb.SetMaxIdleConns(1)
	rdb.SetMaxOpenConns(sqliteReaders)
	rdb.SetMaxIdleConns(sqliteReaders)
	d.write, d.read, d.File = w, r, name
	d.close = func() error { return errors.Join(rdb.Close(), wdb.Close()) }
	return nil
}

// openFile opens a pool whose connections know full-text search, which the driver leaves out unless it is asked for.
func openFile(name string, now func() time.Time) (*sql.DB, *gorm.DB, error) {
	pool, err := driver.Open(name, fts5.Register)
	if err != nil {
		return nil, nil, fmt.Errorf("open the embedded database: %w", err)
	}
	g, err := gorm.Open(gormlite.OpenDB(pool), gormConfig(now))
	if err != nil {
		return nil, nil, fmt.Errorf("open the embedded database: %w", errors.Join(err, pool.Close()))
	}
	return pool, g, nil
}

func gormConfig(now func() time.Time) *gorm.Config {
	return &gorm.Config{
		SkipDefaultTransaction: true,
		TranslateError:         true,
		Logger:                 logger.Discard, // errors are logged in one place, with their cause
		NowFunc:                now,
		DisableAutomaticPing:   true,
	}
}

// Optimize updates SQLite's statistics for the planner where they are stale; PostgreSQL does that by itself.
func (d *DB) Optimize(ctx context.Context) error {
	if d.Postgres {
		return nil
	}
	return Error(d.Write(ctx).Exec("PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002").Error)
}

// Close ends every connection.
func (d *DB) Close() error { return d.close() }

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error {
	db, err := d.write.DB()
	if err != nil {
		return err
	}
	return db.PingContext(ctx)
}
