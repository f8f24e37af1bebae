package jobs

import (
	"context"
	"errors"
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

// RenderImport makes the answer that is kept for a repeated request.
type RenderImport func(*imports.Detail) ([]byte, error)

// Start accepts an import whose link was recognised and sends it, unless it has to wait: repair sends it then. A repeated
// one, which is accepted already, gives the first answer.
func (s Starter) Start(ctx context.Context, n imports.NewImport, render RenderImport) (*imports.AcceptedImport, error) {
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

// Started is one of several imports: what is asked for by its SourceURL, and then either its answer or an error of the
// catalogue.
type Started struct {
	Import   imports.NewImport
	Accepted *imports.AcceptedImport
	Err      error // set before: it is left out
}

// StartMany starts imports one after another, each in a transaction of its own. more takes one more of the limit on
// imports, and returns after how long that one may begin: as many are taken as are newly accepted. Where the limit has no
// more to give, or the storage ends, the rest is refused for the same reason.
func (s Starter) StartMany(ctx context.Context, list []Started, more func(context.Context) (time.Duration, error), render RenderImport) {
	spare := false // taken and not used
	var wait time.Duration
	var refused error
	for n := range list {
		one := &list[n]
		if one.Err != nil {
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

// ofStorage returns storage_unavailable for an error after which nothing more can be stored, else nil.
func ofStorage(err error) error {
	var named *apierror.Error
	switch {
	case apierror.Is(err, apierror.CodeStorageUnavailable):
		return err
	case errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &named):
		return apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return nil
}
