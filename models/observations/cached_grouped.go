package observations

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"socialdata/internal/apierror"
	"socialdata/internal/batcher"
	"socialdata/models/db"
)

// Limits for cached lookups that share a statement.
const (
	mostReads  = 32
	readLanes  = 2                // concurrent round trips: PostgreSQL answers one while the other is on the network
	openReads  = 6                // waiting lookups before another group is read concurrently: larger groups are cheaper
	readTime   = 10 * time.Second // of a group, which must not depend on the context of one of its callers
	sharedBody = 64 << 10         // bytes; a longer body is read on its own, so that it does not delay other lookups
)

// cachedRead is one caller's lookup with its outcome.
type cachedRead struct {
	ctx     context.Context
	variant Variant
	digest  []byte
	subject string
	since   int64

	found *Cached
	alone bool // to be read alone: its body is long, or the group failed
	err   error
}

// groupedReader reads concurrent lookups in one statement: lookups that arrive during a round trip form the next group.
type groupedReader struct {
	*pgCached
	groups          *batcher.Batcher[bool, *cachedRead] // by whether captions are requested
	plain, captions string                              // statements over arrays
}

func newGroupedReader(p *pgCached) *groupedReader {
	g := &groupedReader{pgCached: p, plain: GroupedLookupSQL(false), captions: GroupedLookupSQL(true)}
	g.groups = batcher.New(batcher.Options{Most: mostReads, Lanes: readLanes, Open: openReads}, g.runReads)
	return g
}

// GroupedLookupSQL returns the statement of grouped cached lookups, for measurements. $1 to $4 are arrays of the single
// statement's parameters. LATERAL makes PostgreSQL use the indexes, with one descent for each lookup. The SELECT around each array
// hides its length from the planner, which would otherwise plan anew for each short group, and take longer than the lookups.
func GroupedLookupSQL(captions bool) string {
	const statement = `SELECT q.n, found.* FROM unnest((SELECT $1::bytea[]), (SELECT $2::text[]), (SELECT $3::bigint[])%arrays%) WITH ORDINALITY AS q(digest, subject, since%columns%, n)
CROSS JOIN LATERAL (%lookup% LIMIT 2) found`
	single := strings.NewReplacer("$1", "q.digest", "$2", "q.subject", "$3", "q.since", "$4", "q.variant").Replace(CachedLookupSQL(captions))
	body, arrays, columns := "o.body", "", ""
	if captions {
		body, arrays, columns = "o.body_full", ", (SELECT $4::text[])", ", variant"
	}
	single = strings.Replace(single, body+",", "CASE WHEN octet_length("+body+") <= "+strconv.Itoa(sharedBody)+" THEN "+body+" END,", 1)
	return strings.NewReplacer("%arrays%", arrays, "%columns%", columns, "%lookup%", single).Replace(statement)
}

// read reads one lookup, together with concurrent ones.
func (g *groupedReader) read(ctx context.Context, v Variant, digest []byte, subject string, since int64) (*Cached, error) {
	r := &cachedRead{ctx: ctx, variant: v, digest: digest, subject: subject, since: since}
	if err := g.groups.Do(ctx, v.Captions(), r); err != nil {
		return nil, err
	}
	if r.alone {
		return g.pgCached.read(ctx, v, digest, subject, since)
	}
	return r.found, r.err
}

// runReads answers a group. If the group fails, each caller reads its own lookup, unless the database is unavailable.
func (g *groupedReader) runReads(captions bool, waiting *batcher.Group[*cachedRead]) {
	group := waiting.AdmitReady()
	if r := group[0]; len(group) == 1 {
		r.found, r.err = g.pgCached.read(r.ctx, r.variant, r.digest, r.subject, r.since)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(group[0].ctx), readTime)
	defer cancel()
	err := g.readTogether(ctx, captions, group)
	if err == nil {
		return
	}
	away := apierror.Is(db.Error(err), apierror.CodeStorageUnavailable)
	for _, r := range group {
		r.found, r.err, r.alone = nil, err, !away
	}
}

// readTogether reads a group in one statement.
func (g *groupedReader) readTogether(ctx context.Context, captions bool, group []*cachedRead) error {
	statement, params := g.plain, [][]byte{
		pgArray(group, pgtype.ByteaOID, func(b []byte, r *cachedRead) []byte { return append(b, r.digest...) }),
		pgArray(group, pgtype.TextOID, func(b []byte, r *cachedRead) []byte { return append(b, r.subject...) }),
		pgArray(group, pgtype.Int8OID, func(b []byte, r *cachedRead) []byte { return appendBigint(b, r.since) }),
	}
	if captions {
		statement = g.captions
		params = append(params, pgArray(group, pgtype.TextOID, func(b []byte, r *cachedRead) []byte { return append(b, r.variant...) }))
	}
	return g.ask(ctx, statement, params, 1+cachedColumns, func(row [][]byte) error {
		return takeNumbered(group, row)
	})
}

// takeNumbered gives a row to the lookup whose number it begins with, counted from one.
func takeNumbered(group []*cachedRead, row [][]byte) error {
	n := bigint(row[0])
	if n < 1 || n > int64(len(group)) {
		return errCachedShape
	}
	group[n-1].takeRow(row[1:])
	return nil
}

// takeRow keeps the newer of at most two rows.
func (r *cachedRead) takeRow(values [][]byte) {
	if r.found == nil || bigint(values[9]) > r.found.Stored.ObservedAt {
		r.found = pgCachedRow(values)
		r.alone = values[8] != nil && values[12] == nil
	}
}
