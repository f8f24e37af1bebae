package jobs

import (
	"time"

	"github.com/hibiken/asynq"
)

// periodic is a task that comes again and again.
type periodic struct {
	kind, queue, every string
	within             time.Duration // bounds one run; of several processes' schedulers one puts it in within this time
}

// schedule are the periodic tasks. Timestamps are asked for where there is an authority, and e-mails sent where there is a
// server; a pass ends within its bound even if every request takes as long as it may.
func schedule(o Options) []periodic {
	list := []periodic{
		{kindRepair, queueRepair, "@every 10s", 30 * time.Second},
		{kindHolds, queueHolds, "@every 10s", 30 * time.Second},
		{kindHousekeep, queueTidy, "@every 10m", 10 * time.Minute},
		{kindRouteReport, queueTidy, "@every 10s", time.Minute}, // counts every 30 s: one process claims it
		{kindOrphans, queueTidy, "@every 6h", time.Hour},
	}
	if o.Mails != nil {
		list = append(list, periodic{kindAlertMails, queueTidy, "@every 10s", 15 * time.Minute})
	}
	if o.Stamper != nil {
		list = append(list, periodic{kindStamps, queueTidy, "@every 10s", 5 * time.Minute})
	}
	return list
}

// options keep a task from being put in again while it waits or runs. The lock of a process that was killed ends with the
// bound.
func (p periodic) options() []asynq.Option {
	return []asynq.Option{asynq.Queue(p.queue), asynq.MaxRetry(0), asynq.Unique(p.within), asynq.Timeout(p.within)}
}
