package jobs

import (
	"time"

	"github.com/hibiken/asynq"
)

// The queues. Every kind of upkeep has its own, so that a slow one does not stand before the others.
const (
	queueImports    = "imports"
	queueDeliveries = "deliveries"
	queueRepair     = "repair"
	queueHolds      = "holds"
	queueTidy       = "housekeeping"
)

// upkeepWorkers is how many tasks of upkeep run at once: the two that may take long, housekeeping and the sweep of
// orphans, leave two for the others.
const upkeepWorkers = 4

// upkeepQueues are the queues of upkeep by weight.
func upkeepQueues() map[string]int {
	return map[string]int{queueRepair: 6, queueHolds: 3, queueTidy: 1}
}

// periodic is a task that comes again and again.
type periodic struct {
	kind, queue, every string
	within             time.Duration // bounds one run; of several processes' schedulers one puts it in within this time
}

// schedule are the periodic tasks.
func schedule() []periodic {
	return []periodic{
		{kindRepair, queueRepair, "@every 10s", 30 * time.Second},
		{kindHolds, queueHolds, "@every 10s", 30 * time.Second},
		{kindHousekeep, queueTidy, "@every 10m", 10 * time.Minute},
		{kindOrphans, queueTidy, "@every 6h", time.Hour},
	}
}

// stamping asks for timestamps, where there is an authority. A pass ends within its bound even if every request takes as long
// as it may.
func stamping() periodic { return periodic{kindStamps, queueTidy, "@every 10s", 5 * time.Minute} }

// options keep a task from being put in again while it waits or runs. The lock of a process that was killed ends with the
// bound.
func (p periodic) options() []asynq.Option {
	return []asynq.Option{asynq.Queue(p.queue), asynq.MaxRetry(0), asynq.Unique(p.within), asynq.Timeout(p.within)}
}
