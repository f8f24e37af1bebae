package media

import (
	"cmp"
	"context"
	"io"
	"time"

	"socialdata/internal/child"
)

// Tools are the programs of the ffmpeg engine, as absolute paths.
type Tools struct {
	FFmpeg  string
	FFprobe string
	Prlimit string // util-linux: sets the limits of a run
}

// FindTools finds the programs; false if any is missing. Without prlimit nothing may process untrusted bytes.
func FindTools() (Tools, bool) {
	var paths [3]string
	for i, name := range []string{"ffmpeg", "ffprobe", "prlimit"} {
		path, err := child.LookPath(name)
		if err != nil {
			return Tools{}, false
		}
		paths[i] = path
	}
	return Tools{FFmpeg: paths[0], FFprobe: paths[1], Prlimit: paths[2]}, true
}

// The limits of every run. The time limit is per command.
const (
	maxMemory    = 1_500_000_000 // bytes of address space
	maxOpenFiles = 64
	maxFile      = 64_000_000 // bytes of a file that a run writes
	maxStderr    = 8 << 10    // bytes kept for the log
)

// errBound is the cause of an error if a run reached one of its limits.
var errBound = child.ErrBound

// command is one run with limits.
type command struct {
	program string
	args    []string
	dir     string   // working directory, readable and writable
	reads   []string // further files that it may read
	timeout time.Duration
	maxFile int64     // maximum size of a file that it writes; 0 means maxFile
	stdout  io.Writer // nil discards the output
	maxOut  int64     // maximum bytes of stdout; exceeding it ends the run
}

// run runs a program within the limits.
func (t Tools) run(ctx context.Context, c command) error {
	return child.Run(ctx, child.Command{Prlimit: t.Prlimit, Program: c.program, Args: c.args, Dir: c.dir, Reads: c.reads, Timeout: c.timeout,
		Memory: maxMemory, OpenFiles: maxOpenFiles, FileBytes: cmp.Or(c.maxFile, maxFile), Stdout: c.stdout, MaxStdout: c.maxOut, MaxStderr: maxStderr})
}
