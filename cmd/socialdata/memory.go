package main

import (
	"os"
	"runtime/debug"
)

// Settings of the garbage collector. The live heap is small but much is allocated, so that the default, collecting at
// twice the live heap, costs a tenth of every answer. The limit makes the collector return the memory of a burst.
const (
	gcPercent   = 400
	memoryLimit = 1 << 30
)

// tuneGC configures the garbage collector, unless the operator has set Go's own variables.
func tuneGC() {
	if _, chosen := os.LookupEnv("GOGC"); !chosen {
		debug.SetGCPercent(gcPercent)
	}
	if _, chosen := os.LookupEnv("GOMEMLIMIT"); !chosen {
		debug.SetMemoryLimit(memoryLimit)
	}
}
