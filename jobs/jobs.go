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
	Redis    *redis.Options
	Store    *models.Store
	Importer *Importer
	Repair   *Repair
	Log      *slog.Logger
}

// Worker takes tasks from the queue and puts the periodic ones into it.
type Worker struct {
	server    *asynq.Server
	scheduler *asynq.Scheduler
	mux       *asynq.ServeMux
	repair    *Repair
	stop      context.CancelFunc // hands running attempts back
}

// schedule are the tasks that come again and again, by kind.
func schedule() map[string]string {
	return map[string]string{kindHousekeep: "@every 10m", kindRepair: "@every 10s", kindHolds: "@every 10s", kindOrphans: "@every 6h"}
}

// idle is how long, on average, an idle worker sleeps before it looks again: an import waits half of it. Nothing is ever
// delayed in the queue, so that asynq may look for that as rarely as it likes.
const idle = 100 * time.Millisecond

// NewWorker builds a worker; Start runs it.
func NewWorker(o Options) (*Worker, error) {
	quiet := asynqLog{o.Log}
	w := &Worker{
		server: asynq.NewServer(connection{o.Redis}, asynq.Config{
			Concurrency: 8, TaskCheckInterval: idle,
			ShutdownTimeout: 8 * time.Second, Logger: quiet, LogLevel: asynq.WarnLevel,
			ErrorHandler: asynq.ErrorHandlerFunc(func(_ context.Context, t *asynq.Task, err error) {
				o.Log.Warn("a task failed", "task", t.Type(), "cause", err)
			}),
		}),
		scheduler: asynq.NewScheduler(connection{o.Redis}, &asynq.SchedulerOpts{Logger: quiet, LogLevel: asynq.WarnLevel}),
		mux:       asynq.NewServeMux(),
		repair:    o.Repair,
	}
	var stopping context.Context
	stopping, w.stop = context.WithCancel(context.Background())
	w.mux.HandleFunc(kindHousekeep, housekeep(o.Store))
	w.mux.HandleFunc(kindImport, o.Importer.handle(stopping))
	w.mux.HandleFunc(kindRepair, o.Repair.handle)
	w.mux.HandleFunc(kindHolds, o.Repair.handleHolds)
	w.mux.HandleFunc(kindOrphans, o.Repair.handleOrphans)
	for kind, every := range schedule() {
		// Unique keeps the schedulers of several processes from multiplying a task.
		if _, err := w.scheduler.Register(every, asynq.NewTask(kind, nil), asynq.MaxRetry(0), asynq.Unique(5*time.Second)); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// connection lets asynq make clients of its own, which it closes itself.
type connection struct{ options *redis.Options }

// MakeRedisClient implements asynq.RedisConnOpt.
func (c connection) MakeRedisClient() any { return redis.NewClient(c.options) }

// Start repairs once, then takes tasks until Shutdown. Where repair fails nothing was started: Start may be called again.
func (w *Worker) Start() error {
	if err := w.repair.Pass(context.Background()); err != nil {
		return err
	}
	if err := w.scheduler.Start(); err != nil {
		return err
	}
	return w.server.Start(w.mux)
}

// Shutdown takes no more tasks and waits, within bounds, for those that run.
func (w *Worker) Shutdown() {
	w.stop()
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
