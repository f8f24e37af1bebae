package main

import (
	"os"
	"runtime"
)

// spareProcessors is how many more processors Go's scheduler gets than the machine has. A request spends two fifths of its
// time in short system calls, during which the scheduler keeps a processor for it that nothing runs on.
const spareProcessors = 4

// tuneScheduler gives Go's scheduler the spare processors, unless the operator has chosen a number, or a container may use
// less than the machine has: there they would use up its quota early and then stand still.
func tuneScheduler() {
	if _, chosen := os.LookupEnv("GOMAXPROCS"); chosen {
		return
	}
	if n := runtime.NumCPU(); runtime.GOMAXPROCS(0) == n {
		runtime.GOMAXPROCS(n + spareProcessors)
	}
}
