package jobs

import (
	"context"

	"github.com/hibiken/asynq"

	"socialdata/models/work"
)

// TraceOf returns the trace that an import keeps.
func TraceOf(ctx context.Context) string { return traceOf(ctx) }

// Handle lets a worker that was not started handle tasks of a further kind.
func Handle(w *Worker, kind string, f asynq.HandlerFunc) { w.mux.HandleFunc(kind, f) }

// HandleWork lets a worker that was not started do work of a kind in another way, at most slots at once.
func HandleWork(w *Worker, kind work.Kind, slots int, h func(context.Context, *work.Job) work.Outcome) {
	w.dispatcher.handle(kind, slots, h)
}
