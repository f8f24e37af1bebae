// Package jobs runs what does not belong to a request: asynq task kinds, the worker and its schedule, and the
// in-process queue of the embedded defaults. It may import internal and models; asynq is used nowhere else. The
// database is the truth and the queue only a carrier: every task may be lost, come twice, or come late.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/internal/crash"
	"socialdata/internal/webhooks"
	"socialdata/models"
)

// Options build a Worker.
type Options struct {
	Redis    *redis.Options
	Store    *models.Store
	Importer *Importer
	Repair   *Repair
	Stamper  *Stamper    // nil: no timestamps
	Mails    *AlertMails // nil: no e-mails

	Deliveries  *Deliveries // nil: with the usual sender
	Concurrency Concurrency

	Watches *Watches // nil: none are run

	Log *slog.Logger
}

// Worker takes tasks from the queues and puts the periodic ones into them. Each group of queues has a server of its own.
type Worker struct {
	servers   []*asynq.Server
	scheduler *asynq.Scheduler
	mux       *asynq.ServeMux
	importer  *Importer
	repair    *Repair
	intake    *intake
	notifier  *notifier
	watching  *watchSchedule // nil: no watches are run
	stopping  context.Context
	stop      context.CancelFunc // hands running attempts back
}

// NewWorker builds a worker; Start runs it.
func NewWorker(o Options) (*Worker, error) {
	if o.Deliveries == nil {
		o.Deliveries = &Deliveries{Store: o.Store, Sender: webhooks.New(webhooks.Options{}), Log: o.Log}
	}
	w := &Worker{
		notifier:  newNotifier(o),
		scheduler: asynq.NewScheduler(connection{o.Redis}, &asynq.SchedulerOpts{Logger: asynqLog{o.Log}, LogLevel: asynq.WarnLevel}),
		mux:       asynq.NewServeMux(),
		importer:  o.Importer,
		repair:    o.Repair,
		intake:    newIntake(o.Importer, max(1, o.Concurrency.Imports)),
	}
	for _, g := range queueGroups(o.Concurrency) {
		w.servers = append(w.servers, newServer(o, g))
	}
	if o.Watches != nil {
		w.watching = newWatchSchedule(o)
	}
	w.stopping, w.stop = context.WithCancel(context.Background())
	w.mux.Use(settle)
	for kind, handle := range w.handlers(o) {
		w.mux.HandleFunc(kind, handle)
	}
	for _, p := range schedule(o) {
		if _, err := w.scheduler.Register(p.every, asynq.NewTask(p.kind, nil), p.options()...); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// handlers says who handles which kind of task.
func (w *Worker) handlers(o Options) map[string]asynq.HandlerFunc {
	list := map[string]asynq.HandlerFunc{
		kindImports:     w.handleImports,
		kindDeliver:     o.Deliveries.handle,
		kindRepair:      o.Repair.handle,
		kindHolds:       o.Repair.handleHolds,
		kindOrphans:     o.Repair.handleOrphans,
		kindHousekeep:   housekeep(o.Store),
		kindRouteReport: routeReport(o.Store),
	}
	if o.Watches != nil {
		list[kindWatch] = o.Watches.handle(w.stopping)
	}
	if o.Stamper != nil {
		list[kindStamps] = o.Stamper.handle
	}
	if o.Mails != nil {
		list[kindAlertMails] = o.Mails.handle
	}
	return list
}

// settle ends a task that failed, or crashed: it is neither tried again nor kept, because the database says what is left to do.
// Else the lock of a task that is put in once would keep the next one out.
func settle(next asynq.Handler) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		if err := crash.Call(func() error { return next.ProcessTask(ctx, t) }); err != nil {
			return fmt.Errorf("%w (%w)", err, asynq.RevokeTask)
		}
		return nil
	})
}

// newServer builds the server of a group of queues.
func newServer(o Options, g queueGroup) *asynq.Server {
	return asynq.NewServer(connection{o.Redis}, asynq.Config{
		Concurrency: g.workers, Queues: g.queues, TaskCheckInterval: g.idle,
		ShutdownTimeout: 8 * time.Second, Logger: asynqLog{o.Log}, LogLevel: asynq.WarnLevel,
		ErrorHandler: asynq.ErrorHandlerFunc(func(_ context.Context, t *asynq.Task, err error) {
			o.Log.Warn("a task failed", "task", t.Type(), "cause", err)
		}),
	})
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
	for _, server := range w.servers {
		if err := server.Start(w.mux); err != nil {
			return err
		}
	}
	if w.watching != nil {
		go w.watching.run(w.stopping)
	}
	go w.notifier.run(w.stopping)
	go lookAgain(w.stopping, intakeEvery, w.lookForImports, func(err error) { w.importer.Log.Warn("imports wait", "cause", err) })
	return nil
}

// Shutdown takes no more tasks and waits, within bounds, for those that run.
func (w *Worker) Shutdown() {
	w.stop()
	w.scheduler.Shutdown()
	var ended sync.WaitGroup
	for _, server := range w.servers {
		ended.Go(server.Shutdown)
	}
	ended.Wait()
}

// pingWithin bounds how long readiness waits for the queue.
const pingWithin = time.Second

// Ping reports whether the queue answers.
func Ping(client redis.UniversalClient) func(context.Context) error {
	return func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, pingWithin)
		defer cancel()
		return client.Ping(ctx).Err()
	}
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
