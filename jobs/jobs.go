// Package jobs runs what does not belong to a request: asynq task kinds, the worker and its schedule, and the
// in-process queue of the embedded defaults. It may import internal and models; asynq is used nowhere else. The
// database is the truth and the queue only a carrier: every task may be lost, come twice, or come late.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
)

// Options build a Worker.
type Options struct {
	Redis redis.UniversalClient
	Store *models.Store
	Log   *slog.Logger
}

// Worker takes tasks from the queue and puts the periodic ones into it.
type Worker struct {
	server    *asynq.Server
	scheduler *asynq.Scheduler
	mux       *asynq.ServeMux
	schedule  []periodic
}

// periodic is a task that comes again and again; Unique keeps several schedulers from multiplying it.
type periodic struct {
	kind  string
	every string
}

// idle is how long an idle worker sleeps before it looks again.
const idle = 200 * time.Millisecond

// NewWorker builds a worker; Start runs it.
func NewWorker(o Options) *Worker {
	quiet := asynqLog{o.Log}
	w := &Worker{
		server: asynq.NewServerFromRedisClient(o.Redis, asynq.Config{
			Concurrency: 8, TaskCheckInterval: idle, DelayedTaskCheckInterval: 2 * idle,
			ShutdownTimeout: 8 * time.Second, Logger: quiet, LogLevel: asynq.WarnLevel,
			ErrorHandler: asynq.ErrorHandlerFunc(func(_ context.Context, t *asynq.Task, err error) {
				o.Log.Warn("a task failed", "task", t.Type(), "cause", err)
			}),
		}),
		scheduler: asynq.NewSchedulerFromRedisClient(o.Redis, &asynq.SchedulerOpts{Logger: quiet, LogLevel: asynq.WarnLevel}),
		mux:       asynq.NewServeMux(),
		schedule:  []periodic{{kindHousekeep, "@every 10m"}},
	}
	w.mux.HandleFunc(kindHousekeep, housekeep(o.Store))
	return w
}

// Start takes tasks until Shutdown.
func (w *Worker) Start() error {
	for _, p := range w.schedule {
		if _, err := w.scheduler.Register(p.every, asynq.NewTask(p.kind, nil), asynq.MaxRetry(0), asynq.Unique(time.Minute)); err != nil {
			return err
		}
	}
	if err := w.scheduler.Start(); err != nil {
		return err
	}
	return w.server.Start(w.mux)
}

// Shutdown takes no more tasks and waits, within bounds, for those that run.
func (w *Worker) Shutdown() {
	w.scheduler.Shutdown()
	w.server.Shutdown()
}

// Ping tells whether the queue answers.
func Ping(client redis.UniversalClient) func(context.Context) error {
	return func(ctx context.Context) error { return client.Ping(ctx).Err() }
}

// asynqLog turns asynq's log lines into ours.
type asynqLog struct{ log *slog.Logger }

func (l asynqLog) Debug(args ...any) { l.say(slog.LevelDebug, args) }
func (l asynqLog) Info(args ...any)  { l.say(slog.LevelDebug, args) }
func (l asynqLog) Warn(args ...any)  { l.say(slog.LevelWarn, args) }
func (l asynqLog) Error(args ...any) { l.say(slog.LevelWarn, args) }
func (l asynqLog) Fatal(args ...any) { l.say(slog.LevelError, args) }

func (l asynqLog) say(level slog.Level, args []any) {
	l.log.Log(context.Background(), level, "queue", "said", fmt.Sprint(args...))
}
