package jobs

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
)

// kindImports is asynq's only task: it says that imports are waiting. Losing a task does no harm.
const kindImports = "imports"

// Deliverer sends an accepted import to the workers. It never fails: repair sends later what cannot be sent now.
type Deliverer interface {
	Deliver(ctx context.Context, id string)
}

// Client sends imports to the workers.
type Client struct {
	redis *redis.Client
	queue *asynq.Client
	store *models.Store
	log   *slog.Logger
	back  atomic.Int64 // Unix nanoseconds; Deliver does not try the queue before then
	stop  context.CancelFunc
}

// NewClient builds a client, which tells the workers of all processes when a commit of this one leaves work to do. The queue need not
// answer yet.
func NewClient(options *redis.Options, store *models.Store, log *slog.Logger) *Client {
	r := redis.NewClient(options)
	c := &Client{redis: r, queue: asynq.NewClientFromRedisClient(r), store: store, log: log}
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	left := newBell()
	store.OnWork(left.ring)
	go tellOthers(ctx, left, r)
	return c
}

// deliverWithin bounds how long a POST of an import waits for the queue. After a failure, no POST tries the queue for
// deliverPause.
const (
	deliverWithin = time.Second
	deliverPause  = 5 * time.Second
)

// Deliver sends a new import. If the queue does not answer, the import stays accepted and repair sends it later.
func (c *Client) Deliver(ctx context.Context, id string) {
	if time.Now().UnixNano() < c.back.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	if err := c.Send(ctx, id); err != nil {
		c.back.Store(time.Now().Add(deliverPause).UnixNano())
		c.log.Warn("an import waits for the queue", "import", id, "cause", err)
	}
}

// Close ends the client's connections.
func (c *Client) Close() error {
	c.stop()
	return c.redis.Close()
}

// Send wakes a worker for an import and marks it queued. It returns an error if the queue does not answer; the import then stays
// as it is, and repair sends it later.
func (c *Client) Send(ctx context.Context, id string) error {
	if err := c.wake(ctx); err != nil {
		return err
	}
	return c.store.Imports.MarkQueued(ctx, id)
}

// wake sends a task that makes one worker look for imports. The database decides which ones wait, so a duplicate, lost or late
// task only changes when they begin.
func (c *Client) wake(ctx context.Context) error {
	_, err := c.queue.EnqueueContext(ctx, asynq.NewTask(kindImports, nil), asynq.Queue(queueImports), asynq.MaxRetry(0), asynq.Timeout(intakeTime+longestImport))
	return err
}
