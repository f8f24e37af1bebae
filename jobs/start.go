package jobs

import (
	"context"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models"
	"socialdata/models/imports"
)

// Starter accepts imports and sends them to the workers.
type Starter struct {
	Store  *models.Store
	Lookup *lookup.Service
	Queue  Deliverer
}

// RenderImport makes the response that is stored for repeated requests. nil stores none: a watch needs none, and a page shows the import
// itself.
type RenderImport func(*imports.Detail) ([]byte, error)

// Start accepts an import whose link was recognised, and sends it. If it has to wait, repair sends it later. A repeated request
// returns the first response.
func (s Starter) Start(ctx context.Context, n imports.NewImport, render RenderImport) (*imports.AcceptedImport, error) {
	if render == nil {
		render = func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil }
	}
	n.Trace = traceOf(ctx)
	accepted, err := s.Store.Imports.Accept(ctx, n, render)
	if err != nil {
		return nil, err
	}
	if !accepted.Replayed && n.Wait == 0 {
		s.Queue.Deliver(ctx, accepted.ID)
	}
	return accepted, nil
}

// Started is one of several imports: the request by its SourceURL, then either its response or an error of the catalogue.
type Started struct {
	Import   imports.NewImport
	Accepted *imports.AcceptedImport
	Err      error // if it or the response is set before StartMany, the import is skipped
}

// StartMany starts imports one after another, each in a transaction of its own. more takes one from the rate limit on imports and
// returns how long to wait for it; only newly accepted imports count. When the limit is reached, or storage fails, the rest is
// refused for the same reason.
func (s Starter) StartMany(ctx context.Context, list []Started, more func(context.Context) (time.Duration, error), render RenderImport) {
	spare := false // taken from the limit and not used yet
	var wait time.Duration
	var refused error
	for n := range list {
		one := &list[n]
		if one.Err != nil || one.Accepted != nil {
			continue
		}
		if refused == nil && !spare {
			wait, refused = more(ctx)
		}
		if one.Err = refused; refused != nil {
			continue
		}
		one.Import.Wait = wait
		if one.Import, one.Err = s.Lookup.ImportOf(one.Import.SourceURL, one.Import); one.Err == nil {
			one.Accepted, one.Err = s.Start(ctx, one.Import, render)
		}
		spare = one.Err != nil || one.Accepted.Replayed
		if ours := ofStorage(one.Err); ours != nil {
			one.Err, refused = ours, ours
		}
	}
}

// ofStorage returns storage_unavailable if nothing more can be stored after the error, otherwise nil.
func ofStorage(err error) error {
	switch {
	case apierror.Is(err, apierror.CodeStorageUnavailable):
		return err
	case apierror.PastDeadline(err):
		return apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return nil
}
