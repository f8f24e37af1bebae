package observations

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"socialdata/models/accounts"
)

// pgCached uses PostgreSQL's protocol directly, without GORM and pgx's conversions: parameters and rows are in binary
// format, and a body is copied only once, out of the connection's buffer.
type pgCached struct {
	pool            *pgxpool.Pool
	plain, captions string
}

func newPGCached(pool *pgxpool.Pool) *pgCached {
	return &pgCached{pool: pool, plain: CachedLookupSQL(false), captions: CachedLookupSQL(true)}
}

// cachedColumns is the number of columns in the statement.
const cachedColumns = 15

var errCachedShape = errors.New("the statement of a cached lookup gave other columns than it names")

// close does nothing: the pool belongs to the DB.
func (p *pgCached) close() error { return nil }

func (p *pgCached) read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error) {
	statement, params := p.plain, [][]byte{digest, []byte(subject), appendBigint(nil, since)}
	if v.Captions() {
		statement, params = p.captions, append(params, []byte(v))
	}
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	var k *Cached
	err := p.ask(ctx, statement, params, cachedColumns, func(row [][]byte) error {
		if at := bigint(row[9]); k == nil || at > k.Stored.ObservedAt {
			k = pgCachedRow(row)
		}
		return nil
	})
	return k, err
}

// binaryFormat selects the binary format for all parameters or columns.
var binaryFormat = []int16{pgx.BinaryFormatCode}

// ask runs a statement, which each connection prepares once, and calls take for each row. The row's bytes belong to the connection.
func (p *pgCached) ask(ctx context.Context, statement string, params [][]byte, columns int, take func(row [][]byte) error) error {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	prepared, err := conn.Conn().Prepare(ctx, statement, statement)
	if err != nil {
		return err
	}
	rows := conn.Conn().PgConn().ExecStatement(ctx, prepared, params, binaryFormat, binaryFormat)
	for err == nil && rows.NextRow() {
		if row := rows.Values(); len(row) != columns {
			err = errCachedShape
		} else {
			err = take(row)
		}
	}
	if _, failed := rows.Close(); failed != nil {
		err = failed
		_ = conn.Conn().Deallocate(ctx, statement) // the failure may be due to a stale plan, after a change of a table
	}
	return err
}

func pgCachedRow(v [][]byte) *Cached {
	k := &Cached{Key: accounts.KeyCaller{Balance: bigint(v[6])}}
	k.Key.ID, k.Key.WorkspaceID, k.Key.ScopeList = string(v[0]), string(v[1]), string(v[2])
	k.Key.LastUsedAt, k.Key.ExpiresAt, k.Key.RevokedAt = bigintPtr(v[3]), bigintPtr(v[4]), bigintPtr(v[5])
	k.Budgeted = isTrue(v[7])
	if v[8] == nil {
		return k // no observation is fresh enough
	}
	k.Stored.ID, k.Stored.ObservedAt, k.Stored.Counts, k.Stored.Paid = string(v[8]), bigint(v[9]), string(v[10]), v[11] != nil
	k.Stored.Body, k.Stored.RouteID = withSpare(v[12]), string(v[13])
	k.Stored.Incomplete = isTrue(v[14])
	return k
}
