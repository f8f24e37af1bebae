package db

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/slots"
)

// searchTime is the maximum duration of one search. A search that takes longer reads too many rows.
const searchTime = 5 * time.Second

// newSearches returns the slots of searches. They are fewer than the connections, so that fast statements always get
// one, and a single workspace cannot take all of them.
func newSearches(postgres bool) *slots.Slots {
	if postgres {
		return slots.New(maxConns*3/4, maxConns/4)
	}
	return slots.New(sqliteReaders*3/4, sqliteReaders/4)
}

// Search runs a statement whose cost grows with the data of a workspace. It waits for a free slot, and returns
// limit_exceeded if the statement takes longer than searchTime.
func (d *DB) Search(ctx context.Context, workspaceID string, run func(ctx context.Context) error) error {
	release, err := d.searches.Take(ctx, workspaceID)
	if err != nil {
		return err
	}
	defer release()
	bounded, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	err = run(bounded)
	if err != nil && ctx.Err() == nil && errors.Is(bounded.Err(), context.DeadlineExceeded) {
		return apierror.Wrap(err, apierror.CodeLimitExceeded, "subject", "searchSeconds", "limit", int64(searchTime/time.Second))
	}
	return err
}
