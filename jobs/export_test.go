package jobs

import "github.com/hibiken/asynq"

// Handle lets a worker that was not started handle tasks of a further kind.
func Handle(w *Worker, kind string, f asynq.HandlerFunc) { w.mux.HandleFunc(kind, f) }
