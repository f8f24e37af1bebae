package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
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
	queue *asynq.Client
	store *models.Store
	log   *slog.Logger
}

// NewClient builds a client over a queue that may be away.
func NewClient(options *redis.Options, store *models.Store, log *slog.Logger) *Client {
	return &Client{queue: asynq.NewClient(connection{options}), store: store, log: log}
}

// deliverWithin bounds how long whoever posts an import waits for the queue.
const deliverWithin = 2 * time.Second

// Deliver sends a new import. A queue that is away is no error: the import stays accepted and repair sends it.
func (c *Client) Deliver(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(ctx, deliverWithin)
	defer cancel()
	if err := c.Send(ctx, id, 0); err != nil {
		c.log.Warn("an import waits for the queue", "import", id, "cause", err)
	}
}

// Close ends the client's connections.
func (c *Client) Close() error { return c.queue.Close() }

// Send delivers an import. Its task's id holds the delivery number, so that a second send of the same delivery is one
// task; a queue that is away is an error, after which the import stays accepted and is sent by repair.
func (c *Client) Send(ctx context.Context, id string, delivery int64) error {
	task := asynq.NewTaskWithHeaders(kindImport, []byte(id), headers(ctx), asynq.TaskID(id+":"+strconv.FormatInt(delivery, 10)), asynq.MaxRetry(0), asynq.Timeout(longestImport))
	if _, err := c.queue.EnqueueContext(ctx, task); err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		return err
	}
	return c.store.MarkQueued(ctx, id)
}
