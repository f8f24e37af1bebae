package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"socialdata/models"
)

// watchEvery is how often watches that are due are looked for.
const watchEvery = time.Second

// watchBatch bounds what one look hands out.
const watchBatch = 50

// watchSchedule puts watches whose time has come into their queue. Every worker process has one; the database decides which
// are due, and who runs them.
type watchSchedule struct {
	store *models.Store
	redis *redis.Client
	queue *asynq.Client
	log   *slog.Logger
}

func newWatchSchedule(o Options) *watchSchedule {
	client := redis.NewClient(o.Redis)
	return &watchSchedule{store: o.Store, redis: client, queue: asynq.NewClientFromRedisClient(client), log: o.Log}
}

// run looks until the context ends.
func (s *watchSchedule) run(ctx context.Context) {
	defer s.redis.Close()
	lookAgain(ctx, watchEvery, s.look, func(err error) { s.log.Warn("watches wait", "cause", err) })
}

func (s *watchSchedule) look(ctx context.Context) error {
	due, err := s.store.Watches.Due(ctx, watchBatch)
	if err != nil {
		return err
	}
	for _, id := range due {
		if err := s.put(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// put puts a watch into the queue, unless it waits there.
func (s *watchSchedule) put(ctx context.Context, id string) error {
	return putOnce(ctx, s.queue, asynq.NewTask(kindWatch, []byte(id)), queueWatches, watchUnique, watchTask)
}
