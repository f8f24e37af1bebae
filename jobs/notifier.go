package jobs

import (
	"context"
	"errors"
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
	workspaces, err := n.store.Events.Unordered(ctx, notifyBatch)
	errs := []error{err}
	for _, id := range workspaces {
		errs = append(errs, n.store.Events.Order(ctx, id))
	}
	for queue, failing := range map[string]bool{queueDeliveries: false, queueFailing: true} {
		endpoints, err := n.store.Events.Due(ctx, failing, notifyBatch)
		errs = append(errs, err, n.giveTurns(ctx, endpoints, queue))
	}
	return errors.Join(errs...)
}

// giveTurns puts endpoints into a queue, unless they wait there. If the queue does not answer, none is tried after the first.
func (n *notifier) giveTurns(ctx context.Context, endpoints []string, queue string) error {
	for _, id := range endpoints {
		if err := putOnce(ctx, n.queue, asynq.NewTask(kindDeliver, []byte(id)), queue, deliverTask, deliverTask); err != nil {
			return err
		}
	}
	return nil
}
