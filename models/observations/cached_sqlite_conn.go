package observations

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"socialdata/models/accounts"
)

// SQLiteLookupSQL returns the two statements of the cached lookup, which run in one read transaction. The first runs
// once for each key of a group: ?1 is the key's digest. The second reads the observation with the entitlement to it: ?1
// is the workspace, ?2 the subject, ?3 the oldest acceptable time, ?4 the variant if captions are requested.
func SQLiteLookupSQL(captions bool) (key, stored string) {
	key = `SELECT k.id, k.workspace_id, k.scopes, k.last_used_at, k.expires_at, k.revoked_at, w.balance,
	k.daily_credits IS NOT NULL OR k.monthly_credits IS NOT NULL
FROM api_keys k
JOIN workspaces w ON w.id = k.workspace_id
WHERE k.digest = ?1 AND k.allowed_networks = ''`
	body, variant := "body", plainVariants
	if captions {
		body, variant = "body_full", "= ?4"
	}
	return key, strings.NewReplacer("%body%", body, "%variant%", variant).Replace(
		`SELECT o.id, o.observed_at, o.counts, r.paid_at, o.%body%, o.route_id, o.incomplete
FROM observations o
LEFT JOIN entitlements r ON r.workspace_id = ?1 AND r.subject = o.subject AND r.counts = o.counts
WHERE o.subject = ?2 AND o.observed_at >= ?3 AND o.variant %variant%`)
}

// sqliteCachedConn is a connection with its statements. A snapshot lasts as long as hold is on its row.
type sqliteCachedConn struct {
	db                          *sqlite3.Conn
	hold, key, plain, captioned *sqlite3.Stmt
}

// openSQLiteCached opens a connection with a page cache of cacheKiB and prepares the statements.
func openSQLiteCached(name string, cacheKiB int) (c *sqliteCachedConn, err error) {
	c = &sqliteCachedConn{}
	if c.db, err = sqlite3.Open(name); err != nil {
		return nil, err
	}
	err = c.db.Exec(fmt.Sprintf("PRAGMA cache_size = -%d", cacheKiB))
	prepare := func(sql string) (s *sqlite3.Stmt) {
		if err == nil {
			s, _, err = c.db.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT)
		}
		return s
	}
	key, plain := SQLiteLookupSQL(false)
	_, captioned := SQLiteLookupSQL(true)
	c.hold, c.key = prepare("SELECT 1 FROM sqlite_schema"), prepare(key)
	c.plain, c.captioned = prepare(plain), prepare(captioned)
	if err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

func (c *sqliteCachedConn) close() error {
	return errors.Join(c.hold.Close(), c.key.Close(), c.plain.Close(), c.captioned.Close(), c.db.Close())
}

// readTogether reads a group from one snapshot: SQLite keeps a read transaction open until the statement is reset. It has
// no deadline, because it waits for no writer and reads a few pages per lookup. The error is that of the transaction.
func (c *sqliteCachedConn) readTogether(group []*cachedRead) (err error) {
	if !c.hold.Step() {
		return errors.Join(c.hold.Err(), c.hold.Reset())
	}
	for n, r := range group {
		if r.found, r.err = c.keyOf(group[:n], r); r.found != nil {
			r.err = c.readStored(r)
		}
	}
	return c.hold.Reset()
}

// keyOf returns the key of r, which may have been read for a lookup before it; nil if there is none.
func (c *sqliteCachedConn) keyOf(before []*cachedRead, r *cachedRead) (*Cached, error) {
	for _, b := range before {
		if b.found != nil && bytes.Equal(b.digest, r.digest) {
			return &Cached{Key: b.found.Key, Budgeted: b.found.Budgeted}, nil
		}
	}
	k, err := readSQLiteKey(c.key, r.digest)
	return k, errors.Join(err, c.key.Reset())
}

func readSQLiteKey(s *sqlite3.Stmt, digest []byte) (*Cached, error) {
	if err := s.BindBlob(1, digest); err != nil || !s.Step() {
		return nil, errors.Join(err, s.Err())
	}
	k := &Cached{Key: accounts.KeyCaller{Balance: s.ColumnInt64(6)}, Budgeted: s.ColumnBool(7)}
	k.Key.ID, k.Key.WorkspaceID, k.Key.ScopeList = s.ColumnText(0), s.ColumnText(1), s.ColumnText(2)
	k.Key.LastUsedAt, k.Key.ExpiresAt, k.Key.RevokedAt = optional(s, 3), optional(s, 4), optional(s, 5)
	return k, nil
}

// readStored reads the observation for a lookup whose key is known, and resets the statement.
func (c *sqliteCachedConn) readStored(r *cachedRead) error {
	s := c.plain
	if r.variant.Captions() {
		s = c.captioned
		if err := s.BindText(4, string(r.variant)); err != nil {
			return err
		}
	}
	if err := errors.Join(s.BindText(1, r.found.Key.WorkspaceID), s.BindText(2, r.subject), s.BindInt64(3, r.since)); err != nil {
		return err
	}
	for o := &r.found.Stored; s.Step(); {
		if at := s.ColumnInt64(1); !r.found.Found() || at > o.ObservedAt {
			takeSQLiteRow(s, o)
		}
	}
	return errors.Join(s.Err(), s.Reset())
}

func takeSQLiteRow(s *sqlite3.Stmt, o *Stored) {
	o.ID, o.ObservedAt, o.Counts = s.ColumnText(0), s.ColumnInt64(1), s.ColumnText(2)
	o.Paid = s.ColumnType(3) != sqlite3.NULL
	o.Body, o.RouteID = withSpare(s.ColumnRawBlob(4)), s.ColumnText(5)
	o.Incomplete = s.ColumnBool(6)
}

func optional(s *sqlite3.Stmt, column int) *int64 {
	if s.ColumnType(column) == sqlite3.NULL {
		return nil
	}
	n := s.ColumnInt64(column)
	return &n
}
