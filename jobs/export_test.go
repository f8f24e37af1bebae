package jobs

import (
	"context"

	"github.com/hibiken/asynq"
)

// TraceOf returns the trace that an import keeps.
func TraceOf(ctx context.Context) string { return traceOf(ctx) }

// Handle lets a worker that was not started handle tasks of a further kind.
func Handle(w *Worker, kind string, f asynq.HandlerFunc) { w.mux.HandleFunc(kind, f) }
