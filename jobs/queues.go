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

// DefaultConcurrency suits a machine with so many processors: an import decodes, a watch and an endpoint are waited for. Of
// housekeeping no pass runs twice at once, so that there are as many slots as passes, and more.
func DefaultConcurrency(processors int) Concurrency {
	return Concurrency{Imports: processors, Deliveries: 16 * processors, Watches: 4 * processors, Housekeeping: 5}
}

// repairSlots let a pass of repair and the end of holds run at the same time; neither runs twice at once.
const repairSlots = 2

// idlePrompt is how long, on average, idle workers of asynq sleep before they look again: a task waits half of it.
const idlePrompt = 100 * time.Millisecond
