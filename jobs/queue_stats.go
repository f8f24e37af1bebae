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
)

// QueueStats is the state of the queues now. What is left to do is for the database to say.
type QueueStats struct {
	Unavailable string // "" or why the queue does not answer, redacted
	Queues      []QueueState
	Workers     []WorkerState
}

// QueueState is one queue.
type QueueState struct {
	Name                                        string
	Pending, Active, Scheduled, Retry, Archived int64
	ProcessedToday, FailedToday                 int64
	Latency                                     time.Duration // age of the oldest pending task
	Paused                                      bool
	Slots                                       int64 // tasks at once over all processes, together with the queues of its group
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

// statsWithin bounds how long a page waits for a queue that does not answer.
const statsWithin = 2 * time.Second

// Inspector looks at the queues.
type Inspector struct {
	asynq *asynq.Inspector
	redis *redis.Client
}

// NewInspector looks at the queues behind options; Redis need not answer.
func NewInspector(options *redis.Options) *Inspector {
	o := *options
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.MaxRetries, o.PoolSize = statsWithin/2, statsWithin/2, statsWithin/2, -1, 2
	o.PushNotificationProcessor = nil // belongs to one client; options that a client gave hold that client's
	client := redis.NewClient(&o)
	return &Inspector{asynq: asynq.NewInspectorFromRedisClient(client), redis: client}
}

// Close ends its connections.
func (i *Inspector) Close() error { return i.redis.Close() }

// Stats reads the state of the queues. A queue that does not answer is a state to show, not an error.
func (i *Inspector) Stats(ctx context.Context) QueueStats {
	ctx, cancel := context.WithTimeout(ctx, statsWithin)
	defer cancel()
	g := QueueStats{}
	err := i.redis.Ping(ctx).Err()
	var servers []*asynq.ServerInfo
	if err == nil {
		servers, err = i.asynq.Servers()
	}
	if err == nil {
		g.Workers = workers(servers)
		g.Queues, err = i.queues(servers)
	}
	if err != nil {
		return QueueStats{Unavailable: apierror.Redact(err)}
	}
	return g
}

// queues reads every queue, also those that no task was ever sent to.
func (i *Inspector) queues(servers []*asynq.ServerInfo) ([]QueueState, error) {
	used, err := i.asynq.Queues()
	if err != nil {
		return nil, err
	}
	names := append(queueNames(), used...)
	slices.Sort(names)
	list := []QueueState{}
	for _, name := range slices.Compact(names) {
		q := &asynq.QueueInfo{Queue: name}
		if slices.Contains(used, name) {
			if q, err = i.asynq.GetQueueInfo(name); err != nil {
				return nil, err
			}
		}
		list = append(list, QueueState{Name: q.Queue, Pending: int64(q.Pending), Active: int64(q.Active), Scheduled: int64(q.Scheduled), Slots: slotsOf(servers, name),
			Retry: int64(q.Retry), Archived: int64(q.Archived), ProcessedToday: int64(q.Processed), FailedToday: int64(q.Failed), Latency: q.Latency, Paused: q.Paused})
	}
	return list, nil
}

// slotsOf counts the tasks of a queue that servers would run at once.
func slotsOf(servers []*asynq.ServerInfo, queue string) (n int64) {
	for _, s := range servers {
		if s.Queues[queue] > 0 {
			n += int64(s.Concurrency)
		}
	}
	return n
}

// workers lists the processes, each of which has several servers.
func workers(servers []*asynq.ServerInfo) []WorkerState {
	list := []WorkerState{}
	for _, s := range servers {
		at := slices.IndexFunc(list, func(w WorkerState) bool { return w.Host == s.Host && w.PID == int64(s.PID) })
		if at < 0 {
			at = len(list)
			list = append(list, WorkerState{Host: s.Host, PID: int64(s.PID), Since: s.Started, State: s.Status})
		}
		list[at].Concurrency += int64(s.Concurrency)
		list[at].Busy += int64(len(s.ActiveWorkers))
	}
	slices.SortFunc(list, func(a, b WorkerState) int {
		return cmp.Or(strings.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID))
	})
	return list
}
