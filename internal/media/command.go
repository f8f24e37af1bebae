package media

import (
	"cmp"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"time"

	"socialdata/internal/child"
)

// Tools are the programs of the ffmpeg engine, as absolute paths.
type Tools struct {
	FFmpeg  string
	FFprobe string
	Prlimit string // util-linux: sets the limits of a run
}

// FindTools looks for the programs. Without the one that sets limits nothing is run on untrusted bytes.
func FindTools() (Tools, bool) {
	var paths [3]string
	for i, name := range []string{"ffmpeg", "ffprobe", "prlimit"} {
		path, err := exec.LookPath(name)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			return Tools{}, false
		}
		paths[i] = path
	}
	return Tools{FFmpeg: paths[0], FFprobe: paths[1], Prlimit: paths[2]}, true
}

// The bounds of every run. The time is per run.
const (
	maxMemory    = 1_500_000_000 // bytes of address space
	maxOpenFiles = 64
	maxFile      = 64_000_000 // bytes of a file that a run writes
	maxStderr    = 8 << 10    // bytes kept for the log
)

// errBound is the cause of a run that reached one of its bounds.
var errBound = child.ErrBound

// command is one bounded run.
type command struct {
	program string
	args    []string
	dir     string   // read and written
	reads   []string // files elsewhere that it reads
	timeout time.Duration
	maxFile int64     // bytes of a file that it writes; 0 is maxFile
	stdout  io.Writer // nil throws the output away
	maxOut  int64     // bytes of stdout; more ends the run
}

// run runs a program within the bounds.
func (t Tools) run(ctx context.Context, c command) error {
	return child.Run(ctx, child.Command{Prlimit: t.Prlimit, Program: c.program, Args: c.args, Dir: c.dir, Reads: c.reads, Timeout: c.timeout,
		Memory: maxMemory, OpenFiles: maxOpenFiles, FileBytes: cmp.Or(c.maxFile, maxFile), Stdout: c.stdout, MaxStdout: c.maxOut, MaxStderr: maxStderr})
}
