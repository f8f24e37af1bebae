package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
	"socialdata/models/imports"
)

// kindImport is one delivery of an import: its payload is the import's id, its headers name the trace.
const kindImport = "import"

// longestImport bounds one delivery; the lease, not this, decides who works.
const longestImport = 30 * time.Minute

// Deliverer sends an accepted import to the workers. It never fails: what cannot be sent now is sent by repair.
type Deliverer interface {
	Deliver(ctx context.Context, id string)
}

// Client sends imports to the workers.
type Client struct {
	redis *redis.Client
	queue *asynq.Client
	look  *asynq.Inspector
	store *models.Store
	log   *slog.Logger
	back  atomic.Int64 // Unix nanoseconds: Deliver does not ask the queue before
}

// NewClient builds a client over a queue that need not answer.
func NewClient(options *redis.Options, store *models.Store, log *slog.Logger) *Client {
	r := redis.NewClient(options)
	return &Client{redis: r, queue: asynq.NewClientFromRedisClient(r), look: asynq.NewInspectorFromRedisClient(r), store: store, log: log}
}

// deliverWithin bounds how long a POST of an import waits for the queue; after a failure none waits for
// deliverPause.
const (
	deliverWithin = time.Second
	deliverPause  = 5 * time.Second
)

// Deliver sends a new import. A queue that does not answer is no error: the import stays accepted and repair sends it.
func (c *Client) Deliver(ctx context.Context, id string) {
	if time.Now().UnixNano() < c.back.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	if err := c.Send(ctx, id, 0); err != nil {
		c.back.Store(time.Now().Add(deliverPause).UnixNano())
		c.log.Warn("an import waits for the queue", "import", id, "cause", err)
	}
}

// Close ends the client's connections.
func (c *Client) Close() error { return c.redis.Close() }

// Send delivers an import. Its task's id holds the delivery number, so that a second send of the same delivery is one
// task; a queue that does not answer is an error, after which the import stays accepted and is sent by repair.
func (c *Client) Send(ctx context.Context, id string, delivery int64) error {
	task := asynq.NewTaskWithHeaders(kindImport, []byte(id), headers(ctx), asynq.Queue(queueImports), asynq.TaskID(taskID(id, delivery)),
		asynq.MaxRetry(0), asynq.Timeout(longestImport))
	if _, err := c.queue.EnqueueContext(ctx, task); err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return err
	}
	return c.store.MarkQueued(ctx, id)
}

// Resend delivers an overdue import again. One whose task still waits is left there: the workers are busy, and a second
// task would only make the queue longer. The id of a task that crashed stays taken, so the next number is sent.
func (c *Client) Resend(ctx context.Context, d imports.Due) error {
	taken, err := c.taskExists(ctx, d)
	if err == nil && taken {
		d.Delivery, err = c.store.NextDelivery(ctx, d)
	}
	if err != nil {
		return err
	}
	return c.Send(ctx, d.ID, d.Delivery)
}

// SendAgain delivers an import whose task was taken without being run.
func (c *Client) SendAgain(ctx context.Context, id string) error {
	d, err := c.store.FindDue(ctx, id)
	if d == nil || err != nil {
		return err
	}
	return c.Resend(ctx, *d)
}

// taskExists reports whether the task of a delivery is known to the queue and does not wait in it. asynq names its queue once in
// a process, and looks into none without a name: an emptied Redis is told it again.
func (c *Client) taskExists(ctx context.Context, d imports.Due) (bool, error) {
	if err := c.redis.SAdd(ctx, "asynq:queues", queueImports).Err(); err != nil {
		return false, err
	}
	info, err := c.look.GetTaskInfo(queueImports, taskID(d.ID, d.Delivery))
	if errors.Is(err, asynq.ErrTaskNotFound) {
		return false, nil
	}
	return err == nil && info.State != asynq.TaskStatePending, err
}

func taskID(id string, delivery int64) string { return id + ":" + strconv.FormatInt(delivery, 10) }
