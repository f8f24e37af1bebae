package jobs

import (
	"maps"
	"slices"
	"time"
)

// The queues. A worker of asynq that has a task is taken until the task ends, and weights only say whose task comes next: a
// queue whose tasks may take long therefore has workers of its own.
const (
	queueImports    = "imports"
	queueDeliveries = "deliveries"
	queueFailing    = "deliveries_failing" // to endpoints whose last attempt failed
	queueWatches    = "watches"
	queueRepair     = "repair"
	queueHolds      = "holds"
	queueTidy       = "housekeeping"
)

// Concurrency is how many tasks of a kind run at once in one process; 0 is 1.
type Concurrency struct {
	Imports      int // of one workspace; see spareWorkers
	Deliveries   int // endpoints that events are sent to; a quarter more for those that fail
	Watches      int
	Housekeeping int
}

// DefaultConcurrency suits a machine with so many processors: an import decodes, a watch and an endpoint are waited for. Of
// housekeeping no task runs twice at once, so that there are as many workers as such tasks.
func DefaultConcurrency(processors int) Concurrency {
	return Concurrency{Imports: processors, Deliveries: 16 * processors, Watches: 4 * processors, Housekeeping: 5}
}

// upkeepWorkers let a pass of repair and the end of holds run at the same time; neither runs twice at once.
const upkeepWorkers = 2

// How long, on average, idle workers sleep before they look again: a task waits half of it. Nothing is ever delayed in the
// queue, so that asynq may look for that as rarely as it likes.
const (
	idlePrompt = 100 * time.Millisecond
	idleUpkeep = time.Second
)

// queueGroup is queues that share workers: which of them is next goes by weight.
type queueGroup struct {
	queues  map[string]int
	workers int
	idle    time.Duration
}

// queueGroups decides which queues there are and who works on them.
func queueGroups(c Concurrency) []queueGroup {
	return []queueGroup{
		{map[string]int{queueRepair: 2, queueHolds: 1}, upkeepWorkers, idleUpkeep},
		{map[string]int{queueTidy: 1}, max(1, c.Housekeeping), idleUpkeep},
		{map[string]int{queueDeliveries: 1}, max(1, c.Deliveries), idlePrompt},
		{map[string]int{queueFailing: 1}, spareWorkers(max(1, c.Deliveries)), idlePrompt},
		{map[string]int{queueWatches: 1}, max(1, c.Watches), idlePrompt},
		{map[string]int{queueImports: 1}, max(1, c.Imports) + spareWorkers(max(1, c.Imports)), idlePrompt},
	}
}

// queueNames lists every queue once, sorted.
func queueNames() []string {
	var names []string
	for _, g := range queueGroups(Concurrency{}) {
		names = slices.AppendSeq(names, maps.Keys(g.queues))
	}
	slices.Sort(names)
	return names
}
