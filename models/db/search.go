package db

import (
	"context"
	"errors"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/slots"
)

// searchTime bounds one search: what it has not found by then it has read too many rows for.
const searchTime = 5 * time.Second

// newSearches returns the slots of searches: they leave connections to statements that are quick, and one workspace leaves
// some to the searches of others.
func newSearches(postgres bool) *slots.Slots {
	if postgres {
		return slots.New(maxConns*3/4, maxConns/4)
	}
	return slots.New(sqliteReaders*3/4, sqliteReaders/4)
}

// Search runs a statement whose cost grows with what a workspace keeps. It waits until few enough of them run, and takes no
// longer than searchTime: then it is limit_exceeded.
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
