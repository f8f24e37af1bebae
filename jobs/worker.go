// Package jobs does everything that happens outside of requests: imports, the table of work, periodic passes, and the in-process
// queue of the embedded defaults. It may import internal and models, and is the only package that uses asynq. The database knows
// all work; the queue only wakes workers, so a task may be lost, come twice, or come late.
package jobs

import (
	"cmp"
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
	"socialdata/models/work"
)

// Options build a Worker.
type Options struct {
	Redis    *redis.Options
	Store    *models.Store
	Importer *Importer
	Repair   *Repair
	Stamper  *Stamper    // nil: no timestamps
	Mails    *AlertMails // nil: no e-mails
	Digests  *Digests    // nil: no e-mails

	Deliveries  *Deliveries // nil: the standard sender is used
	Concurrency Concurrency

	Watches  *Watches  // nil: none are run
	Canaries *Canaries // nil: routes are not checked
	Rollouts *Rollouts // nil: changes of shapes are not tried
	Exports  *Exports  // nil: none are run

	LookEvery time.Duration // the longest wait between looks for work; 0 is lookEvery

	Log *slog.Logger
}

// Worker does the work of the table, and runs imports when tasks of asynq wake it.
type Worker struct {
	server     *asynq.Server
	mux        *asynq.ServeMux
	dispatcher *dispatcher
	importer   *Importer
	repair     *Repair
	intake     *intake
	canaries   *Canaries
	redis      *redis.Options
	woken      bell // by commits of this process and by others
	events     bell // wakes the loop that orders them
	arrivals   bell // wakes the loop that looks for imports
	log        *slog.Logger
	stopping   context.Context
	stop       context.CancelFunc // makes running attempts hand back
}

// NewWorker builds a worker; Start runs it.
func NewWorker(o Options) (*Worker, error) {
	if o.Deliveries == nil {
		o.Deliveries = &Deliveries{Store: o.Store, Sender: webhooks.New(webhooks.Options{}), Log: o.Log}
	}
	w := &Worker{
		server:     newServer(o),
		mux:        asynq.NewServeMux(),
		dispatcher: newDispatcher(o.Store, newTally(o.Redis), o.Log),
		importer:   o.Importer,
		repair:     o.Repair,
		canaries:   o.Canaries,
		intake:     newIntake(o.Importer, max(1, o.Concurrency.Imports)),
		redis:      o.Redis,
		woken:      newBell(),
		events:     newBell(),
		arrivals:   newBell(),
		log:        o.Log,
	}
	w.dispatcher.every = cmp.Or(o.LookEvery, lookEvery)
	o.Importer.Again = func(at time.Time) { time.AfterFunc(at.Sub(o.Store.Now()), w.arrivals.ring) }
	w.stopping, w.stop = context.WithCancel(context.Background())
	w.mux.Use(settle)
	w.mux.HandleFunc(kindImports, w.handleImports)
	w.handleWork(o)
	return w, nil
}

// handleWork registers a handler for each kind of work, with how many runs are allowed at once.
func (w *Worker) handleWork(o Options) {
	d, c := w.dispatcher, o.Concurrency
	d.handle(work.Repair, repairSlots, w.handlePass)
	d.handle(work.Housekeeping, c.Housekeeping, w.handlePass)
	d.handle(work.Deliveries, c.Deliveries, o.Deliveries.handle(w.stopping))
	d.handle(work.FailingDeliveries, spareWorkers(max(1, c.Deliveries)), o.Deliveries.handle(w.stopping))
	again := Reruns{Store: o.Store, Queue: o.Repair.Client}
	d.handle(work.Reruns, rerunSlots, again.Run)
	d.handle(work.Mendings, 1, again.TellMended)
	d.handle(work.Changes, changeSlots, (&Changes{Store: o.Store}).Run)
	if o.Watches != nil {
		d.handle(work.Watches, c.Watches, o.Watches.handle(w.stopping))
	}
	if o.Stamper != nil {
		d.handle(work.Timestamps, 1, o.Stamper.Handle)
	}
	if o.Mails != nil {
		d.handle(work.AlertMails, 1, o.Mails.Handle)
	}
	if o.Rollouts != nil {
		d.handle(work.Rollouts, 1, o.Rollouts.Run)
	}
	if o.Exports != nil {
		d.handle(work.Exports, exportSlots, o.Exports.Run)
	}
	if o.Digests != nil {
		d.handle(work.Digests, 1, o.Digests.Handle)
	}
}

// settle ends a failed or crashed task without a retry, because the database knows what is left to do.
func settle(next asynq.Handler) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		if err := crash.Call(func() error { return next.ProcessTask(ctx, t) }); err != nil {
			return fmt.Errorf("%w (%w)", err, asynq.RevokeTask)
		}
		return nil
	})
}

// newServer builds asynq's server, whose tasks only say that imports wait.
func newServer(o Options) *asynq.Server {
	workers := max(1, o.Concurrency.Imports)
	return asynq.NewServer(connection{o.Redis}, asynq.Config{
		Concurrency: workers + spareWorkers(workers), Queues: map[string]int{queueImports: 1}, TaskCheckInterval: idlePrompt,
		ShutdownTimeout: drainWithin, Logger: asynqLog{o.Log}, LogLevel: asynq.WarnLevel,
		ErrorHandler: asynq.ErrorHandlerFunc(func(_ context.Context, t *asynq.Task, err error) {
			o.Log.Warn("a task failed", "task", t.Type(), "cause", err)
		}),
	})
}

// connection lets asynq make, and close, clients of its own.
type connection struct{ options *redis.Options }

// MakeRedisClient implements asynq.RedisConnOpt.
func (c connection) MakeRedisClient() any { return redis.NewClient(c.options) }

// Start works until Shutdown. If the database does not answer, it returns an error, nothing has started, and it may be called again.
// While the queue does not answer, only imports wait.
func (w *Worker) Start() error {
	if err := w.ensurePasses(context.Background()); err != nil {
		return err
	}
	w.dispatcher.runs.Go(func() { w.dispatcher.run(w.stopping) })
	go w.dispatcher.tally.run(w.stopping, w.dispatcher)
	every := w.dispatcher.every
	go lookAgain(w.stopping, every, w.events, w.order, func(err error) { w.log.Warn("events wait", "cause", err) })
	go lookAgain(w.stopping, every, w.arrivals, w.lookForImports, func(err error) { w.log.Warn("imports wait", "cause", err) })
	go listen(w.stopping, w.redis, w.woken)
	go w.woken.each(w.stopping, w.ringAll)
	w.repair.Store.OnWork(w.woken.ring)
	return w.server.Start(w.mux)
}

// ringAll wakes every loop: what waits is not said.
func (w *Worker) ringAll() {
	for _, b := range []bell{w.dispatcher.bell, w.events, w.arrivals} {
		b.ring()
	}
}

// Shutdown accepts no more work and waits, within bounds, for running work.
func (w *Worker) Shutdown() {
	w.stop()
	var ended sync.WaitGroup
	ended.Go(w.server.Shutdown)
	ended.Go(w.dispatcher.drain)
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
