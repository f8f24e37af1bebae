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

	"socialdata/internal/webhooks"
	"socialdata/models"
)

// Options build a Worker.
type Options struct {
	Redis    *redis.Options
	Store    *models.Store
	Importer *Importer
	Repair   *Repair
	Stamper  *Stamper // nil: no timestamps
	Imports  int      // imports at once; 0 is 1

	Deliveries *Deliveries // nil: with the usual sender
	Endpoints  int         // that are told of events at once; 0 is 1

	Log *slog.Logger
}

// Worker takes tasks from the queues and puts the periodic ones into them. Imports, which may take long, deliveries, which
// wait for endpoints, and upkeep have servers of their own: none delays another.
type Worker struct {
	imports    *asynq.Server
	deliveries *asynq.Server
	upkeep     *asynq.Server
	scheduler  *asynq.Scheduler
	mux        *asynq.ServeMux
	importer   *Importer
	repair     *Repair
	shares     *shares
	notifier   *notifier
	stopping   context.Context
	stop       context.CancelFunc // hands running attempts back
}

// How long, on average, an idle server sleeps before it looks again: an import waits half of it. Nothing is ever delayed
// in the queue, so that asynq may look for that as rarely as it likes.
const (
	idleImports = 100 * time.Millisecond
	idleUpkeep  = time.Second
)

// NewWorker builds a worker; Start runs it.
func NewWorker(o Options) (*Worker, error) {
	if o.Deliveries == nil {
		o.Deliveries = &Deliveries{Store: o.Store, Sender: webhooks.New(webhooks.Options{}), Log: o.Log}
	}
	quiet := asynqLog{o.Log}
	workers := max(1, o.Imports)
	w := &Worker{
		imports:    newServer(o, workers, map[string]int{queueImports: 1}, idleImports),
		deliveries: newServer(o, max(1, o.Endpoints), map[string]int{queueDeliveries: 1}, idleImports),
		upkeep:     newServer(o, upkeepWorkers, upkeepQueues(), idleUpkeep),
		notifier:   newNotifier(o),
		scheduler:  asynq.NewScheduler(connection{o.Redis}, &asynq.SchedulerOpts{Logger: quiet, LogLevel: asynq.WarnLevel}),
		mux:        asynq.NewServeMux(),
		importer:   o.Importer,
		repair:     o.Repair,
		shares:     newShares(workers),
	}
	w.stopping, w.stop = context.WithCancel(context.Background())
	w.mux.HandleFunc(kindHousekeep, housekeep(o.Store))
	w.mux.HandleFunc(kindImport, w.handleImport(w.stopping))
	w.mux.HandleFunc(kindDeliver, o.Deliveries.handle)
	w.mux.HandleFunc(kindRepair, o.Repair.handle)
	w.mux.HandleFunc(kindHolds, o.Repair.handleHolds)
	w.mux.HandleFunc(kindOrphans, o.Repair.handleOrphans)
	tasks := schedule()
	if o.Stamper != nil {
		w.mux.HandleFunc(kindStamps, o.Stamper.handle)
		tasks = append(tasks, stamping())
	}
	for _, p := range tasks {
		if _, err := w.scheduler.Register(p.every, asynq.NewTask(p.kind, nil), p.options()...); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// newServer builds a server of some queues by weight.
func newServer(o Options, concurrency int, queues map[string]int, idle time.Duration) *asynq.Server {
	return asynq.NewServer(connection{o.Redis}, asynq.Config{
		Concurrency: concurrency, Queues: queues, TaskCheckInterval: idle,
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
	if err := w.upkeep.Start(w.mux); err != nil {
		return err
	}
	if err := w.deliveries.Start(w.mux); err != nil {
		return err
	}
	go w.notifier.run(w.stopping)
	return w.imports.Start(w.mux)
}

// Shutdown takes no more tasks and waits, within bounds, for those that run.
func (w *Worker) Shutdown() {
	w.stop()
	w.scheduler.Shutdown()
	var ended sync.WaitGroup
	ended.Go(w.imports.Shutdown)
	ended.Go(w.deliveries.Shutdown)
	ended.Go(w.upkeep.Shutdown)
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
