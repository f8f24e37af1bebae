package jobs

import "time"

// queueImports is the only queue of asynq.
const queueImports = "imports"

// Concurrency is how much of a kind runs at once in one process; 0 is 1.
type Concurrency struct {
	Imports      int // of one workspace; see spareWorkers
	Deliveries   int // endpoints that events are sent to; a quarter more for those that fail
	Watches      int
	Housekeeping int
}

// DefaultConcurrency suits a machine with so many processors. Imports use the processor; watches and deliveries mostly wait. A pass
// of housekeeping never runs twice at once, so there is a slot for each.
func DefaultConcurrency(processors int) Concurrency {
	return Concurrency{Imports: processors, Deliveries: 16 * processors, Watches: 4 * processors, Housekeeping: 5}
}

// repairSlots let repair and the expiry of holds run at the same time; neither runs twice at once.
const repairSlots = 2

// rerunSlots is how many reruns a process moves on at once. Each of its runs is a few short transactions.
const rerunSlots = 4

// changeSlots is how many changes of many references a process moves on at once.
const changeSlots = 2

// idlePrompt is how long an idle worker of asynq sleeps between looks; a task waits half of it on average.
const idlePrompt = 100 * time.Millisecond
