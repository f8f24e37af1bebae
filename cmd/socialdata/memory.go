package main

import (
	"context"
	"os"
	"runtime/debug"
	gometrics "runtime/metrics"
	"time"
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

// How often the process looks whether it is idle, how much it allocates then at most, and what is worth returning: the collector of Go
// keeps the memory of a burst for minutes, and with gcPercent that of the start for good.
const (
	idleLook  = 15 * time.Second
	idleBytes = 64 << 20
	idleSpare = 8 << 20
)

// returnMemory gives the memory that an idle process does not use back to the system. A busy one needs it again at once.
func returnMemory(ctx context.Context) {
	tick := time.NewTicker(idleLook)
	defer tick.Stop()
	before, _ := memoryNow()
	kept := uint64(0) // what the process held after it last returned memory
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		allocated, held := memoryNow()
		if allocated-before < idleBytes && held > kept+idleSpare {
			debug.FreeOSMemory()
			allocated, kept = memoryNow()
		}
		before = allocated
	}
}

// memoryNow returns how many bytes the process has allocated since its start, and how many it holds of the system's.
func memoryNow() (allocated, held uint64) {
	read := []gometrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	gometrics.Read(read)
	return read[0].Value.Uint64(), read[1].Value.Uint64() - read[2].Value.Uint64()
}
