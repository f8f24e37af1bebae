package main

import (
	"os"
	"runtime"
)

// spareProcessors is how many more processors Go's scheduler gets than the machine has. A request spends two fifths of
// its time in short system calls, during which its processor is reserved but idle.
const spareProcessors = 4

// tuneScheduler gives Go's scheduler the spare processors, unless the operator has set a number, or a container has a
// quota below the machine's processors: with more threads it would use up the quota early and then be paused.
func tuneScheduler() {
	if _, chosen := os.LookupEnv("GOMAXPROCS"); chosen {
		return
	}
	if n := runtime.NumCPU(); runtime.GOMAXPROCS(0) == n {
		runtime.GOMAXPROCS(n + spareProcessors)
	}
}
