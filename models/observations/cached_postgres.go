package observations

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"socialdata/models/accounts"
)

// pgCached reads through pgx, below GORM: a body is copied once, out of the connection's buffer.
type pgCached struct {
	pool            *pgxpool.Pool
	plain, captions string
}

func newPGCached(pool *pgxpool.Pool) *pgCached {
	return &pgCached{pool: pool, plain: CachedLookupSQL(false), captions: CachedLookupSQL(true)}
}

// cachedColumns is how many columns the statement names.
const cachedColumns = 14

var errCachedShape = errors.New("the statement of a cached lookup gave other columns than it names")

// close does nothing: the pool is the database's.
func (p *pgCached) close() error { return nil }

func (p *pgCached) read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error) {
	statement, args := p.plain, []any{pgx.QueryResultFormats{pgx.BinaryFormatCode}, digest, subject, since}
	if v.Captions() {
		statement, args = p.captions, append(args, string(v))
	}
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	rows, err := p.pool.Query(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var k *Cached
	for rows.Next() {
		v := rows.RawValues()
		if len(v) != cachedColumns {
			return nil, errCachedShape
		}
		if at := bigint(v[8]); k == nil || at > k.Stored.ObservedAt {
			k = pgCachedRow(v)
		}
	}
	return k, rows.Err()
}

func pgCachedRow(v [][]byte) *Cached {
	k := &Cached{Key: accounts.KeyCaller{Balance: bigint(v[6])}}
	k.Key.ID, k.Key.WorkspaceID, k.Key.ScopeList = string(v[0]), string(v[1]), string(v[2])
	k.Key.LastUsedAt, k.Key.ExpiresAt, k.Key.RevokedAt = bigintPtr(v[3]), bigintPtr(v[4]), bigintPtr(v[5])
	if v[7] == nil {
		return k // no observation is fresh enough
	}
	k.Stored.ID, k.Stored.ObservedAt, k.Stored.Counts, k.Stored.Paid = string(v[7]), bigint(v[8]), string(v[9]), v[10] != nil
	k.Stored.Body, k.Stored.RouteID = withSpare(v[11]), string(v[12])
	k.Stored.Incomplete = len(v[13]) == 1 && v[13][0] == 1
	return k
}

// bigint reads a BIGINT in PostgreSQL's binary format.
func bigint(b []byte) int64 {
	if len(b) != 8 {
		return 0
	}
	return int64(binary.BigEndian.Uint64(b))
}

func bigintPtr(b []byte) *int64 {
	if b == nil {
		return nil
	}
	n := bigint(b)
	return &n
}
