package observations

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/batcher"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
)

// ChargingInGroups returns the charges of another process on the same database.
func ChargingInGroups(d *db.DB) *Store {
	return charging(d, batcher.Options{Most: mostCharges, Lanes: 1})
}

// ChargingOneByOne is ChargingInGroups without groups.
func ChargingOneByOne(d *db.DB) *Store {
	return charging(d, batcher.Options{Most: 1, Lanes: mostCharges})
}

// ReadOneByOne makes cached lookups one after the other on an SQLite file, and one more after the reader was closed. It returns how
// many connections the first ones opened.
func ReadOneByOne(ctx context.Context, file string, lookups int) (opened int, err, closed error) {
	q := newSQLiteCached(file)
	for range lookups {
		if _, err := q.read(ctx, Plain, []byte("digest"), "subject", 0); err != nil {
			return 0, err, nil
		}
	}
	opened = len(q.idle)
	err = q.close()
	_, closed = q.read(ctx, Plain, []byte("digest"), "subject", 0)
	return opened, err, closed
}

// Serving is a part of a group that is charged in one transaction, and what became of it.
type Serving struct {
	Of      *Observation
	Part    content.Part
	Price   int64
	Fetched bool
	By      billing.Spender
	Charged int64
	Err     error
}

// ChargeTogether charges servings that waited at the same moment.
func (s *Store) ChargeTogether(ctx context.Context, workspaceID string, list []Serving) error {
	group := make([]*charge, len(list))
	for n, v := range list {
		group[n] = &charge{observation: v.Of, part: v.Part, price: v.Price, record: v.Fetched, by: v.By, counted: countedFor(ctx, v.Of)}
	}
	err := s.chargeGroup(ctx, workspaceID, func() []*charge { return group })
	for n, c := range group {
		list[n].Charged, list[n].Err = c.receipt.Usage.CreditsCharged, c.err
	}
	return err
}

// ObserveTogether records observations in one statement.
func (s *Store) ObserveTogether(ctx context.Context, list ...*Observation) error {
	return s.Tx(ctx, func(tx *gorm.DB) error { return s.recordObservations(tx, list) })
}

// CachedRead is a part of a group of cached lookups, and what became of it.
type CachedRead struct {
	Key, Subject string
	Variant      Variant
	Found        *Cached
	Alone        bool // to be read once more
}

// ReadTogether reads cached lookups that waited at the same moment, all with or all without captions.
func (s *Store) ReadTogether(ctx context.Context, list []CachedRead, since time.Time) (err error) {
	group := make([]*cachedRead, len(list))
	for n, v := range list {
		group[n] = &cachedRead{ctx: ctx, variant: v.Variant, digest: accounts.KeyDigest(v.Key), subject: v.Subject, since: db.Micros(since)}
	}
	switch r := s.cached.(type) {
	case *groupedReader:
		err = r.readTogether(ctx, list[0].Variant.Captions(), group)
	case *sqliteCached:
		err = r.runReads(group)
	}
	for n, r := range group {
		list[n].Found, list[n].Alone, err = r.found, r.alone, errors.Join(err, r.err)
	}
	return err
}

func charging(d *db.DB, o batcher.Options) *Store {
	s := &Store{DB: d}
	s.charges = batcher.New(o, s.runCharges)
	return s
}

// Interrupted returns a store whose cached lookups fail as an interrupted statement does.
func Interrupted(d *db.DB) *Store { return &Store{DB: d, cached: interrupted{}} }

type interrupted struct{}

func (interrupted) close() error { return nil }

func (interrupted) read(context.Context, Variant, []byte, string, int64) (*Cached, error) {
	return nil, errors.New("interrupted")
}
