package jobs

import (
	"context"
	"errors"
)

// orderBatch bounds the workspaces that one pass orders.
const orderBatch = 200

// order assigns positions to new events, which also puts their deliveries into the table of work. If it fails for one workspace,
// it goes on with the others.
func (w *Worker) order(ctx context.Context) error {
	store := w.repair.Store
	workspaces, err := store.Events.Unordered(ctx, orderBatch)
	errs := []error{err}
	for _, id := range workspaces {
		errs = append(errs, store.Events.Order(ctx, id))
	}
	err = errors.Join(errs...)
	if len(workspaces) > 0 {
		w.dispatcher.bell.ring()
		if err == nil {
			w.events.ring() // there may be more than one pass orders
		}
	}
	return err
}
