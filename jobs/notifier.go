package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
)

// notifyEvery is how often a notifier looks for events and due deliveries.
const notifyEvery = 250 * time.Millisecond

// notifyBatch bounds what one look handles.
const notifyBatch = 200

// notifier gives new events their positions, and endpoints with due deliveries their turns. Every worker process runs one;
// the database decides who does what, and asks nothing of the queue but to carry.
type notifier struct {
	store *models.Store
	redis *redis.Client
	queue *asynq.Client
	log   *slog.Logger
}

func newNotifier(o Options) *notifier {
	client := redis.NewClient(o.Redis)
	return &notifier{store: o.Store, redis: client, queue: asynq.NewClientFromRedisClient(client), log: o.Log}
}

// run looks until the context ends.
func (n *notifier) run(ctx context.Context) {
	defer n.redis.Close()
	lookAgain(ctx, notifyEvery, n.look, func(err error) { n.log.Warn("events wait", "cause", err) })
}

func (n *notifier) look(ctx context.Context) error {
	workspaces, err := n.store.Unordered(ctx, notifyBatch)
	if err != nil {
		return err
	}
	for _, id := range workspaces {
		if err := n.store.Order(ctx, id); err != nil {
			return err
		}
	}
	endpoints, err := n.store.Due(ctx, notifyBatch)
	if err != nil {
		return err
	}
	for _, id := range endpoints {
		if err := n.turn(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// turn puts an endpoint into the queue, unless it waits there or has its turn.
func (n *notifier) turn(ctx context.Context, id string) error {
	return putOnce(ctx, n.queue, asynq.NewTask(kindDeliver, []byte(id)), queueDeliveries, deliverTask, deliverTask)
}
