package main

import (
	"os"
	"runtime/debug"
)

// The collector's pace: what lives is small and what passes through is not, so that collecting at twice the live heap,
// the default, costs a tenth of every answer. The limit keeps what a burst leaves behind from staying.
const (
	gcPercent   = 400
	memoryLimit = 1 << 30
)

// tuneGC sets the garbage collector's pace, unless the operator has set Go's own variables.
func tuneGC() {
	if _, chosen := os.LookupEnv("GOGC"); !chosen {
		debug.SetGCPercent(gcPercent)
	}
	if _, chosen := os.LookupEnv("GOMEMLIMIT"); !chosen {
		debug.SetMemoryLimit(memoryLimit)
	}
}
