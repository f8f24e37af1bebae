package jobs

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// workChannel is Redis's channel on which processes tell each other that there is work. What is lost on it is found at the next look.
const workChannel = "socialdata:work"

const (
	// lookEvery is how often a process looks for work when nothing wakes it.
	lookEvery = 30 * time.Second
	// wakeGap is how long one waking speaks for those that follow it.
	wakeGap = 100 * time.Millisecond
	// tellWithin bounds one message.
	tellWithin = time.Second
)

// bell wakes one loop. Rings before the loop waits for the next one are one.
type bell chan struct{}

func newBell() bell { return make(bell, 1) }

func (b bell) ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}

// each runs f after a ring, at most once in wakeGap, until the context ends.
func (b bell) each(ctx context.Context, f func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b:
			f()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wakeGap):
		}
	}
}

// tellOthers tells the workers of other processes that there is work, whenever the bell rings. A message that Redis does not take is lost.
func tellOthers(ctx context.Context, b bell, client *redis.Client) {
	b.each(ctx, func() {
		within, cancel := context.WithTimeout(ctx, tellWithin)
		defer cancel()
		_ = client.Publish(within, workChannel, "").Err()
	})
}

// listen rings a bell whenever another process says that there is work.
func listen(ctx context.Context, options *redis.Options, b bell) {
	client := redis.NewClient(options)
	defer client.Close()
	told := client.Subscribe(ctx, workChannel)
	defer told.Close()
	messages := told.Channel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-messages:
			b.ring()
		}
	}
}
