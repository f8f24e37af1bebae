package jobs

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/work"
)

// QueueStats is the current state of work by kind, from the table of work and, for imports, from asynq's queue. The workers and
// today's counts come from Redis.
type QueueStats struct {
	Unavailable string // why the queue or the database does not answer, redacted; "" if both do
	Queues      []QueueState
	Workers     []WorkerState
}

// QueueState is one kind of work.
type QueueState struct {
	Name                                        string
	Pending, Active, Scheduled, Retry, Archived int64
	ProcessedToday, FailedToday                 int64
	Latency                                     time.Duration // age of the oldest waiting task
	Paused                                      bool
	Slots                                       int64 // of all processes together
}

// Quiet reports whether the queue is served, holds nothing and did nothing today.
func (q QueueState) Quiet() bool {
	return q.holdsNothing() && q.Slots > 0 && q.ProcessedToday+q.FailedToday == 0
}

// Unserved reports whether no process serves the queue and nothing in it waits for one.
func (q QueueState) Unserved() bool {
	return q.holdsNothing() && q.Slots == 0
}

func (q QueueState) holdsNothing() bool {
	return !q.Paused && q.Pending+q.Active+q.Scheduled+q.Retry+q.Archived == 0
}

// WorkerState is one process that takes tasks.
type WorkerState struct {
	Host        string
	PID         int64
	Concurrency int64
	Busy        int64
	Since       time.Time
	State       string
}

// statsWithin bounds how long a page waits for the queue.
const statsWithin = 2 * time.Second

// Inspector looks at the work of all processes.
type Inspector struct {
	asynq *asynq.Inspector
	redis *redis.Client
	store *models.Store
}

// NewInspector returns an Inspector of a store and of the queue behind options. Redis need not answer.
func NewInspector(options *redis.Options, store *models.Store) *Inspector {
	o := *options
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.MaxRetries, o.PoolSize = statsWithin/2, statsWithin/2, statsWithin/2, -1, 2
	client := redis.NewClient(&o)
	return &Inspector{asynq: asynq.NewInspectorFromRedisClient(client), redis: client, store: store}
}

// Close ends its connections.
func (i *Inspector) Close() error { return i.redis.Close() }

// Stats reads the state of all work. If the queue does not answer, Unavailable says so; it is not an error.
func (i *Inspector) Stats(ctx context.Context) QueueStats {
	ctx, cancel := context.WithTimeout(ctx, statsWithin)
	defer cancel()
	g, err := i.stats(ctx)
	if err != nil {
		return QueueStats{Unavailable: apierror.Redact(err)}
	}
	return g
}

func (i *Inspector) stats(ctx context.Context) (g QueueStats, err error) {
	if err := i.redis.Ping(ctx).Err(); err != nil {
		return g, err
	}
	reports, err := workerReports(ctx, i.redis)
	if err != nil {
		return g, err
	}
	servers, err := i.asynq.Servers()
	if err != nil {
		return g, err
	}
	if g.Queues, err = i.kinds(ctx, reports); err != nil {
		return g, err
	}
	imports, err := i.imports(servers)
	g.Queues, g.Workers = append(g.Queues, imports), workers(servers, reports)
	slices.SortFunc(g.Queues, func(a, b QueueState) int { return strings.Compare(a.Name, b.Name) })
	return g, err
}

// kinds counts the work of the table.
func (i *Inspector) kinds(ctx context.Context, reports []workerReport) (list []QueueState, err error) {
	counts, err := i.store.Work.Count(ctx)
	if err != nil {
		return nil, err
	}
	done, failed, err := todayOf(ctx, i.redis)
	for _, kind := range work.Kinds() {
		c := counts[kind]
		q := QueueState{Name: string(kind), Pending: c.Due, Active: c.Running, Scheduled: c.Later, Retry: c.Failed, Latency: c.Oldest,
			ProcessedToday: done[string(kind)], FailedToday: failed[string(kind)]}
		for _, r := range reports {
			q.Slots += int64(r.Slots[kind])
		}
		list = append(list, q)
	}
	return list, err
}

// imports reads asynq's queue, which may not exist yet.
func (i *Inspector) imports(servers []*asynq.ServerInfo) (QueueState, error) {
	q := &asynq.QueueInfo{Queue: queueImports}
	used, err := i.asynq.Queues()
	if err == nil && slices.Contains(used, queueImports) {
		q, err = i.asynq.GetQueueInfo(queueImports)
	}
	if err != nil {
		return QueueState{}, err
	}
	state := QueueState{Name: queueImports, Pending: int64(q.Pending), Active: int64(q.Active), Scheduled: int64(q.Scheduled), Retry: int64(q.Retry), Archived: int64(q.Archived),
		ProcessedToday: int64(q.Processed), FailedToday: int64(q.Failed), Latency: q.Latency, Paused: q.Paused}
	for _, s := range servers {
		state.Slots += int64(s.Concurrency)
	}
	return state, nil
}

// workers lists the processes; each works on the table and on imports.
func workers(servers []*asynq.ServerInfo, reports []workerReport) []WorkerState {
	list := []WorkerState{}
	at := func(host string, pid int, since time.Time, state string) *WorkerState {
		n := slices.IndexFunc(list, func(w WorkerState) bool { return w.Host == host && w.PID == int64(pid) })
		if n < 0 {
			n = len(list)
			list = append(list, WorkerState{Host: host, PID: int64(pid), Since: since, State: state})
		}
		return &list[n]
	}
	for _, s := range servers {
		w := at(s.Host, s.PID, s.Started, s.Status)
		w.Concurrency += int64(s.Concurrency)
		w.Busy += int64(len(s.ActiveWorkers))
	}
	for _, r := range reports {
		w := at(r.Host, r.PID, r.Since, "active")
		for kind, n := range r.Slots {
			w.Concurrency += int64(n)
			w.Busy += int64(r.Busy[kind])
		}
	}
	slices.SortFunc(list, func(a, b WorkerState) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID))
	})
	return list
}
